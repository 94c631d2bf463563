"""Step 28: wrong programs. A sequence of threats that wins."""

from functools import cache, lru_cache, reduce
from itertools import product
from operator import or_

from harness import main, wrong

WEIGHTS = (1, 4, 16, 64)
DIRECTIONS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]


def to_id(cell):
    return sum(c * weight for c, weight in zip(cell, WEIGHTS))


@cache
def all_lines(directions):
    """The lines along the directions, and those through each cell; a line is a set of cells, with bit n for the id n."""
    lines, through = [], [[] for _ in range(256)]
    for v in directions:
        step = to_id(v)
        for start in map(to_id, product(*({1: [0], -1: [3], 0: range(4)}[d] for d in v))):
            lines.append(sum([1 << start + k * step for k in range(4)]))
            for k in range(4):
                through[start + k * step].append(lines[-1])
    return lines, through


def cells_of(cells):
    """The ids of a set of cells, in ascending order."""
    ids = []
    while cells:
        ids.append((cells & -cells).bit_length() - 1)
        cells &= cells - 1
    return ids


@lru_cache(maxsize=1000)
def cells_with(board, content):
    return sum([1 << cell for cell in range(256) if board[cell] == content])


class Search:
    """The search for a winning sequence; the options take out or change one condition each."""

    def __init__(self, board, side, directions=DIRECTIONS, answers=True, defence=True, wins=2, total=False, greedy=False):
        self.side, self.other = side, "xo"[side == "x"]
        self.held = {content: cells_with(board, content) for content in "xo"}
        self.answers, self.defence, self.wins, self.total, self.greedy = answers, defence, wins, total, greedy
        lines, self.through = all_lines(tuple(directions))
        self.pairs = self.pairs_among(lines)

    def completing(self, cell, side):
        """The cells that complete a line through this cell for the side."""
        missing, taken = ~self.held[side], self.held["x"] | self.held["o"]
        rests = [line & missing for line in self.through[cell] if (line & missing).bit_count() == 1]
        return {rest.bit_length() - 1 for rest in rests if not rest & taken}

    def pairs_among(self, lines):
        """The lines with two stones of the side and two empty cells."""
        mine, theirs = self.held[self.side], self.held[self.other]
        return [line for line in lines if (line & mine).bit_count() == 2 and not line & theirs]

    def moves(self):
        """The empty cells on lines with two stones of the side and two empty cells."""
        return cells_of(reduce(or_, self.pairs, 0) & ~self.held[self.side])

    def put(self, cell, side):
        """Puts a stone on an empty cell, and returns the pairs before."""
        before = self.pairs
        self.held[side] |= 1 << cell
        self.pairs = [line for line in before if not line >> cell & 1]
        if side == self.side:
            self.pairs += self.pairs_among(self.through[cell])
        return before

    def take(self, cell, side, pairs):
        self.held[side] &= ~(1 << cell)
        self.pairs = pairs

    def sequence(self, depth, danger=frozenset(), before=0):
        """A winning sequence of at most `depth` moves, or None; `danger` holds the completing cells of the other side."""
        if len(danger) > 1:
            return None
        for move in danger or self.moves():
            pairs = self.put(move, self.side)
            threats = self.completing(move, self.side)
            made = len(threats) + self.total * before
            rest = [] if made >= self.wins else None
            if rest is None and threats and depth > 1:
                rest = self.after(min(threats), depth - 1, made)
            self.take(move, self.side, pairs)
            if rest is not None:
                return [move, *rest]
            if threats and self.greedy:
                return [move] if depth == 1 else None
        return None

    def after(self, reply, depth, made):
        """Goes on after the other side has taken the cell `reply`."""
        if not self.answers:
            return self.sequence(depth, before=made)
        pairs = self.put(reply, self.other)
        danger = self.completing(reply, self.other) if self.defence else frozenset()
        rest = self.sequence(depth, danger, made)
        self.take(reply, self.other, pairs)
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
            game.put(move, game.side)
            reply = min(game.completing(move, game.side))
            last = move == moves[-1]
            game.put(reply, game.other)
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
