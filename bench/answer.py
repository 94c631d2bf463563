"""Prints the body of a POST that answers step 07 of the server at argv[1] rightly."""

import json
import sys
import urllib.request

LETTERS = "abcdefghijklmno"
DIRECTIONS = [(0, 1), (1, 1), (1, 0), (1, -1)]


def line(stones, point, down, right):
    row, column = map(LETTERS.index, point)
    cells = [(row + i * down, column + i * right) for i in range(-4, 5)]
    on_board = [LETTERS[r] + LETTERS[c] for r, c in cells if 0 <= r < 15 and 0 <= c < 15]
    return "".join(stones.get(cell, ".") for cell in on_board)


def solve(task):
    """The answer to a task, with its token."""
    moves = [task["board"][i : i + 2] for i in range(0, len(task["board"]), 2)]
    stones = {move: "xo"[number % 2] for number, move in enumerate(moves)}
    ans = [line(stones, point, *direction) for point in task["coord"] for direction in DIRECTIONS]
    return {"task": task["task"], "ans": ans}


if __name__ == "__main__":
    with urllib.request.urlopen(sys.argv[1] + "/step_07") as reply:
        print(json.dumps(solve(json.load(reply))))
