"""Runs the programs of a step: one line of JSON in, one line of JSON out.

The first line of standard output has the names and the mistakes. Each line of standard input is `{"program": NAME, "task": {…}}`, and each
further line of standard output the answer of that program to that task: a list of items, or `null` if the program ended with an error, as
those of learners do on some boards.
"""

import json
import sys

PROGRAMS = {}


def wrong(mistake):
    """Marks a program that is wrong, and says in a sentence why."""

    def register(program):
        PROGRAMS[program.__name__] = (mistake, program)
        return program

    return register


def main(right):
    """Lists the programs, and answers standard input, line by line."""
    print(json.dumps({name: mistake for name, (mistake, _) in PROGRAMS.items()}), flush=True)
    solvers = {"right": right} | {name: program for name, (_, program) in PROGRAMS.items()}
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = solvers[request["program"]](request["task"])
        except Exception as error:
            print(f"{sys.argv[0]}: {request['program']}: {error!r}", file=sys.stderr)
            answer = None
        print(json.dumps(answer), flush=True)
