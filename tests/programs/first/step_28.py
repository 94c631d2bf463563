"""Step 28: wrong programs. They search a sequence of threats that ends in two at once."""
from functools import cache, lru_cache, reduce
from itertools import product
from operator import or_

from harness import main, wrong

DIRECTIONS = tuple(v for v in product((-1, 0, 1), repeat=4) if v > (0, 0, 0, 0))
RISING = tuple(v for v in DIRECTIONS if -1 not in v)
OPPONENT = {"x": "o", "o": "x"}


def cell_id(cell):
    return sum([a * weight for a, weight in zip(cell, (1, 4, 16, 64))])


def starts(v):
    """The cells from which three steps along the direction stay on the board."""
    return product(*({1: [0], -1: [3], 0: range(4)}[a] for a in v))


@cache
def lines_along(directions):
    """All lines along the directions, each as four ids."""
    candidates = [(cell_id(start), cell_id(v)) for v in directions for start in starts(v)]
    return masks([start + n * step for n in range(4)] for start, step in candidates)


@cache
def lines_of_equal_steps():
    """Four ids at equal distances, whether or not a line leaves the board between them."""
    candidates = ([start + n * cell_id(v) for n in range(4)] for v in DIRECTIONS for start in range(256))
    return masks(line for line in candidates if 0 <= line[3] < 256)


def masks(lines):
    """Each line as a set of cells, and those through each cell."""
    sets, through = [], [[] for cell in range(256)]
    for line in lines:
        sets.append(sum([1 << cell for cell in line]))
        for cell in line:
            through[cell].append(sets[-1])
    return sets, through


def cells_of(cells):
    """The ids of a set of cells, in ascending order."""
    ids = []
    while cells:
        ids.append((cells & -cells).bit_length() - 1)
        cells &= cells - 1
    return ids


@lru_cache(1000)
def cells_with(board, content):
    return sum([1 << cell for cell in range(256) if board[cell] == content])


def pairs_among(lines, mine, theirs):
    """The lines with two stones of mine and two empty cells."""
    return [line for line in lines if (line & mine).bit_count() == 2 and not line & theirs]


class Search:
    """The search on one board. A set of cells is an integer, with bit n for the id n."""

    def __init__(self, board, side, lines, guard=True, guard_last=True, answers=True, longest=5):
        lines, self.through = lines
        mine, theirs = cells_with(board, side), cells_with(board, OPPONENT[side])
        self.start = mine, theirs, pairs_among(lines, mine, theirs)
        self.guard, self.guard_last, self.answers, self.longest = guard, guard_last, answers, longest

    def completing(self, mine, theirs, stone):
        """The completing cells on the lines through the stone."""
        rests = [line & ~mine for line in self.through[stone] if (line & ~mine).bit_count() == 1]
        return {rest.bit_length() - 1 for rest in rests if not rest & theirs}

    def threatening(self, mine, theirs, pairs):
        """The cells where a stone makes a threat, in ascending order."""
        return cells_of(reduce(or_, pairs, 0) & ~mine)

    def put(self, mine, theirs, pairs, move, answer=None):
        """The stones of both sides, and the pairs, after a move and its answer, if there is one."""
        mine |= 1 << move
        theirs |= 0 if answer is None else 1 << answer
        kept = [line for line in pairs if not line & (theirs | 1 << move)]
        return mine, theirs, kept + pairs_among(self.through[move], mine, theirs)

    def continue_with(self, mine, theirs, pairs, moves, answered=None, pending=frozenset(), first_only=False):
        """The sequence as a list of (move, completing cells after it), or None."""
        if moves == 0:
            return None
        for move in self.threatening(mine, theirs, pairs):
            after = mine | 1 << move
            made = (pending | self.completing(after, theirs, move)) - {move}
            lost = answered is not None and self.completing(theirs, after, answered)
            if len(made) >= 2 and not (lost and self.guard_last):
                return [(move, made)]
            if len(made) == 1 and not (lost and self.guard):
                if self.answers:
                    answer = min(made)
                    rest = moves > 1 and self.continue_with(*self.put(mine, theirs, pairs, move, answer), moves - 1, answer,
                                                            first_only=first_only)
                else:
                    rest = moves > 1 and self.continue_with(*self.put(mine, theirs, pairs, move), moves - 1, pending=made)
                if rest or first_only:
                    return [(move, made), *(rest or [])]
        return None

    def shortest(self):
        for moves in range(1, self.longest + 1):
            if found := self.continue_with(*self.start, moves):
                return found
        return [(cell, {cell}) for cell in self.threatening(*self.start)[:1]]


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
    return solve(task, find=lambda search: search.continue_with(*search.start, 5, first_only=True))


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
