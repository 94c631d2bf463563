"""Step 15, outcome: wrong programs for "who has won the board of numerical tic-tac-toe?"."""

from itertools import combinations

from harness import main, wrong

ROWS = [range(start, start + 4) for start in (0, 4, 8, 12)]
COLUMNS = [range(start, 16, 4) for start in range(4)]
MAJOR = [(0, 5, 10, 15)]
MINOR = [(3, 6, 9, 12)]
LINES = ROWS + COLUMNS + MAJOR + MINOR
# Diagonals that leave the board at the right border and go on at the left one.
BROKEN = [[row * 4 + (start + step * row) % 4 for row in range(4)] for step in (1, -1) for start in range(4)]


def winning_lines(board, lines=LINES, only_full=True):
    """The numbers of each line that has the sum 34."""
    found = []
    for line in lines:
        numbers = [board[cell] for cell in line]
        if sum(numbers) == 34 and not (only_full and 0 in numbers):
            found.append(numbers)
    return found


def last_player(board):
    return "odd" if sum(number > 0 for number in board) % 2 else "even"


def next_player(board):
    return "even" if last_player(board) == "odd" else "odd"


def without_win(board):
    return "open" if 0 in board else "draw"


def outcome(board, winner=last_player, **rule):
    return winner(board) if winning_lines(board, **rule) else without_win(board)


def each(task, judge=outcome, **rule):
    return [judge(board, **rule) for board in task["boards"]]


def right(task):
    return each(task)


@wrong("Takes three numbers with the sum 34 on a line for a win, though the fourth cell is empty.")
def three_numbers_win(task):
    return each(task, only_full=False)


@wrong("Names the player to move instead of the player who moved last.")
def player_to_move(task):
    return each(task, winner=next_player)


@wrong("Calls every full board a draw before it looks for a line.")
def full_is_draw(task):
    return each(task, lambda board: outcome(board) if 0 in board else "draw")


@wrong("Takes the owner of the first number on the winning line for the winner.")
def first_number_wins(task):
    return each(task, winner=lambda board: "odd" if winning_lines(board)[0][0] % 2 else "even")


@wrong("Looks at the major diagonal only and leaves out the minor diagonal.")
def minor_diagonal_left_out(task):
    return each(task, lines=ROWS + COLUMNS + MAJOR)


@wrong("Counts broken diagonals, which wrap round at the border, as lines too.")
def broken_diagonals(task):
    return each(task, lines=LINES + BROKEN)


@wrong("Accepts a win only when exactly one line is complete; with two complete lines the board is open or a draw.")
def exactly_one_line(task):
    def judge(board):
        return last_player(board) if len(winning_lines(board)) == 1 else without_win(board)

    return each(task, judge)


@wrong("Stops one short when it builds rows and columns: the last row and the last column are left out.")
def last_row_and_column_left_out(task):
    return each(task, lines=ROWS[:-1] + COLUMNS[:-1] + MAJOR + MINOR)


@wrong("Takes the owner of the largest number on the board for the last player, and calls a board a draw as soon as "
       "no line can reach the sum 34 with unused numbers.")
def largest_number_and_dead_draw(task):
    def can_be_won(board):
        unused = set(range(1, 17)) - set(board)
        lines = [[board[cell] for cell in line] for line in LINES]
        return any(34 - sum(line) in map(sum, combinations(unused, line.count(0))) for line in lines)

    def judge(board):
        if winning_lines(board):
            return "odd" if max(board) % 2 else "even"
        return "open" if can_be_won(board) else "draw"

    return each(task, judge)


@wrong("Takes the boards from the end of the list with pop(), so the items come in reverse order.")
def last_board_first(task):
    return right(task)[::-1]


main(right)
