"""The page for administrators, and the settings for Kubernetes, say what the tested settings do."""

import re

import yaml
from traitlets.config import PyFileConfigLoader

from .conftest import ROOT
from .running import SETTINGS

PAGE = (ROOT / "docs" / "jupyterhub.md").read_text()


def test_kubernetes_gets_the_same() -> None:
    spawner = PyFileConfigLoader(SETTINGS.name, str(SETTINGS.parent)).load_config().Spawner
    user = yaml.safe_load((SETTINGS.parent / "values.yaml").read_text())["singleuser"]
    assert user["extraEnv"] == spawner.environment.get_value({})
    assert user["defaultUrl"] == spawner.default_url
    assert user["memory"] == {"guarantee": spawner.mem_guarantee, "limit": spawner.mem_limit}


def test_what_the_page_names_is_there() -> None:
    for name in re.findall(r"\]\(([^)]+)\)", PAGE):
        assert (ROOT / "docs" / name).is_file()
    assert "docs/hub/jupyterhub_config.py /opt/tljh/config/jupyterhub_config.d/" in PAGE
    environment = yaml.safe_load((SETTINGS.parent / "values.yaml").read_text())
    for name in environment["singleuser"]["extraEnv"]:
        assert f"`{name}`" in PAGE
