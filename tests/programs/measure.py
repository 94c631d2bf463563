"""Shows what wrong programs are told. Each answers fresh boards of a server, as `measure.py http://127.0.0.1:8080 second 20 07`.

`causes.toml` of a set says which causes a reader has called true of a program; a told diagnosis with none of these is marked `?`.
"""

import argparse
import json
import os
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from collections import Counter
from contextlib import closing
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
        self.path = path
        command = [sys.executable, "-B", str(path)]
        environment = os.environ | {"PYTHONPATH": str(HERE)}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, **pipes, env=environment, text=True)
        self.mistakes = json.loads(self.process.stdout.readline())

    def answer(self, program, task):
        print(json.dumps({"program": program, "task": task}), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        return json.loads(line) if line else sys.exit(f"{program} of {self.path} has ended without an answer")

    def close(self):
        self.process.communicate()


def measure(server, step, programs, boards, known):
    """Prints what each program of a step is told, and returns the sums."""
    tasks = [fetch(f"{server}/{step}?fresh=1") for _ in range(boards)]
    sums = Counter()
    print(step)
    for program, mistake in programs.mistakes.items():
        causes, passed, unanswered = Counter(), 0, 0
        for task in tasks:
            answer = programs.answer(program, task)
            if answer is None:
                unanswered += 1
                continue
            reply = fetch(f"{server}/{step}", {"task": task["task"], "ans": answer})
            diagnosis = reply.get("diagnosis")
            if reply["is_success"]:
                passed += 1
            elif diagnosis:
                causes[diagnosis["fit"], tuple(cause["id"] for cause in diagnosis["causes"])] += 1
        told = causes.total()
        true = set(known.get(step, {}).get(program, []))
        false = sum(count for (_, ids), count in causes.items() if not true & set(ids))
        wrong = boards - passed - unanswered
        sums += Counter(programs=1, passing=passed == boards, wrong=wrong, told=told, false=false)
        print(f"  {program}: passes {passed} of {boards}, told {told} of {wrong}. {mistake}")
        for (fit, ids), count in causes.most_common():
            mark = " " if true & set(ids) else "?"
            print(f"    {mark} {count:3} {fit}: {' or '.join(ids)}")
    return sums


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server", help="the address of a server")
    parser.add_argument("set", choices=sorted(path.parent.name for path in HERE.glob("*/causes.toml")))
    parser.add_argument("boards", type=int, help="how many boards each program answers")
    parser.add_argument("steps", nargs="*", default=[], metavar="step", help="its number, as 07; all if none is given")
    arguments = parser.parse_args()
    files = {path.stem.removeprefix("step_"): path for path in sorted((HERE / arguments.set).glob("step_*.py"))}
    if unknown := set(arguments.steps) - set(files):
        parser.error(f"no such step: {' '.join(sorted(unknown))}; expected some of {' '.join(files)}")
    known = tomllib.loads((HERE / arguments.set / "causes.toml").read_text())
    sums = Counter()
    for step in arguments.steps or files:
        with closing(Programs(files[step])) as programs:
            sums += measure(arguments.server, files[step].stem, programs, arguments.boards, known)
    print(
        f"{sums['programs']} programs, {sums['passing']} pass all boards; of {sums['wrong']} wrong answers"
        f" {sums['told']} are told a cause, {sums['false']} of these one that nobody has called true"
    )


main()
