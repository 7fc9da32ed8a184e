"""Interactive pictures: one explorer a module, each a state, a drawing and a widget."""
