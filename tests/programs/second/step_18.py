"""Step 18: wrong programs. Endgame: the result with best play, and a move that keeps it."""

from operator import itemgetter

from harness import main, wrong

ROWS = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]
COLUMNS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]]
MAJOR, MINOR = [0, 5, 10, 15], [3, 6, 9, 12]
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]
OTHER = {"odd": "even", "even": "odd", "draw": "draw"}


def to_move(board):
    return "even" if board.count(0) % 2 else "odd"


def legal_moves(board):
    numbers = [number for number in range(1 if to_move(board) == "odd" else 2, 17, 2) if number not in board]
    return [(cell, number) for cell in range(16) if board[cell] == 0 for number in numbers]


def play(board, move):
    cell, number = move
    return board[:cell] + (number,) + board[cell + 1 :]


def four_with_34(numbers):
    return all(numbers) and sum(numbers) == 34


def worth(result, player):
    """How good a result is for a player."""
    return 2 if result == player else 1 if result == "draw" else 0


class Search:
    """The results of one board and of all that follow; each rule may be replaced by a wrong one."""

    def __init__(self, lines=LINES, wins=four_with_34, worth=worth, key=tuple, draw_first=False, selfish=None):
        self.lines, self.wins, self.worth, self.key = [itemgetter(*line) for line in lines], wins, worth, key
        self.draw_first, self.selfish = draw_first, selfish
        self.known = {}

    def finished(self, board):
        """The result of a finished game, or None."""
        if self.draw_first and 0 not in board:
            return "draw"
        if any(self.wins(numbers_on(board)) for numbers_on in self.lines):
            return OTHER[to_move(board)]
        return None if 0 in board else "draw"

    def result(self, board, plies=16):
        key = self.key(board), plies
        if key not in self.known:
            self.known[key] = self.finished(board) or (self.best(board, plies)[0] if plies else "draw")
        return self.known[key]

    def best(self, board, plies=16):
        """The best result for the player to move, and the first move that leads to it."""
        player = self.selfish or to_move(board)
        best = None
        for move in legal_moves(board):
            result = self.result(play(board, move), plies - 1)
            if best is None or self.worth(result, player) > self.worth(best[0], player):
                best = result, move
            if result == player:
                break
        return best


def item(result, move):
    return f"{result} {move[0]}:{move[1]}"


def boards(task):
    return map(tuple, task["boards"])


def solve(task, **rule):
    return [item(*Search(**rule).best(board)) for board in boards(task)]


def right(task):
    return solve(task)


@wrong("Only the next move is looked at: without a win at once, the item is `draw` and the first legal move.")
def next_move_only(task):
    return [item(*Search().best(board, plies=1)) for board in boards(task)]


@wrong("The result is right, but the first legal move is given, whether it keeps the result or not.")
def first_legal_move(task):
    return [item(Search().best(board)[0], legal_moves(board)[0]) for board in boards(task)]


@wrong("Only three moves are looked ahead, and a game that is still open then is called a draw.")
def three_plies(task):
    return [item(*Search().best(board, plies=3)) for board in boards(task)]


@wrong("Both players are taken to choose the best result for the player to move at the start.")
def opponent_helps(task):
    return [item(*Search(selfish=to_move(board)).best(board)) for board in boards(task)]


@wrong("A draw is taken to be as bad as a loss, so that players without a win take whatever comes first.")
def draw_like_loss(task):
    return solve(task, worth=lambda result, player: result == player)


@wrong("A line of two or three numbers with the sum 34 is taken for a win.")
def any_line_with_34(task):
    return solve(task, wins=lambda numbers: sum(numbers) == 34)


@wrong("Results are remembered by the cells that are taken, not by the numbers on them.")
def remembers_cells_only(task):
    return solve(task, key=lambda board: tuple(map(bool, board)))


@wrong("The diagonals are missing, and every full board is called a draw.")
def no_diagonals_full_is_draw(task):
    return solve(task, lines=ROWS + COLUMNS, draw_first=True)


@wrong("A win of the player to move is always called `odd` and a loss `even`, and the minor diagonal is read as 3, 7, 11, 15.")
def named_for_player_to_move_wrong_diagonal(task):
    def answer(board):
        result, move = Search(lines=[*ROWS, *COLUMNS, MAJOR, COLUMNS[3]]).best(board)
        return item(result if to_move(board) == "odd" else OTHER[result], move)

    return [answer(board) for board in boards(task)]


@wrong("The cells are counted column by column.")
def cells_by_column(task):
    answers = [Search().best(board) for board in boards(task)]
    return [item(result, (cell % 4 * 4 + cell // 4, number)) for result, (cell, number) in answers]


main(right)
