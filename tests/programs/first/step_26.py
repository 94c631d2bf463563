"""Step 26, the computer's five rules: wrong programs for "which rule applies, and which cells may it choose?"."""

from collections import Counter
from functools import cache, lru_cache
from itertools import product

from harness import main, wrong

VECTORS = list(product((-1, 0, 1), repeat=4))
DIRECTIONS = tuple(VECTORS[41:])  # VECTORS[40] is (0, 0, 0, 0); of v and -v only one comes after it
WEIGHTS = (1, 4, 16, 64)  # of x, y, z and w
ENDS = {1: [0], -1: [3], 0: range(4)}  # where a coordinate can start, by its component


def cell_id(cell, weights=WEIGHTS):
    return sum([coordinate * weight for coordinate, weight in zip(cell, weights)])


@cache
def lines_along(directions=DIRECTIONS):
    """The ids of the cells of each line, and these as a mask, with bit n for the id n."""
    starts = ((cell_id(start), cell_id(direction))
              for direction in directions for start in product(*(ENDS[component] for component in direction)))
    lines = [range(start, start + 4 * step, step) for start, step in starts]
    return [(line, sum([1 << cell for cell in line])) for line in lines]


LINES = lines_along()


@lru_cache(1000)
def cells_with(board, content):
    """The cells with this content, as a mask."""
    return sum([1 << cell for cell in range(256) if board[cell] == content])


def every(count):
    return list(count)


def largest(count):
    """The cells with the largest count, in the order in which they were found."""
    most = max(count.values(), default=0)
    return [cell for cell in count if count[cell] == most]


def first_largest(count):
    return largest(count)[:1]


def at_least_two(count):
    return [cell for cell in largest(count) if count[cell] >= 2]


def cells_of_rule(board, side, stones, choose, lines=LINES, mixed=False, apart=True):
    """The chosen ones of the empty cells on lines with so many stones of the side and, unless `mixed`, no other stone.
    Unless `apart`, two of the stones have to be neighbours."""
    held, free = cells_with(board, side), cells_with(board, ".")
    others = 0 if mixed else ~(held | free)
    found = [line for line, mask in lines if (mask & held).bit_count() == stones and not mask & others]
    if not apart:
        found = [line for line in found if 2 * side in "".join([board[cell] for cell in line])]
    return choose(Counter([cell for line in found for cell in line if board[cell] == "."]))


def first_rule(board, side, order=(1, 2, 3, 4), most=largest, most_of_opponent=None, mixed=False, **where):
    """The number and the cells of the first rule that gives a cell, when the rules are tried in this order."""
    other = "o" if side == "x" else "x"
    rules = {1: (side, 3, every), 2: (other, 3, every), 3: (other, 2, most_of_opponent or most), 4: (side, 2, most)}
    for rule in order:
        if cells := cells_of_rule(board, *rules[rule], mixed=mixed and rule > 2, **where):
            return rule, cells
    return 5, [cell for cell in range(256) if board[cell] == "."]


def each(task, side=None, weights=WEIGHTS, **rules):
    """The answer for a side that may differ from that of the task, written with ids that have these weights."""
    answers = []
    for board in task["boards"]:
        rule, cells = first_rule(board, side or task["side"], **rules)
        ids = cells if weights == WEIGHTS else [cell_id([cell // weight % 4 for weight in WEIGHTS], weights) for cell in cells]
        answers.append(f"{rule}: " + " ".join(map(str, sorted(ids))))
    return answers


def right(task):
    return each(task)


@wrong("Tries the lines with two stones of its own (rule 4) before those of the opponent (rule 3).")
def own_twos_first(task):
    return each(task, order=(1, 2, 4, 3))


@wrong("Stops the opponent's three stones (rule 2) before it completes its own line (rule 1).")
def block_before_win(task):
    return each(task, order=(2, 1, 3, 4))


@wrong("Keeps only the first of the cells that share the largest count.")
def first_of_a_tie(task):
    return each(task, most=first_largest)


@wrong("Counts lines with two stones of one side in rules 3 and 4 even if a stone of the other side is on them.")
def mixed_lines(task):
    return each(task, mixed=True)


@wrong("Gives all empty cells of the lines in rules 3 and 4, not only those that lie on the most lines.")
def every_cell_of_the_lines(task):
    return each(task, most=every)


@wrong("Takes `side` for the side that has just moved, so that S and T are exchanged.")
def sides_exchanged(task):
    return each(task, side="o" if task["side"] == "x" else "x")


@wrong("Finds in rules 3 and 4 only lines whose two stones are neighbours, not those with a gap between them.")
def neighbours_only(task):
    return each(task, apart=False)


@wrong("Leaves out lines that change three or four coordinates, and leaves out rule 4.")
def at_most_two_changes_and_no_rule_4(task):
    return each(task, lines=lines_along(tuple(d for d in DIRECTIONS if d.count(0) >= 2)), order=(1, 2, 3))


@wrong("Applies rule 3 only if a cell lies on two or more of its lines, and uses only directions without -1.")
def two_lines_for_rule_3_and_rising_only(task):
    return each(task, most_of_opponent=at_least_two, lines=lines_along(tuple(d for d in DIRECTIONS if -1 not in d)))


@wrong("Finds the right cells, but writes their ids with x slowest and w fastest.")
def ids_with_x_slowest(task):
    return each(task, weights=(64, 16, 4, 1))


main(right)
