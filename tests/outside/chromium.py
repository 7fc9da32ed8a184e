"""How the system's Chromium is started, by the tests and by a benchmark."""

FLAGS = [
    "--no-sandbox",  # root may not use it
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
