"""Step 28: wrong programs. A sequence of threats that ends in two threats at once."""
from itertools import product

from harness import main, wrong


def find_lines(keep=lambda v: v > (0, 0, 0, 0)):
    """All lines along the directions (dw, dz, dy, dx) that `keep` accepts."""
    found = []
    for v in product((-1, 0, 1), repeat=4):
        if keep(v) and any(v):
            for start in product(range(4), repeat=4):
                cells = [[c + n * d for c, d in zip(start, v)] for n in range(4)]
                if all(0 <= c <= 3 for c in cells[3]):
                    found.append([w * 64 + z * 16 + y * 4 + x for w, z, y, x in cells])
    return found


LINES = find_lines()


def completing(board, side, lines):
    """The cells that complete a line, once for each line."""
    found = []
    for line in lines:
        stones = [board[c] for c in line]
        if stones.count(side) == 3 and "." in stones:
            found.append(line[stones.index(".")])
    return found


def pairs(board, side, lines):
    """The empty cells that make a threat."""
    found = set()
    for line in lines:
        stones = [board[c] for c in line]
        if stones.count(side) == 2 and stones.count(".") == 2:
            found.update(c for c in line if board[c] == ".")
    return sorted(found)


class Search:
    """The keywords name what a program may get wrong; `heed` is "each", "last" or "never"."""

    def __init__(self, board, side, lines=LINES, heed="each", reply="other", undo_reply=True, count=set):
        self.start, self.side, self.lines = board, side, lines
        self.other = "o" if side == "x" else "x"
        self.heed, self.undo_reply, self.count = heed, undo_reply, count
        self.reply = {"other": self.other, "own": side, "none": "."}[reply]

    def run(self):
        """The moves and the replies, in turn, and the cells that complete a line after the last move."""
        for depth in range(1, 6):
            self.board = list(self.start)
            found = self.extend(depth)
            if found:
                return found
        return [self.start.index(".")], []

    def extend(self, depth):
        board = self.board
        for move in pairs(board, self.side, self.lines):
            board[move] = self.side
            found = self.after(move, depth)
            board[move] = "."
            if found:
                return found
        return None

    def after(self, move, depth):
        threats = list(self.count(completing(self.board, self.side, self.lines)))
        ends = len(threats) >= 2
        if self.heed == "each" or self.heed == "last" and ends:
            if completing(self.board, self.other, self.lines):
                return None
        if ends:
            return [move], threats
        if depth == 1 or len(threats) != 1:
            return None
        self.board[threats[0]] = self.reply
        found = self.extend(depth - 1)
        if self.undo_reply:
            self.board[threats[0]] = "."
        return ([move, threats[0], *found[0]], found[1]) if found else None


def solve(task, side=None, to_item=lambda moves, ends: moves[::2], **how):
    answer = []
    for board in task["boards"]:
        moves, ends = Search(board, side or task["side"], **how).run()
        answer.append(" ".join(map(str, to_item(moves, ends))))
    return answer


def right(task):
    return solve(task)


@wrong("The lines of the opponent are never looked at, so a forced answer may give T three stones on a line.")
def opponent_never_looked_at(task):
    return solve(task, heed="never")


@wrong("Looks for completing cells of T only after the last move, and not after the moves before it.")
def opponent_looked_at_in_the_end(task):
    return solve(task, heed="last")


@wrong("The forced answer of T is not put on the board: its cell stays empty and stops no line.")
def answer_not_placed(task):
    return solve(task, reply="none")


@wrong("The forced answer is put on the board as a stone of S.")
def answer_placed_as_own(task):
    return solve(task, reply="own")


@wrong("When a try fails, the move of S is taken back, but the answer of T stays on the board.")
def answer_not_taken_back(task):
    return solve(task, undo_reply=False)


@wrong("Adds the move that completes a line in the end to the sequence.")
def completing_move_added(task):
    return solve(task, to_item=lambda moves, ends: moves[::2] + ends[:1])


@wrong("The moves are collected on the way back from the recursion and sent in that order, the last one first.")
def last_move_first(task):
    return solve(task, to_item=lambda moves, ends: moves[::2][::-1])


@wrong("Lists every line from both of its ends and counts lines, so a single threat is taken for two.")
def lines_from_both_ends(task):
    return solve(task, lines=find_lines(any), count=list)


@wrong("Never looks at the lines of the opponent, and writes the forced answers of T into the sequence.")
def answers_listed_opponent_ignored(task):
    return solve(task, heed="never", to_item=lambda moves, ends: moves)


@wrong("Plays black on every board, and does not put the forced answers on the board.")
def always_black_no_answers(task):
    return solve(task, side="x", reply="none")


main(right)
