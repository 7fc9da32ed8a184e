"""The instructor's side: a whole class is taken in, graded, and told what became of it."""
