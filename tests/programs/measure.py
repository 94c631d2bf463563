"""Shows what wrong programs are told: `measure.py URL SET BOARDS [STEP…]`, as `measure.py http://127.0.0.1:8080 second 20 07`.

Each program answers so many fresh boards. `causes.toml` of a set says which causes a reader has called true of a program.
"""

import json
import os
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent


def fetch(url, body=None):
    """The JSON that the server replies, also to an answer that is malformed."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as error:
        return json.load(error)


class Programs:
    """The programs of a step, in a process of their own."""

    def __init__(self, path):
        command = [sys.executable, "-B", str(path)]
        environment = os.environ | {"PYTHONPATH": str(HERE)}
        self.mistakes = json.loads(subprocess.check_output([*command, "--list"], env=environment))
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, **pipes, env=environment, text=True)

    def answer(self, program, task):
        print(json.dumps({"program": program, "task": task}), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


def measure(server, path, boards, known):
    """Prints what each program of a step is told, and returns the sums."""
    step = path.stem
    programs = Programs(path)
    tasks = [fetch(f"{server}/{step}?fresh=1") for _ in range(boards)]
    sums = Counter()
    print(step)
    for program, mistake in programs.mistakes.items():
        causes, passed = Counter(), 0
        for task in tasks:
            reply = fetch(f"{server}/{step}", {"task": task["task"], "ans": programs.answer(program, task)})
            diagnosis = reply.get("diagnosis")
            if reply["is_success"]:
                passed += 1
            elif diagnosis:
                causes[diagnosis["fit"], tuple(cause["id"] for cause in diagnosis["causes"])] += 1
        told = causes.total()
        true = set(known.get(step, {}).get(program, []))
        false = sum(count for (_, ids), count in causes.items() if not true & set(ids))
        sums += Counter(programs=1, passing=passed == boards, wrong=boards - passed, told=told, false=false)
        print(f"  {program}: passes {passed} of {boards}, told {told} of {boards - passed}. {mistake}")
        for (fit, ids), count in causes.most_common():
            mark = " " if true & set(ids) else "?"
            print(f"    {mark} {count:3} {fit}: {' or '.join(ids)}")
    return sums


def main(server, name, boards, *steps):
    known = HERE / name / "causes.toml"
    known = tomllib.loads(known.read_text()) if known.exists() else {}
    paths = sorted((HERE / name).glob("step_*.py"))
    chosen = [path for path in paths if not steps or path.stem.removeprefix("step_") in steps]
    sums = Counter()
    for path in chosen:
        sums += measure(server, path, int(boards), known)
    print(
        f"{sums['programs']} programs, {sums['passing']} pass all boards; of {sums['wrong']} wrong answers"
        f" {sums['told']} are told a cause, {sums['false']} of these one that nobody has called true"
    )


main(*sys.argv[1:])
