"""Fetches 500 pages from five hosts of the local site at one request a second a host: how long it takes beside
what that pace sets, how much memory, and that a killed run that is resumed has each page once.

    python3 quality/pace.py PROGRAM LOCAL_SITE
"""

import json
import os
import subprocess
import sys
import tempfile
import time

HOSTS, EACH, DELAY = 5, 100, 1.0
KILLED_AFTER = 40.0


def memory(process):
    """Resident megabytes."""
    with open(f"/proc/{process.pid}/status") as status:
        for line in status:
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    return 0.0


def run(words, until=None):
    """Seconds and memory in the course of a run, which is killed after `until` seconds."""
    start, course = time.monotonic(), []
    process = subprocess.Popen(words)
    while process.poll() is None:
        course.append(memory(process))
        if until and time.monotonic() - start > until:
            process.kill()
            break
        time.sleep(0.25)
    process.wait()
    if not until and process.returncode:
        sys.exit(f"exit code {process.returncode}")
    return time.monotonic() - start, [value for value in course if value]


def main():
    program, site = sys.argv[1:]
    server = subprocess.Popen([site, "0"], stdout=subprocess.PIPE, text=True)
    try:
        port = server.stdout.readline().split()[-1].rstrip(".")
        hosts = [f"h{number}.test" for number in range(HOSTS)]
        addresses = [f"http://{host}:{port}/news/{n % 60:03}.html?{n}" for host in hosts for n in range(EACH)]
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("list.txt", "one.jsonl", "two.jsonl")]
            with open(paths[0], "w") as file:
                file.write("\n".join(addresses))
            words = [program, "batch", "--urls", paths[0], "--allow-private", f"--delay={DELAY}", "--resume"]
            words += [f"--resolve={host}:127.0.0.1" for host in hosts]
            seconds, course = run([*words, "-o", paths[1]])
            # robots.txt is a request too; the last one needs no wait behind it.
            polite = EACH * DELAY
            half = course[len(course) // 4 : len(course) // 2], course[len(course) * 3 // 4 :]
            early, late = (max(part) for part in half)
            print(f"{len(addresses)} pages: {seconds:.1f} s, the pace sets {polite:.0f} s: {seconds / polite - 1:+.1%}")
            print(f"memory: {early:.1f} MB at most in the second quarter, {late:.1f} MB in the last")
            run([*words, "-o", paths[2]], until=KILLED_AFTER)
            run([*words, "-o", paths[2]])
            for path in paths[1:]:
                with open(path) as file:
                    found = sorted(json.loads(line)["id"] for line in file)
                if found != sorted(addresses):
                    sys.exit(f"{path}: not each address once")
            print("killed and resumed: each page once")
            if seconds > polite * 1.1:
                sys.exit("over 10 % longer than the pace sets")
    finally:
        server.kill()


main()
