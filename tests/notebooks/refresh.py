"""Run every notebook and save it as the repository keeps it; ``make notebooks`` calls this.

Kept: the text of worked values, and the static picture of a figure, explorer or question. Dropped:
widget state, time stamps, execution counts' jumps, whatever depends on the machine. A check cell
keeps no output: what it shows depends on the learner.
"""

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
WIDGET = "application/vnd.jupyter.widget-view+json"


def refresh(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, kernel_name="python3", resources={"metadata": {"path": path.parent}}
    ).execute()
    clean(notebook)
    nbformat.write(notebook, path)


def clean(notebook: nbformat.NotebookNode) -> None:
    """Keep of an executed notebook what every run gives."""
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict(
            {key: value for key, value in cell.metadata.items() if key == "tags"}
        )
        if cell.cell_type == "code":
            if "no-saved-output" in cell.metadata.get("tags", ()):
                cell.outputs = []
            for output in cell.outputs:
                if "data" in output:
                    output.data.pop(WIDGET, None)


def main() -> None:
    chosen = [Path(name) for name in sys.argv[1:]] or sorted(NOTEBOOKS.glob("*.ipynb"))
    with tempfile.TemporaryDirectory() as work:
        os.environ["CHUNKLAB_WORK"] = work  # not the learner's own
        for path in chosen:
            refresh(path)
            print("refreshed", path.name)


if __name__ == "__main__":
    main()
