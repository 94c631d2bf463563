"""Step 27: wrong programs. A move that makes two threats."""

from itertools import product

from harness import main, wrong

WEIGHTS = (1, 4, 16, 64)
DIRECTIONS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]


def to_id(cell):
    return sum(c * weight for c, weight in zip(cell, WEIGHTS))


def all_lines(directions=DIRECTIONS):
    lines = []
    for v in directions:
        for start in product(*({1: [0], -1: [3], 0: range(4)}[d] for d in v)):
            lines.append(tuple(to_id([c + k * d for c, d in zip(start, v)]) for k in range(4)))
    return lines


LINES = all_lines()


def pairs(board, side, lines=LINES, empty=2):
    """For every empty cell, the lines through it with two stones of the side and at least `empty` empty cells."""
    through = {cell: [] for cell in range(256) if board[cell] == "."}
    for line in lines:
        held = [board[cell] for cell in line]
        if held.count(side) == 2 and held.count(".") >= empty:
            for cell in line:
                if board[cell] == ".":
                    through[cell].append(line)
    return through


def first(cells):
    return next((str(cell) for cell in cells), "-")


def solve(task, enough=lambda count: count >= 2, find=pairs):
    """The first cell that lies on enough lines."""
    found = [find(board, task["side"]) for board in task["boards"]]
    return [first(cell for cell in through if enough(len(through[cell]))) for through in found]


def right(task):
    return solve(task)


def with_lines(task, directions):
    lines = all_lines(directions)
    return solve(task, find=lambda board, side: pairs(board, side, lines))


@wrong("Takes a cell on one line with two stones and two empty cells for a double threat, because that line has two empty cells.")
def one_line(task):
    return solve(task, lambda count: count >= 1)


@wrong("Counts lines with two stones of the side and one empty cell too, although the opponent holds the fourth cell.")
def opponent_ignored(task):
    return solve(task, find=lambda board, side: pairs(board, side, empty=1))


@wrong("Finds the double threats of the other side.")
def other_side(task):
    return solve({**task, "side": "xo"[task["side"] == "x"]})


@wrong("Scans only directions without -1.")
def rising_only(task):
    return with_lines(task, [v for v in DIRECTIONS if min(v) >= 0])


@wrong("Wants more than two completing cells after the move.")
def more_than_two(task):
    return solve(task, lambda count: count > 2)


@wrong("Accepts only cells that get exactly two completing cells, and leaves out those with three or more.")
def exactly_two(task):
    return solve(task, lambda count: count == 2)


@wrong("Adds the lines of both sides: a cell on one line of its own and one of the opponent is enough.")
def both_sides_together(task):
    def together(board, side):
        black, white = pairs(board, "x"), pairs(board, "o")
        return {cell: black[cell] + white[cell] for cell in black}

    return solve(task, find=together)


@wrong("Counts a line only when its two stones lie on neighbouring cells of the line.")
def neighbours_only(task):
    def adjacent(board, side):
        touching = [line for line in LINES if any(board[a] == board[b] == side for a, b in zip(line, line[1:]))]
        return pairs(board, side, touching)

    return solve(task, find=adjacent)


@wrong("Leaves out the lines that change three or four coordinates, and takes black for the side to move on every board.")
def black_in_planes(task):
    return with_lines({**task, "side": "x"}, [v for v in DIRECTIONS if v.count(0) >= 2])


@wrong("Gives the cell that completes a line afterwards instead of the move that makes the double threat.")
def completing_cell(task):
    answer = []
    for board, item in zip(task["boards"], right(task)):
        if item != "-":
            line = pairs(board, task["side"])[int(item)][0]
            item = first(cell for cell in line if board[cell] == "." and cell != int(item))
        answer.append(item)
    return answer


main(right)
