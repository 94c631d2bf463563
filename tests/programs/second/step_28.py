"""Step 28: wrong programs. A depth-first search for a row of threats; what it asks of a move varies."""
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


def through(lines):
    """For each cell, the lines through it."""
    return [[line for line in lines if cell in line] for cell in range(256)]


LINES = through(find_lines())


def threats(board, side, lines, stone, blocked=False):
    """The fourth cells of the lines through a new stone with three stones of its side; they are empty unless `blocked`."""
    cells = set()
    for line in lines[stone]:
        if sum(board[c] == side for c in line) == 3:
            cell = next(c for c in line if board[c] != side)
            if board[cell] == "." or blocked:
                cells.add(cell)
    return cells


def search(board, side, depth, options, danger=frozenset(), still_open=frozenset()):
    """The moves, each with the forced answer or None, or nothing if no sequence of at most `depth` moves wins."""
    lines, other = options["lines"], "o" if side == "x" else "x"
    position = "".join(board), depth, frozenset(danger), frozenset(still_open)
    if position in options["failed"]:
        return None
    for move in range(256):
        if board[move] != "." or danger - {move}:
            continue
        board[move] = side
        found = threats(board, side, lines, move, options["blocked"]) | still_open - {move}
        steps = None
        if len(found) > 1:
            steps = [(move, None)]
        elif found and depth > 1:
            answer = min(found)
            before = board[answer]
            if options["put_answer"]:
                board[answer] = other
            new_danger = threats(board, other, lines, answer) if options["put_answer"] and options["watch"] else set()
            rest = search(board, side, depth - 1, options, new_danger, set() if options["put_answer"] else found)
            steps = rest and [(move, answer), *rest]
            board[answer] = before
        elif danger and depth > 1 and options["block_only"]:
            rest = search(board, side, depth - 1, options)
            steps = rest and [(move, None), *rest]
        board[move] = "."
        if steps:
            return steps
    options["failed"].add(position)
    return None


def solve(task, *, side=None, lines=LINES, put_answer=True, watch=True, block_only=False,
          blocked=False, write=lambda steps: [move for move, _ in steps]):
    items = []
    for board in task["boards"]:
        options = {"lines": lines, "put_answer": put_answer, "watch": watch, "block_only": block_only,
                   "blocked": blocked, "failed": set()}
        found = (search(list(board), side or task["side"], depth, options) for depth in range(1, 6))
        steps = next(filter(None, found), [(board.index("."), None)])  # without a sequence: any empty cell
        items.append(" ".join(map(str, write(steps))))
    return items


def right(task):
    return solve(task)


@wrong("Does not put the forced answer on the board: its cell stays empty, and the threat still counts after the next move.")
def answer_forgotten(task):
    return solve(task, put_answer=False)


@wrong("Never looks whether the forced answer gives the opponent three stones on a line.")
def danger_forgotten(task):
    return solve(task, watch=False)


@wrong("Counts three stones on a line as a threat also where the fourth cell holds a stone of the opponent.")
def blocked_threats(task):
    return solve(task, blocked=True)


@wrong("Knows only the lines within one block of equal w: the 27 directions that change w are missing.")
def one_block(task):
    return solve(task, lines=through(find_lines([v for v in DIRECTIONS if v[3] == 0])))


@wrong("Lets a move that takes the opponent's completing cell make no threat of its own, and moves again at once.")
def block_without_threat(task):
    return solve(task, block_only=True)


@wrong("Takes four ids at equal distances for a line, without a test that the line ends at the border.")
def lines_by_step(task):
    return solve(task, lines=through(find_lines_by_step()))


@wrong("Always plays black, and never looks at the completing cells of the opponent.")
def black_without_danger(task):
    return solve(task, side="x", watch=False)


@wrong("Uses only directions of 0 and 1, and does not put the forced answer on the board.")
def rising_answer_forgotten(task):
    return solve(task, lines=through(find_lines([v for v in DIRECTIONS if min(v) >= 0])), put_answer=False)


@wrong("Writes the forced answers of the opponent into the sequence.")
def answers_written(task):
    return solve(task, write=lambda steps: [c for step in steps for c in step if c is not None])


@wrong("Collects the moves on the way back from the recursion, so the last move comes first.")
def last_move_first(task):
    return solve(task, write=lambda steps: [move for move, _ in reversed(steps)])


main(right)
