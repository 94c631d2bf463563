"""Step 28: wrong programs. A sequence of threats that wins."""
from itertools import product

from harness import main, wrong

HALF = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]
OTHER = {"x": "o", "o": "x"}


def lines(directions=HALF):
    found = []
    for v in directions:
        for start in product(range(4), repeat=4):
            cells = [tuple(n + step * d for n, d in zip(start, v)) for step in range(4)]
            if all(0 <= n < 4 for cell in cells for n in cell):
                found.append([x + 4 * y + 16 * z + 64 * w for x, y, z, w in cells])
    return found


LINES = lines()


def completing(board, side, found=LINES):
    """The cells that complete a line of the side."""
    cells = set()
    for line in found:
        stones = [board[n] for n in line]
        if stones.count(side) == 3 and "." in stones:
            cells.add(line[stones.index(".")])
    return cells


def candidates(board, side, found):
    """The empty cells on lines with two stones of the side and two empty cells."""
    return sorted({n for line in found for stones in [[board[n] for n in line]]
                   if stones.count(side) == 2 and stones.count(".") == 2 for n in line if board[n] == "."})


def search(board, side, moves, own=LINES, other=LINES, answers=True, enough=2):
    """A sequence of exactly so many moves, as pairs of move and answer; None if there is none.

    `own` and `other` are the lines looked at for each side, `answers` puts the answer on the board.
    """
    board = list(board)
    for move in candidates(board, side, own):
        board[move] = side
        mine = sorted(completing(board, side, own))
        safe = not completing(board, OTHER[side], other)
        if safe and moves == 1 and len(mine) >= enough:
            return [(move, None)]
        if safe and moves > 1 and len(mine) == 1:
            board[mine[0]] = OTHER[side] if answers else "."
            rest = search(board, side, moves - 1, own, other, answers, enough)
            if rest:
                return [(move, mine[0]), *rest]
            board[mine[0]] = "."
        board[move] = "."
    return None


def shortest(board, side, lengths=(1, 2, 3, 4, 5), **changes):
    """The first sequence found, else the first cell on a line with two stones."""
    found = (search(board, side, moves, **changes) for moves in lengths)
    return next(filter(None, found), [(n, None) for n in candidates(board, side, LINES)[:1]])


def write(sequence):
    return " ".join(str(move) for move, answer in sequence)


def sequences(task, **changes):
    return [shortest(board, task["side"], **changes) for board in task["boards"]]


def right(task):
    return list(map(write, sequences(task)))


@wrong("Does not put the opponent's forced answers on the board.")
def answers_forgotten(task):
    return list(map(write, sequences(task, answers=False)))


@wrong("Does not look at the opponent's completing cells.")
def opponent_forgotten(task):
    return list(map(write, sequences(task, other=[])))


@wrong("Ends the sequence with a move that makes only one threat.")
def one_threat_is_enough(task):
    return list(map(write, sequences(task, enough=1)))


@wrong("Writes the forced answers into the sequence.")
def answers_written(task):
    return [" ".join(str(n) for pair in sequence for n in pair if n is not None) for sequence in sequences(task)]


@wrong("Leaves out the directions with a component -1.")
def no_falling_lines(task):
    found = lines([v for v in HALF if -1 not in v])
    return list(map(write, sequences(task, own=found, other=found, lengths=(1, 2, 3))))


@wrong("Looks only at rows along one axis for the opponent's completing cells.")
def opponent_along_axes(task):
    return list(map(write, sequences(task, other=lines([v for v in HALF if sum(map(abs, v)) == 1]))))


@wrong("Sends the first move of the sequence only.")
def first_move_only(task):
    return [write(sequence[:1]) for sequence in sequences(task)]


@wrong("Plays for black on every board, whatever the side is.")
def always_black(task):
    return list(map(write, sequences(task | {"side": "x"}, lengths=(1, 2, 3))))


@wrong("Does not look at the opponent's completing cells, and ends with a move that makes only one threat after the first.")
def one_threat_opponent_forgotten(task):
    return list(map(write, sequences(task, lengths=(2,), other=[], enough=1)))


@wrong("Sends the moves from the last to the first, as they come back from the recursion.")
def last_move_first(task):
    return [write(sequence[::-1]) for sequence in sequences(task)]


main(right)
