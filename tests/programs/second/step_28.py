"""Step 28: wrong programs. Forced wins."""

from itertools import product

from harness import main, wrong


def make_lines():
    """The 520 lines, one of each two opposite directions."""
    lines = []
    runs = {1: [(0, 1, 2, 3)], -1: [(3, 2, 1, 0)], 0: [(c,) * 4 for c in range(4)]}
    for v in product((-1, 0, 1), repeat=4):
        if v > (0, 0, 0, 0):
            for x, y, z, w in product(*(runs[d] for d in v)):
                lines.append(tuple(64 * w[n] + 16 * z[n] + 4 * y[n] + x[n] for n in range(4)))
    return lines


LINES = make_lines()
THROUGH = [[n for n, line in enumerate(LINES) if cell in line] for cell in range(256)]


class Search:
    """Looks for a winning sequence of one board, the shortest first. Each option leaves out one part of the rule."""

    def __init__(self, board, side, answers=True, guard=True, guard_last=True, quiet=False, undo=True):
        self.board, self.side, self.other = ["."] * 256, side, "o" if side == "x" else "x"
        self.sums = [0] * len(LINES)  # each stone of the side adds 1 to its lines, each other stone 10
        self.answers, self.guard, self.guard_last, self.quiet, self.undo = answers, guard, guard_last, quiet, undo
        for cell, stone in enumerate(board):
            if stone != ".":
                self.put(cell, stone)

    def put(self, cell, stone):
        """Puts a stone on an empty cell, or takes the stone off a cell (with the stone ".")."""
        change = {self.side: 1, self.other: 10, ".": 0}
        for n in THROUGH[cell]:
            self.sums[n] += change[stone] - change[self.board[cell]]
        self.board[cell] = stone

    def empty_cells(self, *sums):
        return sorted({c for n, s in enumerate(self.sums) if s in sums for c in LINES[n] if self.board[c] == "."})

    def completing(self, side):
        full = 3 if side == self.side else 30
        return self.empty_cells(full) if full in self.sums else []

    def moves(self):
        """The cells that make a threat; with `quiet` also those that can prepare one."""
        return self.empty_cells(1, 2, 3) if self.quiet else self.empty_cells(2, 3)

    def win(self, depth):
        """The moves of the side and the answers to all but the last, [(move, answer), …], or None."""
        for move in self.moves():
            self.put(move, self.side)
            own, answer = self.completing(self.side), None
            safe = not self.guard or not self.completing(self.other)
            if len(own) >= 2 and (safe or not self.guard_last):
                self.put(move, ".")
                return [(move, own[0])]
            if depth > 1 and safe and (len(own) == 1 or (self.quiet and not own)):
                if own and self.answers:
                    answer = own[0]
                    self.put(answer, self.other)
                rest = self.win(depth - 1)
                if answer is not None and (self.undo or rest):
                    self.put(answer, ".")
                if rest:
                    self.put(move, ".")
                    return [(move, own[0] if own else None), *rest]
            self.put(move, ".")
        return None

    def greedy(self, depth):
        """Always the first safe move that makes a threat, or that wins; never goes back."""
        played = []
        while len(played) < depth:
            for move in self.moves():
                self.put(move, self.side)
                own = self.completing(self.side)
                if own and not self.completing(self.other):
                    break
                self.put(move, ".")
            else:
                return played
            played.append((move, own[0]))
            if len(own) >= 2:
                return played
            self.put(own[0], self.other)
        return played


def sequences(task, side=None, longest=5, **options):
    """A list of (move, answer) for each board; where nothing is found, the first empty cell."""
    found = []
    for board in task["boards"]:
        search = Search(board, side or task["side"], **options)
        wins = (search.win(depth) for depth in range(1, longest + 1))
        found.append(next(filter(None, wins), [(board.index("."), None)]))
    return found


def items(found):
    return [" ".join(str(move) for move, _ in sequence) for sequence in found]


def right(task):
    return items(sequences(task))


@wrong("Does not put the forced answers of the opponent on the board.")
def no_answers(task):
    return items(sequences(task, answers=False))


@wrong("Never looks at the completing cells of the opponent.")
def opponent_ignored(task):
    return items(sequences(task, guard=False))


@wrong("Does not look at the completing cells of the opponent after the last move, as if two threats always won.")
def last_move_unguarded(task):
    return items(sequences(task, guard_last=False))


@wrong("Allows a first move that makes no threat, as if the opponent then passed.")
def quiet_moves(task):
    return items(sequences(task, quiet=True, longest=2))


@wrong("Plays the first safe move that makes a threat each time and never goes back to try another one.")
def greedy(task):
    return items([Search(board, task["side"]).greedy(5) or [(board.index("."), None)] for board in task["boards"]])


@wrong("Plays on until a line is full: the cell that completes it is written at the end of the sequence.")
def completes_the_line(task):
    return [" ".join(map(str, [*(move for move, _ in sequence), sequence[-1][1]])) for sequence in sequences(task)]


@wrong("Always moves for black, and tries sequences of one or two moves only.")
def black_and_short(task):
    return items(sequences(task, side="x", longest=2))


@wrong("Never looks at the completing cells of the opponent, and writes the forced answers into the sequence.")
def unguarded_with_answers(task):
    return [" ".join(f"{move} {answer}" for move, answer in s[:-1]) + f" {s[-1][0]}" for s in sequences(task, guard=False)]


@wrong("Does not take the answer of the opponent off the board again when a branch of the search has failed.")
def answer_not_undone(task):
    return items(sequences(task, undo=False))


@wrong("Collects the moves while the recursion returns, so that the last move comes first.")
def last_move_first(task):
    return items(sequence[::-1] for sequence in sequences(task))


main(right)
