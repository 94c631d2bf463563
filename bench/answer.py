"""Prints the body of a POST that answers step 07 of the server at argv[1] rightly."""

import json
import sys
import urllib.request

with urllib.request.urlopen(sys.argv[1] + "/step_07") as reply:
    task = json.load(reply)

moves = [task["board"][i : i + 2] for i in range(0, len(task["board"]), 2)]
stones = {move: "xo"[number % 2] for number, move in enumerate(moves)}
letters = "abcdefghijklmno"


def line(point, down, right):
    row, column = map(letters.index, point)
    cells = [(row + i * down, column + i * right) for i in range(-4, 5)]
    on_board = [letters[r] + letters[c] for r, c in cells if 0 <= r < 15 and 0 <= c < 15]
    return "".join(stones.get(cell, ".") for cell in on_board)


directions = [(0, 1), (1, 1), (1, 0), (1, -1)]
ans = [line(point, *direction) for point in task["coord"] for direction in directions]
print(json.dumps({"task": task["task"], "ans": ans}))
