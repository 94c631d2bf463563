"""Step 25: wrong programs. The cells that complete a line for one side."""
from itertools import product

from harness import main, wrong

DIRECTIONS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]


def to_id(cell):
    x, y, z, w = cell
    return w * 64 + z * 16 + y * 4 + x


def make_lines(directions=DIRECTIONS):
    lines = []
    for d in directions:
        for start in product(*({1: [0], -1: [3], 0: range(4)}[c] for c in d)):
            lines.append([to_id([s + k * c for s, c in zip(start, d)]) for k in range(4)])
    return lines


LINES = make_lines()


def completions(board, side, lines=LINES, empties=range(4)):
    """The completing cells in ascending order, one entry for each line. `empties`: the places in a line looked at."""
    found = []
    for line in lines:
        for k in empties:
            if board[line[k]] == "." and all(board[i] == side for i in line if i != line[k]):
                found.append(line[k])
    return sorted(found)


def item(cells):
    return " ".join(map(str, cells)) or "-"


def right(task, **changes):
    return [item(sorted(set(completions(board, task["side"], **changes)))) for board in task["boards"]]


@wrong("Gives the completing cells of both sides.")
def both_sides(task):
    return [item(sorted(set(completions(board, "x") + completions(board, "o")))) for board in task["boards"]]


@wrong("Creates the set once for all boards, so that each item also holds the cells of the boards before.")
def set_kept_between_boards(task):
    found, items = set(), []
    for board in task["boards"]:
        found |= set(completions(board, task["side"]))
        items.append(item(sorted(found)))
    return items


@wrong("Returns from the loop at the first completing cell, so that an item never has more than one.")
def first_cell_only(task):
    return [item(completions(board, task["side"])[:1]) for board in task["boards"]]


@wrong("Takes the coordinates modulo 4, so that lines run round from one border to the opposite one.")
def runs_round(task):
    lines = [[to_id([(s + k * c) % 4 for s, c in zip(start, d)]) for k in range(4)] for d in DIRECTIONS for start in product(range(4), repeat=4)]
    return right(task, lines=lines)


@wrong("Checks the bounds of y twice and those of x never (a copied condition), so that lines run over the border in x into another row.")
def bounds_of_x_unchecked(task):
    lines = []
    for d in DIRECTIONS:
        for start in product(range(4), repeat=4):
            end = [s + 3 * c for s, c in zip(start, d)]
            line = [to_id([s + k * c for s, c in zip(start, d)]) for k in range(4)]
            if all(0 <= c <= 3 for c in end[1:]) and 0 <= line[0] < 256 and 0 <= line[3] < 256:
                lines.append(line)
    return right(task, lines=lines)


@wrong("Puts a stone on each empty cell to test it and takes it back only if no line is complete, so that found cells help to complete further lines.")
def stone_left_on_board(task):
    items = []
    for board in task["boards"]:
        cells, found = list(board), []
        for cell in range(256):
            if cells[cell] == ".":
                if cell in completions(cells, task["side"], [line for line in LINES if cell in line]):
                    cells[cell] = task["side"]
                    found.append(cell)
        items.append(item(found))
    return items


@wrong("Builds the item as a text and skips an id that the text already contains, so that 14 is lost when 114 has been found before.")
def id_within_text(task):
    items = []
    for board in task["boards"]:
        text = ""
        for cell in completions(board, task["side"])[::-1]:
            if str(cell) not in text:
                text = f"{text} {cell}".strip()
        items.append(text or "-")
    return items


@wrong("Looks for the cells of the other side, and only on lines that change one or two coordinates.")
def other_side_and_two_coordinates(task):
    lines = make_lines([d for d in DIRECTIONS if sum(map(abs, d)) <= 2])
    return right(task | {"side": "o" if task["side"] == "x" else "x"}, lines=lines)


@wrong("Takes only directions without −1, and finds the empty cell only at the end of the line that it reaches last.")
def rising_and_last_cell_only(task):
    return right(task, lines=make_lines([d for d in DIRECTIONS if min(d) >= 0]), empties=[3])


@wrong("Finds the cells by their coordinates and writes their ids with x as the slowest coordinate (x*64 + y*16 + z*4 + w).")
def ids_written_x_slowest(task):
    def reverse(i):
        return to_id([i // 64, i // 16 % 4, i // 4 % 4, i % 4])

    return [item(sorted({reverse(i) for i in completions(board, task["side"])})) for board in task["boards"]]


main(right)
