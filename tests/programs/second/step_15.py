"""Step 15: wrong programs. Outcome: who has won, or draw, or open."""

from itertools import combinations

from harness import main, wrong

ROWS = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]
COLUMNS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]]
MAJOR, MINOR = [0, 5, 10, 15], [3, 6, 9, 12]
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]


def count(board):
    return sum(number > 0 for number in board)


def four_with_34(numbers):
    return all(numbers) and sum(numbers) == 34


def last_player(board):
    return "odd" if count(board) % 2 else "even"


def next_player(board):
    return "even" if count(board) % 2 else "odd"


def outcome(board, lines=LINES, wins=four_with_34, winner=last_player, full=all, draw_first=False):
    if draw_first and full(board):
        return "draw"
    if any(wins([board[cell] for cell in line]) for line in lines):
        return winner(board)
    return "draw" if full(board) else "open"


def solve(task, **rule):
    return [outcome(board, **rule) for board in task["boards"]]


def right(task):
    return solve(task)


@wrong("A line of two or three numbers with the sum 34 is taken for a win.")
def any_line_with_34(task):
    return solve(task, wins=lambda numbers: sum(numbers) == 34)


@wrong("The player to move is named as the winner, not the one who has just moved.")
def names_player_to_move(task):
    return solve(task, winner=next_player)


@wrong("Every full board is called a draw, even with a winning line.")
def full_is_draw(task):
    return solve(task, draw_first=True)


@wrong("A line of four numbers with a sum above 34 is taken for a win too.")
def at_least_34(task):
    return solve(task, wins=lambda numbers: all(numbers) and sum(numbers) >= 34)


@wrong("A typing slip in the minor diagonal: its cells are taken to be 3, 6, 9 and 13.")
def slip_in_minor_diagonal(task):
    return solve(task, lines=[*ROWS, *COLUMNS, MAJOR, [3, 6, 9, 13]])


@wrong("A board with empty cells is called a draw when the unused numbers cannot complete any line to 34.")
def draw_when_nothing_can_be_won(task):
    def reaches_34(board, line):
        numbers = [board[cell] for cell in line]
        unused = set(range(1, 17)) - set(board)
        return any(sum(numbers) + sum(others) == 34 for others in combinations(unused, numbers.count(0)))

    def full(board):
        return not any(reaches_34(board, line) for line in LINES)

    return solve(task, full=full)


@wrong("A board is taken to be full as soon as its last cell is taken.")
def last_cell_means_full(task):
    return solve(task, full=lambda board: board[15] != 0)


@wrong("The columns are missing, and the player to move is named as the winner.")
def no_columns_names_player_to_move(task):
    return solve(task, lines=[*ROWS, MAJOR, MINOR], winner=next_player)


@wrong("The diagonals are missing, and every full board is called a draw.")
def no_diagonals_full_is_draw(task):
    return solve(task, lines=ROWS + COLUMNS, draw_first=True)


@wrong("For an open board the player to move is named instead of `open`.")
def player_to_move_for_open(task):
    return [next_player(board) if item == "open" else item for board, item in zip(task["boards"], right(task))]


main(right)
