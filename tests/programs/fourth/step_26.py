"""Step 26: wrong programs. Which of the computer's five rules applies, and to which cells."""
from collections import Counter
from itertools import product

from harness import main, wrong


def cell_id(cell):
    """The id of (w, z, y, x)."""
    w, z, y, x = cell
    return w * 64 + z * 16 + y * 4 + x


def find_lines(keep=lambda v: v > (0, 0, 0, 0)):
    """All lines along the directions (dw, dz, dy, dx) that `keep` accepts."""
    found = []
    for v in product((-1, 0, 1), repeat=4):
        if keep(v) and any(v):
            for start in product(range(4), repeat=4):
                cells = [[c + n * d for c, d in zip(start, v)] for n in range(4)]
                if all(0 <= c <= 3 for c in cells[3]):
                    found.append([cell_id(cell) for cell in cells])
    return found


def lines_by_id():
    """Lines found by adding a step to the id; the border of the single coordinates is not checked."""
    found = []
    for v in product((-1, 0, 1), repeat=4):
        step = cell_id(v)
        if step > 0:
            found += [[s, s + step, s + 2 * step, s + 3 * step] for s in range(256 - 3 * step)]
    return found


LINES = find_lines()


def completing(board, side, lines, gaps=range(4)):
    """The cells that complete a line; `gaps`: where in the line the empty cell may be."""
    cells = set()
    for line in lines:
        stones = [board[c] for c in line]
        if stones.count(side) == 3 and stones.count(".") == 1 and stones.index(".") in gaps:
            cells.add(line[stones.index(".")])
    return cells


def count_pairs(board, side, lines, own=(2,), counts=None):
    """Counts for each empty cell the lines with two stones of the side and two empty cells."""
    counts = Counter() if counts is None else counts
    for line in lines:
        stones = [board[c] for c in line]
        if stones.count(side) in own and stones.count(side) + stones.count(".") == 4:
            counts.update(c for c in line if board[c] == ".")
    return counts


def most(counts, board, least=0):
    """The empty cells with the largest count."""
    counts = {c: n for c, n in counts.items() if board[c] == "."}
    top = max(counts.values(), default=0)
    return [c for c in counts if counts[c] == top] if top > least else []


def solve(task, lines=LINES, gaps=range(4), own=(2,), pick=most, order=(3, 4), sides=(1, 0), keep_counts=False, to_item=None):
    """`sides`: for rules 3 and 4, whose pairs are looked at (0 is S, 1 is T); `order`: the numbers these two rules are tried in."""
    answer = []
    s = task["side"]
    players = (s, "xo"[s == "x"])
    kept = {3: Counter(), 4: Counter()}
    for board in task["boards"]:
        rules = [(1, lambda: completing(board, players[0], lines, gaps)), (2, lambda: completing(board, players[1], lines, gaps))]
        for number in order:
            side = players[sides[number - 3]]
            rules.append((number, lambda side=side, number=number: pick(
                count_pairs(board, side, lines, own, kept[number] if keep_counts else None), board)))
        rules.append((5, lambda: [c for c in range(256) if board[c] == "."]))
        for number, rule in rules:
            cells = rule()
            if cells:
                break
        answer.append(to_item(number, cells) if to_item else f"{number}: " + " ".join(map(str, sorted(cells))))
    return answer


def right(task):
    return solve(task)


@wrong("In rules 3 and 4 the counts are made once before the loop over the boards, so the lines of the earlier boards are still counted.")
def counts_not_cleared(task):
    return solve(task, keep_counts=True)


@wrong("Rule 4 is a copy of rule 3 in which T was not changed to S, so it never gives a cell and rule 5 applies instead.")
def rule_4_copied(task):
    return solve(task, sides=(1, 1))


@wrong("In rules 3 and 4 every empty cell on such a line is given, not only the cells with the largest count.")
def every_cell_on_a_pair(task):
    return solve(task, pick=lambda counts, board: list(counts))


@wrong("Keeps every direction with dw ≥ 0, so that the lines which stay in one w are counted twice and the others once.")
def flat_lines_twice(task):
    return solve(task, lines=find_lines(lambda v: v[0] >= 0))


@wrong("Rules 1 and 2 look for three neighbouring stones with the empty cell at an end of the line, and miss an empty cell between the stones.")
def gap_at_the_end(task):
    return solve(task, gaps=(0, 3))


@wrong("Turns the cells into ids with x as the slowest coordinate: x·64 + y·16 + z·4 + w.")
def ids_turned_round(task):
    def to_item(number, cells):
        turned = [cell_id((c % 4, c // 4 % 4, c // 16 % 4, c // 64)) for c in cells]
        return f"{number}: " + " ".join(map(str, sorted(turned)))

    return solve(task, to_item=to_item)


@wrong("The own pairs (rule 4) are tried before those of the opponent (rule 3), and of several cells with the largest count only the first is given.")
def own_pairs_first_one_cell(task):
    return solve(task, order=(4, 3), pick=lambda counts, board: sorted(most(counts, board))[:1])


@wrong("In rules 3 and 4 the largest count starts at 1 and must be exceeded, so a rule whose cells lie on one line each gives no cell.")
def maximum_starts_at_one(task):
    return solve(task, pick=lambda counts, board: most(counts, board, least=1))


@wrong("Lines are found by adding a step to the id and checking only that the ids stay below 256, so lines run round the border.")
def lines_round_the_border(task):
    return solve(task, lines=lines_by_id())


@wrong("Uses only directions without −1, and in rules 3 and 4 a line with one stone and three empty cells counts as well.")
def rising_only_and_single_stones(task):
    return solve(task, lines=find_lines(lambda v: min(v) >= 0), own=(1, 2))


main(right)
