"""Step 26: wrong programs. The rule that the computer uses on six boards, and the cells that it may choose."""

from collections import Counter
from itertools import product

from harness import main, wrong

DIRECTIONS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]
RUNS = {1: [range(4)], -1: [range(3, -1, -1)], 0: [[value] * 4 for value in range(4)]}


def lines(directions):
    return [
        [x + 4 * y + 16 * z + 64 * w for x, y, z, w in zip(*axes)]
        for v in directions
        for axes in product(*(RUNS[d] for d in v))
    ]


LINES = lines(DIRECTIONS)
OTHER = {"x": "o", "o": "x"}


def counts(board, side, stones, lines=LINES, mixed=False, together=False):
    """How many lines with `stones` stones of the side, the rest of them empty, lead through each empty cell.

    mixed: a stone of the other side may be on the line, too. together: the stones must lie next to each other.
    """
    found = Counter()
    for line in lines:
        on_line = "".join(board[cell] for cell in line)
        if on_line.count(side) == stones and (mixed or on_line.count(".") == 4 - stones):
            if not together or side * stones in on_line:
                found.update(cell for cell in line if board[cell] == ".")
    return found


def largest(found, least=1):
    """The cells with the largest count, if that is at least `least`."""
    top = max([*found.values(), least])
    return [cell for cell, count in found.items() if count == top]


ORDER = ((1, "S", 3), (2, "T", 3), (3, "T", 2), (4, "S", 2))


def choose(board, side, order=ORDER, two=largest, lines=LINES, **kind):
    """The first rule of the order that gives cells. `two`: how the cells of rules 3 and 4 are picked."""
    sides = {"S": side, "T": OTHER[side]}
    for rule, who, stones in order:
        if stones == 3:
            cells = list(counts(board, sides[who], 3, lines))
        else:
            cells = two(counts(board, sides[who], 2, lines, **kind))
        if cells:
            return rule, cells
    return 5, [cell for cell in range(256) if board[cell] == "."]


def item(rule, cells):
    return f"{rule}: {' '.join(str(cell) for cell in sorted(cells))}"


def solve(task, **rules):
    return [item(*choose(board, task["side"], **rules)) for board in task["boards"]]


def right(task):
    return solve(task)


@wrong("With two stones on a line the own lines are looked at before the opponent's: rules 3 and 4 change places.")
def own_pairs_first(task):
    return solve(task, order=(*ORDER[:2], (3, "S", 2), (4, "T", 2)))


@wrong("In rules 3 and 4 a line with two stones of a side counts even if the third stone on it is the other side's.")
def pairs_with_a_third_stone(task):
    return solve(task, mixed=True)


@wrong("Rules 3 and 4 give every empty cell on a line with two stones, not only those on the most such lines.")
def all_cells_of_pairs(task):
    return solve(task, two=list)


@wrong("Rules 3 and 4 are one: for each cell the lines with two stones of T and those with two stones of S are added, as rule 3.")
def pairs_of_both_sides_added(task):
    def choose_added(board):
        rule, cells = choose(board, task["side"], ORDER[:2])
        if rule == 5:
            pairs = largest(counts(board, "x", 2) + counts(board, "o", 2))
            return (3, pairs) if pairs else (5, cells)
        return rule, cells

    return [item(*choose_added(board)) for board in task["boards"]]


@wrong("A larger count in rules 3 and 4 does not empty the list of cells, so cells with smaller counts before it stay in it.")
def list_not_emptied(task):
    def kept(found):
        best, cells = 0, []
        for cell in sorted(found):
            if found[cell] >= best:
                best = found[cell]
                cells.append(cell)
        return cells

    return solve(task, two=kept)


@wrong("In rules 3 and 4 the two stones have to lie next to each other on the line.")
def pairs_next_to_each_other(task):
    return solve(task, together=True)


@wrong("The largest count starts at 1 and has to be exceeded, so rules 3 and 4 give nothing when no cell lies on two such lines.")
def largest_count_of_at_least_two(task):
    return solve(task, two=lambda found: largest(found, least=2))


WITHOUT_FOUR = lines([v for v in DIRECTIONS if 0 in v])


@wrong("Blocking comes before winning, so rules 1 and 2 change places; and lines that change all four coordinates are missing.")
def block_first_without_four_changes(task):
    return solve(task, order=((1, "T", 3), (2, "S", 3), *ORDER[2:]), lines=WITHOUT_FOUR)


@wrong("S is taken for the player who has just moved, and of the cells of the rule only the first is given.")
def sides_exchanged_and_first_cell_only(task):
    chosen = [choose(board, OTHER[task["side"]]) for board in task["boards"]]
    return [item(rule, [min(cells)]) for rule, cells in chosen]


@wrong("The cells are right, but each is sent as its place in the list of the empty cells instead of its id.")
def places_among_empty_cells(task):
    def places(board, cells):
        empty = [cell for cell in range(256) if board[cell] == "."]
        return [empty.index(cell) for cell in cells]

    chosen = [(board, *choose(board, task["side"])) for board in task["boards"]]
    return [item(rule, places(board, cells)) for board, rule, cells in chosen]


main(right)
