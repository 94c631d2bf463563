"""Step 18: wrong programs. Endgame: the result with best play, and a move that keeps it."""

from itertools import combinations

from harness import main, wrong

ROWS = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]
COLUMNS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]]
MAJOR, MINOR = [0, 5, 10, 15], [3, 6, 9, 12]
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]
OTHER = {"odd": "even", "even": "odd", "draw": "draw"}
FOUR_WITH_34 = {434}
"""The counts of the lines that win: each number counts 100 for itself, and its value."""


def to_move(board):
    return "even" if board.count(0) % 2 else "odd"


def unused(board, player):
    return tuple([number for number in range(1 if player == "odd" else 2, 17, 2) if number not in board])


def legal_moves(board):
    return [(cell, number) for cell in range(16) if board[cell] == 0 for number in unused(board, to_move(board))]


def without(items, item):
    at = items.index(item)
    return items[:at] + items[at + 1 :]


def worth(result, player):
    """How good a result is for a player."""
    return 2 if result == player else 1 if result == "draw" else 0


class Search:
    """The results of one board and of all that follow; each rule may be replaced by a wrong one.

    A position is its key, the counts of its lines, its empty cells, and the unused numbers of the player to move and of the other one.
    """

    def __init__(self, board, lines=LINES, wins=FOUR_WITH_34, worth=worth, by_number=True, draw_first=False, selfish=None):
        self.board, self.wins, self.worth, self.by_number = board, wins, worth, by_number
        self.draw_first, self.selfish = draw_first, selfish
        self.through = [[number for number, line in enumerate(lines) if cell in line] for cell in range(16)]
        self.counts = [sum(100 + board[cell] for cell in line if board[cell]) for line in lines]
        self.known, self.open = {}, {}

    def after(self, key, counts, cell, number):
        """The key and the counts after a move."""
        counts = counts.copy()
        for line in self.through[cell]:
            counts[line] += 100 + number
        return key + ((number if self.by_number else 1) << 5 * cell), counts

    def open_counts(self, numbers):
        """The counts of lines that can still win with some of the numbers."""
        if numbers not in self.open:
            sums = [sum(some) + 100 * size for size in range(1, 5) for some in combinations(numbers, size)]
            self.open[numbers] = {win - added for win in self.wins for added in sums}
        return self.open[numbers]

    def wins_at_once(self, counts, empty, numbers):
        """Whether one of the numbers wins on one of the empty cells."""
        missing = {win - 100 - counts[line] for cell in empty for line in self.through[cell] for win in self.wins}
        return not missing.isdisjoint(numbers)

    def result(self, key, counts, empty, numbers, others, plies):
        if key not in self.known:
            self.known[key] = self.search(key, counts, empty, numbers, others, plies)
        return self.known[key]

    def search(self, key, counts, empty, numbers, others, plies):
        player = "even" if len(empty) % 2 else "odd"
        if self.draw_first and not empty:
            return "draw"
        if not self.wins.isdisjoint(counts):
            return OTHER[player]
        if not empty or not plies:
            return "draw"
        if self.by_number:  # otherwise results depend on what was searched before
            if self.open_counts(numbers + others).isdisjoint(counts):
                return "draw"
            if self.selfish in (None, player) and not (self.draw_first and len(empty) == 1):
                if self.wins_at_once(counts, empty, numbers):
                    return player
        player = self.selfish or player
        best = None
        for cell in empty:
            rest = without(empty, cell)
            for number in numbers:
                result = self.result(*self.after(key, counts, cell, number), rest, others, without(numbers, number), plies - 1)
                if result == player:
                    return result
                if best is None or result != best and self.worth(result, player) > self.worth(best, player):
                    best = result
        return best

    def best(self, plies=16):
        """The best result for the player to move, and the first move that leads to it."""
        player = to_move(self.board)
        empty = tuple([cell for cell in range(16) if self.board[cell] == 0])
        numbers, others = unused(self.board, player), unused(self.board, OTHER[player])
        player = self.selfish or player
        best = None
        for cell, number in legal_moves(self.board):
            rest = without(empty, cell)
            result = self.result(*self.after(0, self.counts, cell, number), rest, others, without(numbers, number), plies - 1)
            if best is None or self.worth(result, player) > self.worth(best[0], player):
                best = result, (cell, number)
            if result == player:
                break
        return best


def item(result, move):
    return f"{result} {move[0]}:{move[1]}"


def boards(task):
    return map(tuple, task["boards"])


def solve(task, **rule):
    return [item(*Search(board, **rule).best()) for board in boards(task)]


def right(task):
    return solve(task)


@wrong("Only the next move is looked at: without a win at once, the item is `draw` and the first legal move.")
def next_move_only(task):
    return [item(*Search(board).best(plies=1)) for board in boards(task)]


@wrong("The result is right, but the first legal move is given, whether it keeps the result or not.")
def first_legal_move(task):
    return [item(Search(board).best()[0], legal_moves(board)[0]) for board in boards(task)]


@wrong("Only three moves are looked ahead, and a game that is still open then is called a draw.")
def three_plies(task):
    return [item(*Search(board).best(plies=3)) for board in boards(task)]


@wrong("Both players are taken to choose the best result for the player to move at the start.")
def opponent_helps(task):
    return [item(*Search(board, selfish=to_move(board)).best()) for board in boards(task)]


@wrong("A draw is taken to be as bad as a loss, so that players without a win take whatever comes first.")
def draw_like_loss(task):
    return solve(task, worth=lambda result, player: result == player)


@wrong("A line of two or three numbers with the sum 34 is taken for a win.")
def any_line_with_34(task):
    return solve(task, wins={234, 334, 434})


@wrong("Results are remembered by the cells that are taken, not by the numbers on them.")
def remembers_cells_only(task):
    return solve(task, by_number=False)


@wrong("The diagonals are missing, and every full board is called a draw.")
def no_diagonals_full_is_draw(task):
    return solve(task, lines=ROWS + COLUMNS, draw_first=True)


@wrong("A win of the player to move is always called `odd` and a loss `even`, and the minor diagonal is read as 3, 7, 11, 15.")
def named_for_player_to_move_wrong_diagonal(task):
    def answer(board):
        result, move = Search(board, lines=[*ROWS, *COLUMNS, MAJOR, COLUMNS[3]]).best()
        return item(result if to_move(board) == "odd" else OTHER[result], move)

    return [answer(board) for board in boards(task)]


@wrong("The cells are counted column by column.")
def cells_by_column(task):
    answers = [Search(board).best() for board in boards(task)]
    return [item(result, (cell % 4 * 4 + cell // 4, number)) for result, (cell, number) in answers]


main(right)
