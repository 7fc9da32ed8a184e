"""A real JupyterHub with the documented settings, in a folder of its own, and its whole end.

The learners' servers are plain processes of this machine's user. Where that is root, which may
write everywhere, the hub is started without the privilege to pass over permissions.
"""

import os
import secrets
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import psutil

SETTINGS = Path(__file__).parents[2] / "docs" / "hub" / "jupyterhub_config.py"
MARK = "CHUNKLAB_TEST_HUB"  # in the environment of every process of one hub

CONFIG = """\
load_subconfig({settings!r})

c.JupyterHub.bind_url = "http://127.0.0.1:{public}"
c.JupyterHub.hub_port = {hub}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{proxy_api}"
c.ConfigurableHTTPProxy.command = [{proxy!r}]
c.ConfigurableHTTPProxy.pid_file = "proxy.pid"
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {homes!r} + "/{{username}}"
c.Spawner.cmd = [{singleuser!r}]
c.Spawner.args = ["--allow-root"]
c.Spawner.ip = "127.0.0.1"
c.Spawner.start_timeout = c.Spawner.http_timeout = 120
c.Spawner.environment.update({{"{mark}": {mark_value!r}}})
"""


class Hub:
    """A running hub: its address, its folder, the homes of its learners."""

    def __init__(self, folder: Path, url: str) -> None:
        self.url = url
        self.homes = folder / "homes"
        self.log = folder / "hub.log"

    def home(self, learner: str) -> Path:
        return self.homes / learner


@contextmanager
def running(folder: Path, bin_folder: Path, proxy: Path, more_settings: str = "") -> Iterator[Hub]:
    """Run a hub in ``folder``; afterwards none of its processes is left."""
    (folder / "homes").mkdir()
    public, hub_port, proxy_api = free_ports(3)
    mark_value = secrets.token_hex(8)
    (folder / "jupyterhub_config.py").write_text(
        CONFIG.format(
            settings=str(SETTINGS),
            public=public,
            hub=hub_port,
            proxy_api=proxy_api,
            proxy=str(proxy),
            homes=str(folder / "homes"),
            singleuser=str(bin_folder / "jupyterhub-singleuser"),
            mark=MARK,
            mark_value=mark_value,
        )
        + more_settings
    )
    hub = Hub(folder, f"http://127.0.0.1:{public}")
    environment = {
        "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        MARK: mark_value,
    }
    command = [*unprivileged(), str(bin_folder / "jupyterhub"), "--config=jupyterhub_config.py"]
    with ExitStack() as stack:
        log = stack.enter_context(hub.log.open("w"))
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT
        )
        stack.callback(end, process, mark_value)
        wait_until(lambda: answers(f"{hub.url}/hub/health", process, hub.log), "the hub answers")
        yield hub


def unprivileged() -> list[str]:
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner"]


def free_ports(number: int) -> list[int]:
    with ExitStack() as stack:  # all open at once, so that no two are the same
        sockets = [stack.enter_context(socket.socket()) for _ in range(number)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def answers(url: str, process: subprocess.Popen[bytes], log: Path) -> bool:
    assert process.poll() is None, f"the hub has ended:\n{log.read_text()[-3000:]}"
    try:
        with urlopen(url) as answer:  # noqa: S310 - this machine's own address
            return bool(answer.status == 200)
    except URLError:
        return False


def wait_until(condition: Callable[[], bool], what: str, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.1)


def end(process: subprocess.Popen[bytes], mark_value: str) -> None:
    """End the hub, which ends its servers and proxy; nothing may be left, and nothing stays."""
    process.terminate()
    try:
        process.wait(120)
    finally:
        left = [each for each in psutil.process_iter() if marked(each, mark_value)]
        _, left = psutil.wait_procs(left, timeout=30)  # a kernel may end after its server
        for each in left:
            each.kill()
        psutil.wait_procs(left, timeout=10)
        assert not left, f"the hub left processes behind: {left}"


def marked(process: psutil.Process, mark_value: str) -> bool:
    try:
        return process.environ().get(MARK) == mark_value
    except (psutil.NoSuchProcess, psutil.AccessDenied, psutil.ZombieProcess, OSError):
        return False
