"""Step 26: wrong programs. The lines, the order of the rules, and the choice of cells vary."""
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


def completing(board, side, lines):
    cells = set()
    for line in lines:
        stones = [board[c] for c in line]
        if stones.count(side) == 3 and stones.count(".") == 1:
            cells.add(line[stones.index(".")])
    return cells


def on_pairs(board, side, lines, stones_wanted=(2,), blocked=False, start=()):
    """For each empty cell, the number of lines with two stones of the side through it."""
    counts = dict.fromkeys(start, 0)
    for line in lines:
        stones = [board[c] for c in line]
        own, empty = stones.count(side), stones.count(".")
        if own in stones_wanted and (blocked or own + empty == 4):
            for cell in line:
                if board[cell] == ".":
                    counts[cell] = counts.get(cell, 0) + 1
    return counts


def largest(counts):
    return [c for c in counts if counts[c] == max(counts.values())]


def first_largest(counts):
    return sorted(largest(counts))[:1]


def solve(task, *, order=(1, 2, 3, 4, 5), lines=LINES, choose_pairs=largest,
          choose_any=list, name=int, start_from_all=False, **pair_options):
    own = task["side"]
    other = "o" if own == "x" else "x"
    items = []
    for board in task["boards"]:
        empty = [c for c in range(256) if board[c] == "."]
        if start_from_all:
            pair_options["start"] = empty
        rules = {
            1: lambda: completing(board, own, lines),
            2: lambda: completing(board, other, lines),
            3: lambda: choose_pairs(on_pairs(board, other, lines, **pair_options)),
            4: lambda: choose_pairs(on_pairs(board, own, lines, **pair_options)),
            5: lambda: choose_any(empty),
        }
        for rule in order:
            cells = rules[rule]()
            if cells:
                items.append(f"{rule}: {' '.join(str(name(c)) for c in sorted(cells))}")
                break
    return items


def right(task):
    return solve(task)


@wrong("Blocks the opponent's three stones before it completes a line of its own: rule 2 is tried before rule 1.")
def block_first(task):
    return solve(task, order=(2, 1, 3, 4, 5))


@wrong("In rules 3 and 4, keeps only the cell with the lowest id among those that share the largest count.")
def one_of_the_best(task):
    return solve(task, choose_pairs=first_largest)


@wrong("In rules 3 and 4, counts every line with exactly two stones of the side, also where a stone of the other side blocks it.")
def blocked_pairs(task):
    return solve(task, blocked=True)


@wrong("Ends the loops over the ids at 254: the cell 255 is never named, and no line through it is known.")
def last_cell_missing(task):
    return solve(task, lines=[line for line in LINES if 255 not in line],
                 choose_any=lambda cells: [c for c in cells if c != 255])


@wrong("Takes four ids at equal distances for a line, without a test that the line ends at the border.")
def lines_by_step(task):
    return solve(task, lines=find_lines_by_step())


@wrong("Uses only directions of 0 and 1, so all diagonals along which one coordinate rises and another falls are missing.")
def rising_directions(task):
    return solve(task, lines=find_lines([v for v in DIRECTIONS if min(v) >= 0]))


@wrong("Starts the counts of rule 3 with 0 for every empty cell, so rule 3 applies with all empty cells where no line has two stones of T.")
def counts_of_zero(task):
    return solve(task, start_from_all=True)


@wrong("Tries rule 4 before rule 3, and gives in both all empty cells of the lines instead of those with the largest count.")
def own_pairs_all_cells(task):
    return solve(task, order=(1, 2, 4, 3, 5), choose_pairs=list)


@wrong("In rules 3 and 4, counts lines with one stone as well as lines with two, and for rule 5 names only the first empty cell.")
def one_stone_counts(task):
    return solve(task, stones_wanted=(1, 2), choose_any=lambda cells: cells[:1])


@wrong("Finds the right cells, but writes their ids with the weights in the reverse order: x·64 + y·16 + z·4 + w.")
def reversed_ids(task):
    return solve(task, name=lambda c: c % 4 * 64 + c // 4 % 4 * 16 + c // 16 % 4 * 4 + c // 64)


main(right)
