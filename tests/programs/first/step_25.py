"""Step 25, threats: wrong programs for "which cells complete a line of the side?"."""

from functools import cache, lru_cache
from itertools import product

from harness import main, wrong

VECTORS = list(product((-1, 0, 1), repeat=4))
DIRECTIONS = tuple(VECTORS[41:])  # VECTORS[40] is (0, 0, 0, 0); of v and -v only one comes after it
ENDS = {1: [0], -1: [3], 0: range(4)}  # where a coordinate can start, by its component


def cell_id(cell):
    x, y, z, w = cell
    return x + 4 * y + 16 * z + 64 * w


def mask(cells):
    """A set of cells as an integer, with bit n for the id n."""
    return sum([1 << cell for cell in cells])


@cache
def lines_along(directions=DIRECTIONS, places=range(4)):
    """Each line as a set of cells, and as the set of those cells that are at one of these places of the line."""
    lines = [(cell_id(start), cell_id(direction))
             for direction in directions for start in product(*(ENDS[component] for component in direction))]
    return lines_of_equal_steps(lines, places)


def lines_of_equal_steps(lines, places=range(4)):
    """The lines with such a first id and such a step from each id to the next one."""
    return [(mask(start + n * step for n in range(4)), mask(start + n * step for n in places)) for start, step in lines]


LINES = lines_along()
STARTS = [(start, cell_id(direction)) for direction in DIRECTIONS for start in range(256)]
LINES_OVER_THE_BORDER = lines_of_equal_steps([(start, step) for start, step in STARTS if 0 <= start + 3 * step <= 255])


@lru_cache(1000)
def cells_with(board, contents):
    return mask(cell for cell, content in enumerate(board) if content in contents)


def completing_cells(board, side, lines=LINES, fourth="."):
    """The fourth cell of each line with three stones of the side."""
    missing, free = ~cells_with(board, side), cells_with(board, fourth)
    rests = [line & missing & places & free for line, places in lines if (line & missing).bit_count() == 1]
    return [rest.bit_length() - 1 for rest in rests if rest]


def opponent(side):
    return "o" if side == "x" else "x"


def write(ids):
    return " ".join(map(str, ids)) or "-"


def each(task, find=completing_cells, arrange=lambda ids: sorted(set(ids)), **rule):
    return [write(arrange(find(board, task["side"], **rule))) for board in task["boards"]]


def right(task):
    return each(task)


@wrong("Looks for black's cells in every task, without a look at `side`.")
def always_black(task):
    return right(task | {"side": "x"})


@wrong("Takes the fourth cell of a line with three stones of the side also if a stone of the opponent is on it.")
def blocked_lines_too(task):
    return each(task, fourth="." + opponent(task["side"]))


@wrong("Finds only lines whose empty cell is at an end.")
def ends_only(task):
    return each(task, lines=lines_along(places=(0, 3)))


@wrong("Uses only directions without -1, so that diagonals which fall in a coordinate while they rise in another are lost.")
def rising_only(task):
    return each(task, lines=lines_along(tuple(d for d in DIRECTIONS if -1 not in d)))


@wrong("Stops at the first completing cell of a board.")
def first_cell_only(task):
    return each(task, arrange=lambda ids: ids[:1])


@wrong("Where the side has no completing cell, sends the opponent's, which would have to be blocked, instead of '-'.")
def block_instead(task):
    def find(board, side):
        return completing_cells(board, side) or completing_cells(board, opponent(side))

    return each(task, find)


@wrong("Keeps of v and -v the one with a positive sum, so that directions with the sum 0, such as (1,-1,0,0), are lost.")
def positive_sum(task):
    return each(task, lines=lines_along(tuple(vector for vector in VECTORS if sum(vector) > 0)))


@wrong("Gives the completing cells of both sides together, and leaves out lines that change three or four coordinates.")
def both_sides_and_at_most_two_changes(task):
    lines = lines_along(tuple(d for d in DIRECTIONS if d.count(0) >= 2))

    def find(board, side):
        return completing_cells(board, side, lines) + completing_cells(board, opponent(side), lines)

    return each(task, find)


@wrong("Adds the step to the id alone, so that a line may run over the border into the next row, and then stops at the "
       "first completing cell of a board.")
def steps_on_the_id_and_first_only(task):
    return each(task, lines=LINES_OVER_THE_BORDER, arrange=lambda ids: ids[:1])


@wrong("Counts the ids from 1.")
def ids_from_one(task):
    return each(task, arrange=lambda ids: [number + 1 for number in sorted(set(ids))])


main(right)
