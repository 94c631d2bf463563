"""Step 18: wrong programs. The result of an endgame with best play, and a move that keeps it."""
from harness import main, wrong

ROWS = [[4 * r + c for c in range(4)] for r in range(4)]
COLUMNS = [[4 * r + c for r in range(4)] for c in range(4)]
LINES = ROWS + COLUMNS + [[0, 5, 10, 15], [3, 6, 9, 12]]


def four_with_sum_34(numbers):
    return 0 not in numbers and sum(numbers) == 34


def own_numbers(board, mover):
    return [n for n in range(1 if mover == "odd" else 2, 17, 2) if n not in board]


def whole_board(board):
    return tuple(board)


def opponent(player):
    return "even" if player == "odd" else "odd"


def who_moves(board):
    return "even" if board.count(0) % 2 else "odd"


def win_draw_loss(result, me):
    return (me, "draw", opponent(me)).index(result)


class Endgame:
    """The right search. Each wrong program replaces one or two of its parts."""

    def __init__(self, lines=LINES, wins=four_with_sum_34, key=whole_board, plies=16, rank=win_draw_loss):
        self.lines_through = [[line for line in lines if cell in line] for cell in range(16)]
        self.wins, self.key, self.plies, self.rank = wins, key, plies, rank
        self.results = {}

    def moves(self, board):
        numbers = own_numbers(board, who_moves(board))
        return [(cell, number) for cell in range(16) if board[cell] == 0 for number in numbers]

    def wins_at_once(self, board, move):
        cell, number = move
        return any(self.wins([board[c] or number * (c == cell) for c in line]) for line in self.lines_through[cell])

    def after(self, board, move, plies):
        """The result after a move that does not win at once."""
        cell, number = move
        board = board[:cell] + [number] + board[cell + 1 :]
        if 0 not in board or plies == 1:
            return "draw"
        key = self.key(board)
        if key not in self.results:
            self.results[key] = self.best(board, plies - 1)[0]
        return self.results[key]

    def best(self, board, plies):
        """The result, and the first move found that leads to it."""
        me = who_moves(board)
        found = None
        for move in self.moves(board):
            if self.wins_at_once(board, move):
                return me, move
        for move in self.moves(board):
            result = self.after(board, move, plies)
            if found is None or self.rank(result, me) < self.rank(found[0], me):
                found = result, move
            if result == me:
                break
        return found

    def solve(self, board):
        return self.best(board, self.plies)


class AgainstFirstMove(Endgame):
    def solve(self, board):
        self.player = who_moves(board)
        return super().solve(board)

    def moves(self, board):
        moves = super().moves(board)
        return moves if who_moves(board) == self.player else moves[:1]


def item(result, move):
    return f"{result} {move[0]}:{move[1]}"


def each(task, **parts):
    return [item(*Endgame(**parts).solve(board)) for board in task["boards"]]


def right(task):
    return each(task)


@wrong("Looks only at the next three moves, and calls everything that is undecided then a draw.")
def three_plies(task):
    return each(task, plies=3)


@wrong("Finds the right result, but sends the first legal move without asking what it leads to.")
def first_legal_move(task):
    return [item(Endgame().solve(board)[0], Endgame().moves(board)[0]) for board in task["boards"]]


@wrong("Makes no difference between a draw and a loss: a player who cannot win takes the first of these moves.")
def draw_like_loss(task):
    return each(task, rank=lambda result, me: 0 if result == me else 1)


@wrong("Takes a line for a win as soon as its numbers have the sum 34, even if there are only two or three of them.")
def short_lines(task):
    return each(task, wins=lambda numbers: sum(numbers) == 34)


@wrong("Searches the best move for the player to move only: the opponent always answers with the first legal move.")
def opponent_takes_first_move(task):
    return [item(*AgainstFirstMove().solve(board)) for board in task["boards"]]


@wrong("Stores results under the empty cells only, and takes them for positions with other numbers on the same cells.")
def key_without_numbers(task):
    return each(task, key=lambda board: tuple(cell for cell in range(16) if board[cell] == 0))


@wrong("Forgets the minor diagonal.")
def no_minor_diagonal(task):
    return each(task, lines=LINES[:-1])


@wrong("Takes every line of four numbers with a sum of 34 or more for a win, and forgets the columns.")
def at_least_34_no_columns(task):
    def wins(numbers):
        return 0 not in numbers and sum(numbers) >= 34

    return each(task, lines=[line for line in LINES if line not in COLUMNS], wins=wins)


@wrong("Calls a win of the player to move odd and one of his opponent even, and forgets the major diagonal.")
def mover_is_odd_no_major_diagonal(task):
    items = []
    for board in task["boards"]:
        result, move = Endgame(lines=ROWS + COLUMNS + LINES[-1:]).solve(board)
        names = {who_moves(board): "odd", opponent(who_moves(board)): "even", "draw": "draw"}
        items.append(item(names[result], move))
    return items


@wrong("Sends the place of the cell in the list of empty cells, counted from 0, in place of its index on the board.")
def index_of_empty_cell(task):
    items = []
    for board in task["boards"]:
        result, (cell, number) = Endgame().solve(board)
        items.append(item(result, (board[:cell].count(0), number)))
    return items


main(right)
