"""Step 28: wrong programs. A sequence of threats that wins."""

from functools import cache
from itertools import product

from harness import main, wrong

WEIGHTS = (1, 4, 16, 64)
DIRECTIONS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]


def to_id(cell):
    return sum(c * weight for c, weight in zip(cell, WEIGHTS))


@cache
def all_lines(directions):
    """The lines along the directions, and those through each cell."""
    lines = []
    for v in directions:
        for start in product(*({1: [0], -1: [3], 0: range(4)}[d] for d in v)):
            lines.append(tuple(to_id([c + k * d for c, d in zip(start, v)]) for k in range(4)))
    return lines, [[line for line in lines if cell in line] for cell in range(256)]


class Search:
    """The search for a winning sequence; the options take out or change one condition each."""

    def __init__(self, board, side, directions=DIRECTIONS, answers=True, defence=True, wins=2, total=False, greedy=False):
        self.board, self.side, self.other = list(board), side, "xo"[side == "x"]
        self.answers, self.defence, self.wins, self.total, self.greedy = answers, defence, wins, total, greedy
        self.lines, self.through = all_lines(tuple(directions))

    def completing(self, cell, side):
        """The cells that complete a line through this cell for the side."""
        found = set()
        for line in self.through[cell]:
            held = [self.board[c] for c in line]
            if held.count(side) == 3 and "." in held:
                found.add(line[held.index(".")])
        return found

    def moves(self):
        """The empty cells on lines with two stones of the side and two empty cells."""
        found = set()
        for line in self.lines:
            held = [self.board[c] for c in line]
            if held.count(self.side) == 2 and held.count(".") == 2:
                found.update(c for c in line if self.board[c] == ".")
        return sorted(found)

    def sequence(self, depth, danger=frozenset(), before=0):
        """A winning sequence of at most `depth` moves, or None; `danger` holds the completing cells of the other side."""
        if len(danger) > 1:
            return None
        for move in danger or self.moves():
            self.board[move] = self.side
            threats = self.completing(move, self.side)
            made = len(threats) + self.total * before
            rest = [] if made >= self.wins else None
            if rest is None and threats and depth > 1:
                rest = self.after(min(threats), depth - 1, made)
            self.board[move] = "."
            if rest is not None:
                return [move, *rest]
            if threats and self.greedy:
                return [move] if depth == 1 else None
        return None

    def after(self, reply, depth, made):
        """Goes on after the other side has taken the cell `reply`."""
        if not self.answers:
            return self.sequence(depth, before=made)
        self.board[reply] = self.other
        danger = self.completing(reply, self.other) if self.defence else frozenset()
        rest = self.sequence(depth, danger, made)
        self.board[reply] = "."
        return rest or ([] if self.greedy else None)

    def shortest(self, longest=5):
        """The shortest winning sequence; where none is found, the first threat."""
        for depth in [longest] if self.greedy else range(1, longest + 1):
            found = self.sequence(depth)
            if found:
                return found
        return self.moves()[:1]


def search(task, longest=5, **options):
    return [Search(board, task["side"], **options).shortest(longest) for board in task["boards"]]


def solve(task, longest=5, **options):
    return [" ".join(map(str, moves)) for moves in search(task, longest, **options)]


def right(task):
    return solve(task)


@wrong("Does not put the forced answers of T on the board.")
def no_answers(task):
    return solve(task, answers=False)


@wrong("Does not look at the completing cells that T gets from its forced answers.")
def no_defence(task):
    return solve(task, defence=False)


@wrong("Ends the sequence as soon as a move makes one threat.")
def one_threat(task):
    return solve(task, wins=1)


@wrong("Ends the sequence when all moves together have made two threats, although the earlier ones are answered already.")
def two_in_total(task):
    return solve(task, total=True)


@wrong("Scans only directions without -1.")
def rising_only(task):
    return solve(task, directions=[v for v in DIRECTIONS if min(v) >= 0])


@wrong("Searches only sequences of one or two moves, and sends the first threat where it finds none.")
def at_most_two_moves(task):
    return solve(task, longest=2)


@wrong("Never takes a move back: it always plays the first threat it finds, until it has two completing cells or has made five moves.")
def first_threat_always(task):
    return solve(task, greedy=True)


@wrong("Scans only lines that change at most two coordinates, and does not look at the completing cells of T.")
def planes_without_defence(task):
    return solve(task, directions=[v for v in DIRECTIONS if v.count(0) >= 2], defence=False)


def replay(task, forced, final):
    """The right sequences, with the forced answers or the completing move at the end written down as well."""
    answer = []
    for board, moves in zip(task["boards"], search(task)):
        game, written = Search(board, task["side"]), []
        for move in moves:
            game.board[move] = game.side
            reply = min(game.completing(move, game.side))
            last = move == moves[-1]
            game.board[reply] = game.other
            written += [move, reply] if (final if last else forced) else [move]
        answer.append(" ".join(map(str, written)))
    return answer


@wrong("Writes the forced answers of T into the sequence.")
def answers_written(task):
    return replay(task, forced=True, final=False)


@wrong("Adds the move that completes a line after the double threat.")
def completes_too(task):
    return replay(task, forced=False, final=True)


main(right)
