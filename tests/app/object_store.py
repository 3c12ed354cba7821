#!/usr/bin/python3
"""object_store.py FOLDER USER SECRET: an object store that speaks S3 and checks signatures (V2 and V4): Debian's swift with its
s3api (swift-proxy, swift-account, swift-container, swift-object), without root, with everything in FOLDER. Says
"listening on 127.0.0.1:PORT" and serves until it is ended. Exit code 77 where swift is not installed or the disk keeps no
attributes of files, which swift needs."""

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

COMMON = "[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = {port}\nworkers = 0\nuser = {user}\nswift_dir = {folder}\ndevices = {folder}/devices\n" \
         "mount_check = false\nlog_address = {folder}/no_log\nlog_name = {kind}\n"
STORAGE = COMMON + "[pipeline:main]\npipeline = {kind}-server\n[app:{kind}-server]\nuse = egg:swift#{kind}\n"
PROXY = COMMON + """[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:tempauth]
use = egg:swift#tempauth
{account} = {secret} .admin
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
"""
# Servers know of one place for swift.conf only, which is the system's. They are killed when their parent ends (PR_SET_PDEATHSIG).
SERVER = """
import ctypes, os, runpy, sys
from swift.common import utils
ctypes.CDLL(None).prctl(1, 9)
utils.SWIFT_CONF_FILE = os.path.join(os.getcwd(), "swift.conf")
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def is_open(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def main(folder, user, secret):
    try:
        from swift.common.ring import RingBuilder
    except ImportError:
        return "swift is not installed"
    programs = {kind: shutil.which(f"swift-{kind}-server") for kind in ("account", "container", "object", "proxy")}
    if not all(programs.values()):
        return "swift is not installed"
    devices = folder / "devices" / "disk"
    devices.mkdir(parents=True)
    try:
        os.setxattr(devices, b"user.stagescope", b"1")
    except OSError:
        return "this disk keeps no attributes of files"
    ports = {kind: free_port() for kind in programs}
    (folder / "swift.conf").write_text("[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = one\ndefault = yes\n")
    for kind in ("account", "container", "object"):
        ring = RingBuilder(4, 1, 1)
        ring.add_dev({"region": 1, "zone": 1, "weight": 1, "ip": "127.0.0.1", "port": ports[kind], "device": "disk"})
        ring.rebalance()
        ring.get_ring().save(str(folder / f"{kind}.ring.gz"))
    account = f"user_{user}_{user}"
    servers = []
    for kind, program in programs.items():
        config = folder / f"{kind}.conf"
        text = PROXY if kind == "proxy" else STORAGE
        config.write_text(text.format(port=ports[kind], user=os.environ.get("USER", "root"), folder=folder, kind=kind, account=account, secret=secret))
        servers.append(subprocess.Popen([sys.executable, "-c", SERVER, program, str(config)], cwd=folder,
                                        stdout=subprocess.DEVNULL, stderr=open(folder / f"{kind}.log", "w")))

    def end(*_):
        for server in servers:
            server.kill()
        sys.exit(0)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    until = time.monotonic() + 60
    while not all(is_open(port) for port in ports.values()):
        if time.monotonic() > until or any(server.poll() is not None for server in servers):
            print("".join(log.read_text()[-2000:] for log in folder.glob("*.log")), flush=True)
            end()
        time.sleep(0.1)
    print(f"listening on 127.0.0.1:{ports['proxy']}", flush=True)
    signal.pause()
    return ""


if __name__ == "__main__":
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # nor does this outlive the test
    reason = main(Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3])
    print(reason, flush=True)
    sys.exit(77 if reason else 0)
