"""Step 25, threats: wrong programs for "which cells complete a line of the side?"."""

from itertools import product

from harness import main, wrong

VECTORS = list(product((-1, 0, 1), repeat=4))
DIRECTIONS = VECTORS[41:]  # VECTORS[40] is (0, 0, 0, 0); of v and -v only one comes after it
ENDS = {1: [0], -1: [3], 0: range(4)}  # where a coordinate can start, by its component


def cell_id(cell):
    return sum(coordinate * weight for coordinate, weight in zip(cell, (1, 4, 16, 64)))


def lines_along(directions=DIRECTIONS):
    """The ids of the cells of each line."""
    return [[cell_id(start) + step * cell_id(direction) for step in range(4)]
            for direction in directions for start in product(*(ENDS[component] for component in direction))]


LINES = lines_along()


def completing_cells(board, side, lines=LINES, places=range(4), fourth="."):
    """The fourth cell of each line with three stones of the side."""
    return [line[place] for line in lines for place in places
            if board[line[place]] in fourth and [board[cell] for cell in line].count(side) == 3]


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
    return each(task, places=(0, 3))


@wrong("Uses only directions without -1, so that diagonals which fall in a coordinate while they rise in another are lost.")
def rising_only(task):
    return each(task, lines=lines_along(d for d in DIRECTIONS if -1 not in d))


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
    return each(task, lines=lines_along(vector for vector in VECTORS if sum(vector) > 0))


@wrong("Gives the completing cells of both sides together, and leaves out lines that change three or four coordinates.")
def both_sides_and_at_most_two_changes(task):
    lines = lines_along(d for d in DIRECTIONS if d.count(0) >= 2)

    def find(board, side):
        return completing_cells(board, side, lines) + completing_cells(board, opponent(side), lines)

    return each(task, find)


@wrong("Adds the step to the id alone, so that a line may run over the border into the next row, and then stops at the "
       "first completing cell of a board.")
def steps_on_the_id_and_first_only(task):
    lines = [[start + step * cell_id(direction) for step in range(4)] for direction in DIRECTIONS for start in range(256)]
    return each(task, lines=[line for line in lines if 0 <= line[3] <= 255], arrange=lambda ids: ids[:1])


@wrong("Counts the ids from 1.")
def ids_from_one(task):
    return each(task, arrange=lambda ids: [number + 1 for number in sorted(set(ids))])


main(right)
