"""Step 26: wrong programs. The five rules of the computer player."""

from functools import cache, lru_cache
from itertools import product

from harness import main, wrong

WEIGHTS = (1, 4, 16, 64)
DIRECTIONS = tuple(v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0))
PLANES = tuple(v for v in DIRECTIONS if v.count(0) >= 2)


def to_id(cell):
    return sum([c * weight for c, weight in zip(cell, WEIGHTS)])


@cache
def all_lines(directions):
    """The lines along the directions: their cells, and a mask of these."""
    lines = []
    for v in directions:
        step = to_id(v)
        for start in map(to_id, product(*({1: [0], -1: [3], 0: range(4)}[d] for d in v))):
            lines.append((range(start, start + 4 * step, step), sum([1 << start + k * step for k in range(4)])))
    return lines


@lru_cache(maxsize=1000)
def cells_with(board, content):
    """The cells with this content, as a mask, with bit n for the id n."""
    return sum([1 << cell for cell in range(256) if board[cell] == content])


@lru_cache(maxsize=10000)
def known_counts(board, side, stones, directions, empty):
    held, free, number = cells_with(board, side), cells_with(board, "."), {}
    for line in [line for line, mask in all_lines(directions) if (mask & held).bit_count() == stones]:
        cells = [cell for cell in line if free >> cell & 1]
        if len(cells) >= empty:
            for cell in cells:
                number[cell] = number.get(cell, 0) + 1
    return number


def counts(board, side, stones, directions=DIRECTIONS, empty=None):
    """How many lines with so many stones of the side, and otherwise `empty` empty cells, lead through each empty cell."""
    return known_counts(board, side, stones, directions, 4 - stones if empty is None else empty).copy()


def most(number, enough=None):
    enough = max(number.values(), default=0) if enough is None else enough
    return [cell for cell, count in number.items() if count >= enough]


def rules(board, side, directions=DIRECTIONS):
    """The cells of the five rules."""
    other = "xo"[side == "x"]
    return [
        list(counts(board, side, 3, directions)),
        list(counts(board, other, 3, directions)),
        most(counts(board, other, 2, directions)),
        most(counts(board, side, 2, directions)),
        [cell for cell in range(256) if board[cell] == "."],
    ]


def first_rule(cells, order=(1, 2, 3, 4, 5)):
    """The item of the first rule in this order that has cells."""
    rule = next(rule for rule in order if cells[rule - 1])
    return f"{rule}: " + " ".join(map(str, sorted(cells[rule - 1])))


def solve(task, change=lambda cells, board, side: cells, order=(1, 2, 3, 4, 5), directions=DIRECTIONS):
    side = task["side"]
    return [first_rule(change(rules(board, side, directions), board, side), order) for board in task["boards"]]


def right(task):
    return solve(task)


@wrong("Tries rule 2 before rule 1: it blocks although it could complete a line.")
def blocks_first(task):
    return solve(task, order=(2, 1, 3, 4, 5))


@wrong("Tries rule 4 before rule 3: with two stones on a line it looks at its own lines first.")
def own_pairs_first(task):
    return solve(task, order=(1, 2, 4, 3, 5))


@wrong("Gives only one of several cells with the largest count in rules 3 and 4.")
def one_of_the_most(task):
    return solve(task, lambda cells, *_: cells[:2] + [cells[2][:1], cells[3][:1], cells[4]])


@wrong("Gives all empty cells of the lines in rules 3 and 4, not only those on the most lines.")
def not_only_the_most(task):
    def all_of_them(cells, board, side):
        other = "xo"[side == "x"]
        return cells[:2] + [most(counts(board, other, 2), 1), most(counts(board, side, 2), 1), cells[4]]

    return solve(task, all_of_them)


@wrong("Looks for the most lines in rules 1 and 2 too: a cell that completes one line is left out when another completes two.")
def most_in_every_rule(task):
    def also_threes(cells, board, side):
        other = "xo"[side == "x"]
        return [most(counts(board, side, 3)), most(counts(board, other, 3)), *cells[2:]]

    return solve(task, also_threes)


@wrong("Needs only two stones of one side and at least one empty cell in rules 3 and 4, so a stone of the other side does no harm.")
def mixed_lines(task):
    def mixed(cells, board, side):
        other = "xo"[side == "x"]
        return cells[:2] + [most(counts(board, other, 2, empty=1)), most(counts(board, side, 2, empty=1)), cells[4]]

    return solve(task, mixed)


@wrong("Forgets rule 2: without a line of its own to complete it goes on with rule 3.")
def never_blocks(task):
    return solve(task, order=(1, 3, 4, 5))


@wrong("Counts in rule 3 also the lines with one stone of T and three empty cells.")
def single_stones(task):
    def ones_too(cells, board, side):
        other = "xo"[side == "x"]
        number = counts(board, other, 2)
        for cell, count in counts(board, other, 1).items():
            number[cell] = number.get(cell, 0) + count
        return [*cells[:2], most(number), *cells[3:]]

    return solve(task, ones_too)


@wrong("Scans only lines that change at most two coordinates, and uses rule 3 only when some cell lies on two or more of its lines.")
def planes_and_crossings(task):
    def crossings(cells, board, side):
        number = counts(board, "xo"[side == "x"], 2, PLANES)
        return [*cells[:2], cells[2] if max(number.values(), default=0) > 1 else [], *cells[3:]]

    return solve(task, crossings, directions=PLANES)


@wrong("Reads the boards rightly, but writes the ids with the weight 64 for x, 16 for y, 4 for z and 1 for w.")
def reversed_ids(task):
    def mirrored(cells, *_):
        return [[sum(cell // weight % 4 * 64 // weight for weight in WEIGHTS) for cell in found] for found in cells]

    return solve(task, mirrored)


main(right)
