"""Step 27: wrong programs. Double threats."""

from itertools import product

from harness import main, wrong


def half(v):
    """One of each two opposite directions."""
    return v > (0, 0, 0, 0)


def make_lines(wanted=half, constant=range(4)):
    """The lines along the wanted directions; a coordinate that does not change has the values `constant`."""
    lines = []
    for v in product((-1, 0, 1), repeat=4):
        if wanted(v):
            runs = {1: [(0, 1, 2, 3)], -1: [(3, 2, 1, 0)], 0: [(c,) * 4 for c in constant]}
            for x, y, z, w in product(*(runs[d] for d in v)):
                lines.append([64 * w[n] + 16 * z[n] + 4 * y[n] + x[n] for n in range(4)])
    return lines


LINES = make_lines()


def completing_after(board, cell, side, lines, blockers=True):
    """The completing cells of the side once it has put a stone on the cell."""
    stones = [*board[:cell], side, *board[cell + 1 :]]
    found = set()
    for line in lines:
        if cell in line and sum(stones[c] == side for c in line) == 3:
            found |= {c for c in line if stones[c] != side and (stones[c] == "." or not blockers)}
    return sorted(found)


def double_threat(board, side, lines=LINES, blockers=True, may_cover=False, fallback=False):
    """The first double threat with its completing cells, or (None, []). With `fallback` the best cell, if it makes one threat."""
    best = (None, [])
    for cell in range(256):
        if board[cell] == "." or (may_cover and board[cell] != side):
            cells = completing_after(board, cell, side, lines, blockers)
            if len(cells) > len(best[1]) and (fallback or len(cells) >= 2):
                best = (cell, cells)
    return best


def item(cell):
    return "-" if cell is None else str(cell)


def solve(task, side=None, **options):
    return [item(double_threat(board, side or task["side"], **options)[0]) for board in task["boards"]]


def right(task):
    return solve(task)


@wrong("Does not look whether the fourth cell of a line is empty, so lines that the opponent has already stopped count too.")
def stopped_lines(task):
    return solve(task, blockers=False)


@wrong("Finds only lines along which one or two coordinates change, none of the diagonals with three or four.")
def flat_diagonals(task):
    return solve(task, lines=make_lines(lambda v: half(v) and v.count(0) >= 2))


@wrong("Lets a coordinate that stays the same have only the values 0, 1 and 2, so the lines with the value 3 are missing.")
def constant_below_three(task):
    return solve(task, lines=make_lines(constant=range(3)))


@wrong("Tries the cells with a stone of the opponent too, as if a move could cover it.")
def covers_stones(task):
    return solve(task, may_cover=True)


@wrong("Answers with a completing cell that comes up after the move, not with the move itself.")
def completing_cell(task):
    found = [double_threat(board, task["side"]) for board in task["boards"]]
    return [item(cells[0] if cells else None) for _, cells in found]


@wrong("Steps along a line by adding one number to the id and tests only that the id stays below 256, so lines run on past the border.")
def steps_in_ids(task):
    steps = [dx + 4 * dy + 16 * dz + 64 * dw for dx, dy, dz, dw in product((-1, 0, 1), repeat=4)]
    lines = [[start + n * step for n in range(4)] for step in steps if step > 0 for start in range(256 - 3 * step)]
    return solve(task, lines=lines)


@wrong("Leaves out every direction that changes w, and gives the best cell even when it makes only one threat.")
def layers_and_single_threats(task):
    return solve(task, lines=make_lines(lambda v: half(v) and v[3] == 0), fallback=True)


@wrong("Always moves for black, and leaves out the directions along which some coordinates rise and others fall.")
def black_without_falling(task):
    return solve(task, side="x", lines=make_lines(lambda v: half(v) and -1 not in v))


@wrong("Does not reset the found cell for the next board: where there is no double threat, it repeats the last one.")
def found_not_reset(task):
    items, found = [], None
    for board in task["boards"]:
        cell, _ = double_threat(board, task["side"])
        if cell is not None:
            found = cell
        items.append(item(found))
    return items


@wrong("Sends the id with x as the most significant coordinate: x·64 + y·16 + z·4 + w.")
def id_reversed(task):
    cells = (double_threat(board, task["side"])[0] for board in task["boards"])
    return [item(None if cell is None else 64 * (cell % 4) + 16 * (cell // 4 % 4) + 4 * (cell // 16 % 4) + cell // 64) for cell in cells]


main(right)
