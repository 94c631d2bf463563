"""Step 26: wrong programs. The rule that the computer uses, and its cells."""
from itertools import product

from harness import main, wrong

HALF = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]
OTHER = {"x": "o", "o": "x"}


def changing(direction):
    return sum(map(abs, direction))


def lines(directions=HALF):
    found = []
    for v in directions:
        for start in product(range(4), repeat=4):
            cells = [tuple(n + step * d for n, d in zip(start, v)) for step in range(4)]
            if all(0 <= n < 4 for cell in cells for n in cell):
                found.append([x + 4 * y + 16 * z + 64 * w for x, y, z, w in cells])
    return found


LINES = lines()


def tally(board, side, stones, found, mixed=False):
    """For every empty cell: on how many lines with so many stones of the side it lies."""
    counts = {}
    for cells in found:
        if sum(board[n] == side for n in cells) == stones and (mixed or all(board[n] in (side, ".") for n in cells)):
            for n in cells:
                if board[n] == ".":
                    counts[n] = counts.get(n, 0) + 1
    return counts


def largest(counts):
    return [n for n in counts if counts[n] == max(counts.values())]


def rule(board, mine, order=(1, 2, 3, 4), found=LINES, choose=largest, mixed=False):
    """The number of the rule and its cells."""
    sides = {1: (mine, 3), 2: (OTHER[mine], 3), 3: (OTHER[mine], 2), 4: (mine, 2)}
    for number in order:
        counts = tally(board, *sides[number], found, mixed)
        cells = choose(counts) if number > 2 else list(counts)
        if cells:
            return number, cells
    return 5, [n for n in range(256) if board[n] == "."]


def write(number, cells):
    return f"{number}: {' '.join(map(str, sorted(cells)))}"


def rules(task, **changes):
    return [write(*rule(board, task["side"], **changes)) for board in task["boards"]]


def right(task):
    return rules(task)


@wrong("Stops the opponent's three before its own line is completed.")
def stops_before_own(task):
    return rules(task, order=(2, 1, 3, 4))


@wrong("Looks at its own two stones before the opponent's.")
def own_two_first(task):
    return rules(task, order=(1, 2, 4, 3))


@wrong("Keeps only the first of the cells that share the largest count.")
def first_of_largest(task):
    return rules(task, choose=lambda counts: sorted(largest(counts))[:1])


@wrong("Takes a line with two stones of one side and one of the other for a line of rule 3 or 4.")
def mixed_lines(task):
    return rules(task, mixed=True)


@wrong("Gives all empty cells on the lines of rule 3 or 4, not only those with the largest count.")
def all_cells_of_lines(task):
    return rules(task, choose=list)


@wrong("Starts the largest count with 1 and wants more, so that rules 3 and 4 give no cell if all lie on one line only.")
def more_than_one(task):
    return rules(task, choose=lambda counts: [n for n in largest(counts) if counts[n] > 1])


@wrong("Does not empty the list of best cells when a larger count is found.")
def list_not_emptied(task):
    def choose(counts):
        cells, most = [], 0
        for n in sorted(counts):
            if counts[n] >= most:
                most = counts[n]
                cells.append(n)
        return cells

    return rules(task, choose=choose)


@wrong("Leaves out the lines that change three or four coordinates.")
def two_changes_only(task):
    return rules(task, found=lines([v for v in HALF if changing(v) <= 2]))


@wrong("Plays for black on every board, and leaves out the directions with a component -1.")
def black_no_falling_lines(task):
    return rules(task | {"side": "x"}, found=lines([v for v in HALF if -1 not in v]))


@wrong("Writes the ids with x as the slowest coordinate, not w.")
def x_slowest(task):
    return [write(number, [n // 64 + n // 16 % 4 * 4 + n // 4 % 4 * 16 + n % 4 * 64 for n in cells])
            for number, cells in (rule(board, task["side"]) for board in task["boards"])]


main(right)
