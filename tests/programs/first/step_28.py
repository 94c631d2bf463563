"""Step 28: wrong programs. They search a sequence of threats that ends in two at once."""
from functools import cache
from itertools import product

from harness import main, wrong

DIRECTIONS = [v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0)]
RISING = [v for v in DIRECTIONS if -1 not in v]
OPPONENT = {"x": "o", "o": "x"}


def cell_id(cell):
    return sum(a * weight for a, weight in zip(cell, (1, 4, 16, 64)))


def lines_along(directions):
    """All lines along the directions, each as four ids."""
    lines = []
    for v, start in product(directions, product(range(4), repeat=4)):
        cells = [tuple(a + n * b for a, b in zip(start, v)) for n in range(4)]
        if all(0 <= a <= 3 for a in cells[3]):
            lines.append([cell_id(cell) for cell in cells])
    return lines


def lines_of_equal_steps():
    """Four ids at equal distances, whether or not a line leaves the board between them."""
    candidates = ([start + n * cell_id(v) for n in range(4)] for v in DIRECTIONS for start in range(256))
    return [line for line in candidates if 0 <= line[3] < 256]


@cache
def masks(lines):
    """Each line as a set of cells, and those through each cell."""
    lines = [sum(1 << cell for cell in line) for line in lines]
    return lines, [[line for line in lines if line >> cell & 1] for cell in range(256)]


class Search:
    """The search on one board. A set of cells is an integer, with bit n for the id n."""

    def __init__(self, board, side, lines, guard=True, guard_last=True, answers=True, longest=5):
        self.lines, self.through = masks(tuple(map(tuple, lines)))
        self.stones = [sum(1 << cell for cell in range(256) if board[cell] == s) for s in (side, OPPONENT[side])]
        self.guard, self.guard_last, self.answers, self.longest = guard, guard_last, answers, longest

    def completing(self, mine, theirs, stone):
        """The completing cells on the lines through the stone."""
        rests = (line & ~mine for line in self.through[stone])
        return {rest.bit_length() - 1 for rest in rests if rest.bit_count() == 1 and not rest & theirs}

    def threatening(self, mine, theirs):
        """The cells where a stone makes a threat, in ascending order."""
        cells = 0
        for line in self.lines:
            if not line & theirs and (line & mine).bit_count() == 2:
                cells |= line & ~mine
        return [cell for cell in range(256) if cells >> cell & 1]

    def continue_with(self, mine, theirs, moves, answered=None, pending=frozenset(), first_only=False):
        """The sequence as a list of (move, completing cells after it), or None."""
        if moves == 0:
            return None
        for move in self.threatening(mine, theirs):
            after = mine | 1 << move
            made = (pending | self.completing(after, theirs, move)) - {move}
            lost = answered is not None and self.completing(theirs, after, answered)
            if len(made) >= 2 and not (lost and self.guard_last):
                return [(move, made)]
            if len(made) == 1 and not (lost and self.guard):
                if self.answers:
                    answer = min(made)
                    rest = self.continue_with(after, theirs | 1 << answer, moves - 1, answer, first_only=first_only)
                else:
                    rest = self.continue_with(after, theirs, moves - 1, pending=made)
                if rest or first_only:
                    return [(move, made), *(rest or [])]
        return None

    def shortest(self):
        for moves in range(1, self.longest + 1):
            if found := self.continue_with(*self.stones, moves):
                return found
        return [(cell, {cell}) for cell in self.threatening(*self.stones)[:1]]


def moves_only(sequence):
    return [move for move, _ in sequence]


def with_answers(sequence):
    return [cell for move, made in sequence[:-1] for cell in (move, *made)] + [sequence[-1][0]]


def solve(task, write=moves_only, side=None, lines=lines_along(DIRECTIONS), find=Search.shortest, **rules):
    searches = (Search(board, side or task["side"], lines, **rules) for board in task["boards"])
    return [" ".join(map(str, write(find(search)))) for search in searches]


def right(task):
    return solve(task)


@wrong("Does not put the forced answer on the board, so that two threats made one after the other count as two at once.")
def answer_forgotten(task):
    return solve(task, answers=False)


@wrong("Never looks at the completing cells of the opponent.")
def opponent_forgotten(task):
    return solve(task, guard=False, guard_last=False)


@wrong("Does not look at the completing cells of the opponent after the last move, as if two threats won at once.")
def last_move_unchecked(task):
    return solve(task, guard_last=False)


@wrong("Goes on for one move too many: the stone that completes the line is part of the sequence.")
def completes_the_line(task):
    return solve(task, write=lambda sequence: [*moves_only(sequence), max(sequence[-1][1])])


@wrong("Takes any four ids at equal distances for a line, so that lines run on over a border.")
def over_the_border(task):
    return solve(task, lines=lines_of_equal_steps())


@wrong("Always plays the first cell that makes a threat, up to five times, and never goes back to try another one.")
def first_threat(task):
    return solve(task, find=lambda search: search.continue_with(*search.stones, 5, first_only=True))


@wrong("Always searches for black, and writes the forced answers into the sequence.")
def black_with_answers(task):
    return solve(task, write=with_answers, side="x")


@wrong("Knows only the directions without a -1, and does not look at the opponent's completing cells after the last move.")
def rising_and_last_unchecked(task):
    return solve(task, lines=lines_along(RISING), guard_last=False)


@wrong("Searches sequences of at most two moves, and sends one move that makes a threat where there is none.")
def at_most_two_moves(task):
    return solve(task, longest=2)


@wrong("Sends the moves in reversed order, the last one first.")
def last_move_first(task):
    return solve(task, write=lambda sequence: moves_only(sequence)[::-1])


main(right)
