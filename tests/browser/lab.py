"""JupyterLab as a learner meets it: started by ``chunklab lab``, and a lesson on its page."""

import json
import os
import re
import secrets
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, expect

ROOT = Path(__file__).parents[2]
SETTINGS = {
    # Otherwise JupyterLab asks once, in a corner, whether it may fetch news.
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
}
NUMBER = re.compile(r"^\[\d+\]:$")  # beside a cell that has run
expect.set_options(timeout=15_000)  # the machine may be busy
# Before that a cell shows its static form instead of a widget.
WIDGETS_READY = """jupyterapp.shell.currentWidget.content.rendermime.mimeTypes.includes(
    "application/vnd.jupyter.widget-view+json")"""
SLOW = 60_000  # milliseconds, for what starts a kernel or runs a lesson


class Server:
    """A JupyterLab on the learner's copies in ``work``, which ``chunklab lab`` has made."""

    def __init__(self, folder: Path, settings: dict | None = None) -> None:
        self.work = folder / "work"
        self.token = secrets.token_hex(16)
        config = folder / "config"
        (config / "labconfig").mkdir(parents=True)
        (config / "labconfig" / "default_setting_overrides.json").write_text(
            json.dumps(SETTINGS | (settings or {}))
        )
        folders = {
            "JUPYTER_CONFIG_DIR": config,
            "JUPYTER_DATA_DIR": folder / "data",
            "JUPYTER_RUNTIME_DIR": folder / "runtime",
            "JUPYTERLAB_SETTINGS_DIR": folder / "settings",
            "JUPYTERLAB_WORKSPACES_DIR": folder / "workspaces",
            "IPYTHONDIR": folder / "ipython",
            "HOME": folder / "home",
            "CHUNKLAB_COURSE": ROOT,
            "CHUNKLAB_WORK": self.work,
        }
        (folder / "home").mkdir()
        self.log = folder / "log.txt"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-c", "from chunklab.cli import main; main()", "lab"),
                    *("--no-browser", "--ip=127.0.0.1", "--port=0"),
                    f"--IdentityProvider.token={self.token}",
                    "--LabApp.extension_manager=readonly",
                    "--LabApp.expose_app_in_browser=True",  # as jupyterapp, see WIDGETS_READY
                    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
                ],
                env={**os.environ, **{name: str(path) for name, path in folders.items()}},
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self.address = self._address(folder / "runtime")

    def _address(self, runtime: Path) -> str:
        while self.process.poll() is None:
            for path in runtime.glob("jpserver-*.json"):
                with suppress(ValueError):  # not yet written whole
                    return json.loads(path.read_text())["url"]
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(0.05)
        raise RuntimeError(f"JupyterLab did not start:\n{self.log.read_text()}")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


class LessonPage:
    """A lesson on a page of its own, in JupyterLab; ``errors`` are what the page's console says."""

    def __init__(self, server: Server, browser: Browser | BrowserContext, notebook: str, **page):
        self.server = server
        self.notebook = notebook
        cells = json.loads((server.work / "notebooks" / notebook).read_text())["cells"]
        self._places = {cell["id"]: place for place, cell in enumerate(cells)}
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        self._sources = {cell["id"]: "".join(cell["source"]) for cell in code}
        self.page = browser.new_page(**page)
        self.errors: list[str] = []
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _note(self, message) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location['url']})")

    def open(self) -> None:
        """Open the lesson alone, as it is on the disk, with a kernel at rest."""
        workspace = secrets.token_hex(4)  # JupyterLab remembers in it which tabs are open
        self.page.goto(
            f"{self.server.address}lab/workspaces/{workspace}/tree/notebooks/{self.notebook}"
            f"?token={self.server.token}"
        )
        self.settle()

    def settle(self) -> None:
        """Wait until the kernel is there and at rest."""
        kernel = self.page.locator(".jp-Toolbar-kernelName")
        expect(kernel).to_contain_text("Python 3", timeout=SLOW)  # before it a run does nothing
        at_rest = self.page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]')
        at_rest.wait_for(state="attached", timeout=SLOW)  # a narrow page hides it
        self.page.wait_for_function(WIDGETS_READY, timeout=SLOW)

    def run_all(self) -> None:
        """Run all cells by the menu, and wait for the last one's end."""
        self.menu("Edit", "Clear Outputs of All Cells")  # so that the last number is a new one
        self.menu("Run", "Run All Cells")
        last = self.cell(list(self._sources)[-1])
        expect(last.locator(".jp-InputPrompt")).to_have_text(NUMBER, timeout=SLOW)
        self.settle()

    def run(self, name: str) -> None:
        """Run one cell, and wait for its end."""
        cell = self.cell(name)
        cell.locator(".jp-InputPrompt").click()
        prompt = cell.locator(".jp-InputPrompt")
        self.menu("Edit", "Clear Cell Output")
        self.page.keyboard.press("Control+Enter")
        expect(prompt).to_have_text(NUMBER, timeout=SLOW)

    def save(self) -> None:
        """Save the notebook, and wait until it is saved."""
        self.page.get_by_role("tab", name=self.notebook).click()
        self.page.keyboard.press("Control+S")
        expect(self.page.locator(".jp-mod-dirty")).to_have_count(0)

    def close(self) -> None:
        """Close the page, and end its kernel."""
        self.menu("Kernel", "Shut Down Kernel")
        kernel = self.page.locator(".jp-Toolbar-kernelName")
        expect(kernel).to_contain_text("No Kernel")
        self.page.close()

    def menu(self, menu: str, item: str) -> None:
        """Choose an item of the menu bar."""
        self.page.get_by_role("menuitem", name=menu, exact=True).click()
        self.page.get_by_role("menuitem", name=re.compile(f"^{re.escape(item)}")).click()

    def cell(self, name: str) -> Locator:
        """Return the cell of the notebook that has this id."""
        return self.page.locator(f'.jp-Cell[data-windowed-list-index="{self._places[name]}"]')

    def cell_with(self, source: str) -> str:
        """Return the id of the one code cell that consists of ``source``."""
        [name] = [name for name, each in self._sources.items() if each == source]
        return name

    def output(self, name: str) -> Locator:
        """Return the outputs of the cell that has this id."""
        return self.cell(name).locator(".jp-OutputArea-child .jp-OutputArea-output")

    @property
    def error_outputs(self) -> Locator:
        """Return what cells show of errors that they raised."""
        error = "application/vnd.jupyter.error"
        return self.page.locator(f'.jp-OutputArea-output[data-mime-type="{error}"]')
