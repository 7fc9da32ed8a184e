"""What a JupyterHub needs for the course. values.yaml says the same to Zero to JupyterHub.

On The Littlest JupyterHub, copy this file to /opt/tljh/config/jupyterhub_config.d/chunklab.py. In a
hub of your own, load it at the end of jupyterhub_config.py: load_subconfig("chunklab.py").
"""

c = get_config()  # noqa: F821 - JupyterHub provides it

c.Spawner.environment.update(
    {
        # The folder that the link pulls into each home. For one folder that everybody reads and
        # nobody writes: "/srv/chunking".
        "CHUNKLAB_COURSE": "~/chunking",
        # Outside of the course, so that a learner may delete that folder and pull it again.
        "CHUNKLAB_WORK": "~/chunklab-work",
    }
)

# With one folder for everybody, "/chunklab/lesson/overlap" opens the first lesson at every login.
c.Spawner.default_url = "/lab"

# A learner with one lesson open needs 220 MB. A check lets an answer take 1 GiB before it says "out
# of memory": with less room than that, the system would end the whole server instead. Systemd and
# Kubernetes enforce these; a spawner of plain processes does not.
c.Spawner.mem_limit = "2G"
c.Spawner.mem_guarantee = "256M"
