"""Step 18: wrong programs. The result of six endgames with best play, and a move that keeps it."""

from harness import main, wrong

ROWS = [tuple(range(r, r + 4)) for r in (0, 4, 8, 12)]
COLUMNS = [tuple(range(c, 16, 4)) for c in range(4)]
MAJOR = (0, 5, 10, 15)
MINOR = (3, 6, 9, 12)
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]
ODD, DRAW, EVEN = 1, 0, -1
NAMES = {ODD: "odd", DRAW: "draw", EVEN: "even"}


def mover(board):
    return ODD if board.count(0) % 2 == 0 else EVEN


def moves(board):
    numbers = range(1, 16, 2) if mover(board) == ODD else range(2, 17, 2)
    left = [n for n in numbers if n not in board]
    return [(cell, number) for cell in range(16) if board[cell] == 0 for number in left]


class Endgame:
    """The search, with the parts that a learner may get wrong as parameters.

    lines: the lines that count. plies: how many plies are searched, the rest is called a draw. win: the result of a win of a side.
    key: what a result is remembered by. enough: the result for the mover at which no better move is looked for.
    full_first: a full board is a draw without a look at its lines. helpful: after the first move the opponent helps.
    undo: a winning move is taken back.
    """

    def __init__(self, lines=LINES, plies=16, win=None, key=tuple, enough=1, full_first=False, helpful=False, undo=True):
        self.others = [[[c for c in line if c != cell] for line in lines if cell in line] for cell in range(16)]
        self.plies, self.win, self.key, self.enough = plies, win or {ODD: ODD, EVEN: EVEN}, key, enough
        self.full_first, self.helpful, self.undo = full_first, helpful, undo

    def solve(self, board):
        self.known, self.root = {}, mover(board)
        return self.best(list(board), self.plies)

    def best(self, board, plies):
        """The result of a position that is not finished, and the first move that keeps it."""
        side, found = mover(board), None
        wish = self.root if self.helpful else side
        for cell, number in moves(board):
            board[cell] = number
            won = False
            for a, b, c in self.others[cell]:
                if board[a] + board[b] + board[c] + number == 34 and board[a] and board[b] and board[c]:
                    won = True
            if self.full_first and 0 not in board:
                result = DRAW
            elif won:
                result = self.win[side]
            elif 0 not in board or plies == 1:
                result = DRAW
            else:
                result = self.remembered(board, plies - 1)
            if self.undo or not won:
                board[cell] = 0
            if found is None or result * wish > found[0] * wish:
                found = result, (cell, number)
            if result * wish >= self.enough:
                break
        return found or (DRAW, None)

    def remembered(self, board, plies):
        if self.key is None:
            return self.best(board, plies)[0]
        key = self.key(board)
        if key not in self.known:
            self.known[key] = self.best(board, plies)[0]
        return self.known[key]


def results(task, **rules):
    """(result, move) for each board."""
    endgame = Endgame(**rules)
    return [endgame.solve(board) for board in task["boards"]]


def items(found, first_cell=0):
    return [f"{NAMES[result]} {cell + first_cell}:{number}" for result, (cell, number) in found]


def right(task):
    return items(results(task))


@wrong("Looks at the own move and the reply only; a position that is not decided by then is called a draw.")
def two_plies_only(task):
    return items(results(task, plies=2))


@wrong("The result is right, but the move is always the first legal one.")
def first_legal_move(task):
    return items([(result, moves(board)[0]) for board, (result, _) in zip(task["boards"], results(task))])


@wrong("A win of the even player counts 0, the same as a draw, so even does not play for a win and `even` is never the result.")
def even_win_counts_as_draw(task):
    return items(results(task, win={ODD: ODD, EVEN: DRAW}))


@wrong("The turn changes before the lines are checked, so the player who would move next is said to have won.")
def next_player_gets_the_win(task):
    return items(results(task, win={ODD: EVEN, EVEN: ODD}))


@wrong("The search of a position stops at the first move that does not lose, though a later move may win.")
def first_move_that_does_not_lose(task):
    return items(results(task, enough=0))


@wrong("The search leaves the loop at a winning move before the number is taken off the board again.")
def winning_number_stays(task):
    return items(results(task, undo=False, key=None))


@wrong("Results are remembered by the empty cells and the numbers left, though it matters which number lies on which cell.")
def remembered_by_empty_cells(task):
    def key(board):
        return tuple(n == 0 for n in board), frozenset(board)

    return items(results(task, key=key))


@wrong("Looks for any continuation that wins for the player to move, as if the opponent helped, and the minor diagonal is missing.")
def helpful_opponent_without_minor_diagonal(task):
    return items(results(task, helpful=True, lines=[*ROWS, *COLUMNS, MAJOR]))


@wrong("A full board is called a draw before its lines are checked, and the loop for the columns is a copy of the one for the rows.")
def full_board_is_draw_and_no_columns(task):
    return items(results(task, full_first=True, lines=[*ROWS, MAJOR, MINOR]))


@wrong("The cells of the moves are counted from 1.")
def cells_from_one(task):
    return items(results(task), first_cell=1)


main(right)
