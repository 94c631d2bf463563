"""Step 27: wrong programs. They look for one cell that makes two threats on a board of four dimensions."""
from functools import cache, lru_cache
from itertools import product

from harness import main, wrong

DIRECTIONS = tuple(v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0))
RISING = tuple(v for v in DIRECTIONS if -1 not in v)
WITHIN_A_PLANE = tuple(v for v in DIRECTIONS if v.count(0) >= 2)
OPPONENT = {"x": "o", "o": "x"}


def cell_id(cell, weights=(1, 4, 16, 64)):
    return sum([a * weight for a, weight in zip(cell, weights)])


def mask(cells):
    """A set of cells as an integer, with bit n for the id n."""
    return sum([1 << cell for cell in cells])


def starts(v):
    """The cells from which three steps along the direction stay on the board."""
    return product(*({1: [0], -1: [3], 0: range(4)}[a] for a in v))


def line_from(start, v):
    first, step = cell_id(start), cell_id(v)
    return mask(range(first, first + 4 * step, step))


@cache
def lines_along(directions):
    """For each cell, the lines through it along the directions; a line is a set of four cells."""
    return by_cell([line_from(start, v) for v in directions for start in starts(v)])


@cache
def lines_of_equal_steps():
    """Four ids at equal distances, whether or not a line leaves the board between them."""
    candidates = ([start + n * cell_id(v) for n in range(4)] for v in DIRECTIONS for start in range(256))
    return by_cell([mask(line) for line in candidates if 0 <= line[3] < 256])


def by_cell(lines):
    through = [[] for cell in range(256)]
    for line in lines:
        for cell in cells_of(line):
            through[cell].append(line)
    return through


def cells_of(cells):
    """The ids of a set of cells, in ascending order."""
    ids = []
    while cells:
        ids.append((cells & -cells).bit_length() - 1)
        cells &= cells - 1
    return ids


LINES = lines_along(DIRECTIONS)


@lru_cache(1000)
def cells_with(board, contents):
    return mask(cell for cell, content in enumerate(board) if content in contents)


def threats(mine, theirs, lines, stopped_by_opponent=True):
    """How many completing cells a stone on the lines through it makes."""
    rests = [line & ~mine for line in lines if (line & ~mine).bit_count() == 1]
    return len([rest for rest in rests if not rest & theirs or not stopped_by_opponent])


def open_cells(mine, theirs, lines):
    """How many empty cells were on these lines when they had two stones and two empty cells, before the stone was put there."""
    return 2 * threats(mine, theirs, lines)


def double_threat(board, side, lines, count=threats, free=".", take_back=True):
    mine, theirs = cells_with(board, side), cells_with(board, OPPONENT[side])
    for cell in cells_of(cells_with(board, free)):
        stone = 1 << cell
        if count(mine | stone, theirs & ~stone, lines[cell]) >= 2:
            return cell
        if not take_back:
            mine |= stone
    return "-"


def solve(task, lines=LINES, side=None, **rules):
    return [double_threat(board, side or task["side"], lines, **rules) for board in task["boards"]]


def right(task):
    return solve(task)


@wrong("Counts a line with two stones and two empty cells as two threats, so that one such line is enough.")
def two_threats_a_line(task):
    return solve(task, count=open_cells)


@wrong("Counts three own stones on a line as a threat even if the fourth cell holds a stone of the opponent.")
def opponent_does_not_stop(task):
    return solve(task, count=lambda *move: threats(*move, stopped_by_opponent=False))


@wrong("Keeps of each two opposite directions the one with a positive sum of components, and so loses all with the sum 0.")
def sum_zero_lost(task):
    directions = tuple(v for v in product((-1, 0, 1), repeat=4) if sum(v) > 0)
    return solve(task, lines=lines_along(directions))


@wrong("Takes any four ids at equal distances for a line, so that lines run on over a border.")
def over_the_border(task):
    return solve(task, lines=lines_of_equal_steps())


@wrong("Puts a stone on each cell to try it, and does not take it off again before the next cell is tried.")
def trial_stones_stay(task):
    return solve(task, take_back=False)


@wrong("Makes the id of the answer with x as the slowest coordinate: x·64 + y·16 + z·4 + w.")
def x_slowest(task):
    cells = {cell_id(cell): cell for cell in product(range(4), repeat=4)}
    return [item if item == "-" else cell_id(cells[item], (64, 16, 4, 1)) for item in solve(task)]


@wrong("Looks for the double threat of the other side, and only along directions without a -1.")
def other_side_rising(task):
    return solve(task, lines_along(RISING), OPPONENT[task["side"]])


@wrong("Uses only directions that change one or two coordinates, and also tries cells that the opponent holds.")
def planes_and_taken_cells(task):
    return solve(task, lines_along(WITHIN_A_PLANE), free="." + OPPONENT[task["side"]])


@wrong("Always moves for black, and so is right only where `side` is x.")
def always_black(task):
    return solve(task, side="x")


@wrong("Counts the ids from 1.")
def ids_from_one(task):
    return [item if item == "-" else item + 1 for item in solve(task)]


main(right)
