"""Step 27: wrong programs. What counts as a threat, on which lines, and for whom vary."""
from itertools import product

from harness import main, wrong

DIRECTIONS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]


def number(cell):
    x, y, z, w = cell
    return w * 64 + z * 16 + y * 4 + x


def find_lines(directions=DIRECTIONS):
    lines = []
    for v in directions:
        for start in product(range(4), repeat=4):
            cells = [[c + n * d for c, d in zip(start, v)] for n in range(4)]
            if all(0 <= c < 4 for cell in cells for c in cell):
                lines.append([number(cell) for cell in cells])
    return lines


def find_lines_by_step():
    """Four ids at equal distances; nothing stops at a border."""
    steps = [abs(number(v)) for v in DIRECTIONS]
    return [range(s, s + 4 * d, d) for d in steps for s in range(256) if s + 3 * d < 256]


LINES = find_lines()


def threats(board, side, lines, stones=(2,), blocked=False):
    """For each cell, the number of lines that a stone there turns into a threat."""
    counts = [0] * 256
    for line in lines:
        marks = [board[c] for c in line]
        own, empty = marks.count(side), marks.count(".")
        for cell in line:
            others = own - (board[cell] == side)
            free = empty - (board[cell] == ".")
            if others in stones and (blocked or others + free == 3):
                counts[cell] += 1
    return counts


def other(side):
    return "o" if side == "x" else "x"


def solve(task, *, side=None, enough=2, lines=LINES, test_empty=True, take_best=False, both=False, offset=0, **options):
    side = side or task["side"]
    items = []
    for board in task["boards"]:
        counts = threats(board, side, lines, **options)
        if both:
            counts = [max(pair) for pair in zip(counts, threats(board, other(side), lines, **options))]
        cells = [c for c in range(256) if board[c] == "." or not test_empty]
        if take_best:
            items.append(max(cells, key=lambda c: counts[c]) + offset)
        else:
            items.append(next((c + offset for c in cells if counts[c] >= enough), "-"))
    return items


def right(task):
    return solve(task)


@wrong("Gives a cell that makes one threat: one line with two stones and two empty cells is enough for it.")
def one_threat(task):
    return solve(task, enough=1)


@wrong("Counts every line with two stones of the side, whatever is on its fourth cell.")
def opponent_ignored(task):
    return solve(task, blocked=True)


@wrong("Looks for the double threats of the other side.")
def other_side(task):
    return solve(task, side=other(task["side"]))


@wrong("Never answers `-`: without a double threat it gives the cell that makes the most threats.")
def best_of_none(task):
    return solve(task, take_best=True)


@wrong("Does not test that the cell itself is empty, so a cell with a stone may be given.")
def cell_may_be_taken(task):
    return solve(task, test_empty=False)


@wrong("Knows only the lines within one block of equal w: the 27 directions that change w are missing.")
def one_block(task):
    return solve(task, lines=find_lines([v for v in DIRECTIONS if v[3] == 0]))


@wrong("Takes four ids at equal distances for a line, without a test that the line ends at the border.")
def lines_by_step(task):
    return solve(task, lines=find_lines_by_step())


@wrong("Always plays black, and gives a cell that is a double threat for either side.")
def black_or_either(task):
    return solve(task, side="x", both=True)


@wrong("Calls two stones on a line with two empty cells a threat, and uses only directions of 0 and 1.")
def two_stones_rising(task):
    return solve(task, stones=(1, 2), lines=find_lines([v for v in DIRECTIONS if min(v) >= 0]))


@wrong("Counts the cells from 1: every id is one too large.")
def cells_from_one(task):
    return solve(task, offset=1)


main(right)
