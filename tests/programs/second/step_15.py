"""Step 15: wrong programs. The outcome of a board: odd, even, draw or open."""
from itertools import combinations

from harness import main, wrong

ROWS = [[4 * r + c for c in range(4)] for r in range(4)]
COLUMNS = [[4 * r + c for r in range(4)] for c in range(4)]
DIAGONALS = [[0, 5, 10, 15], [3, 6, 9, 12]]
LINES = ROWS + COLUMNS + DIAGONALS
BLOCKS = [[corner, corner + 1, corner + 4, corner + 5] for corner in (0, 2, 8, 10)]
WINNING_SETS = [set(four) for four in combinations(range(1, 17), 4) if sum(four) == 34]


def wins(numbers):
    return 0 not in numbers and sum(numbers) == 34


def won_lines(board, lines=LINES, wins=wins):
    """The numbers of each winning line."""
    return [numbers for numbers in ([board[cell] for cell in line] for line in lines) if wins(numbers)]


def mover(board, won):
    """The player who moved last."""
    return "odd" if (16 - board.count(0)) % 2 else "even"


def is_full(board):
    return 0 not in board


def outcome(board, lines=LINES, wins=wins, winner=mover, is_draw=is_full):
    won = won_lines(board, lines, wins)
    if won:
        return winner(board, won)
    return "draw" if is_draw(board) else "open"


def each(task, **rule):
    return [outcome(board, **rule) for board in task["boards"]]


def right(task):
    return each(task)


@wrong("Takes a line with empty cells for a win when its two or three numbers have the sum 34.")
def short_lines(task):
    return each(task, wins=lambda numbers: sum(numbers) == 34)


@wrong("Names the player to move in place of the player who has just moved.")
def player_to_move(task):
    return each(task, winner=lambda board, won: "even" if mover(board, won) == "odd" else "odd")


@wrong("Counts the four quarters of the board, blocks of two by two cells, as lines as well.")
def blocks_count(task):
    return each(task, lines=LINES + BLOCKS)


@wrong("Takes every line of four numbers with a sum of 34 or more for a win.")
def at_least_34(task):
    return each(task, wins=lambda numbers: 0 not in numbers and sum(numbers) >= 34)


@wrong("Calls a board a draw as soon as no line can reach 34 any more, although cells are still empty.")
def hopeless_is_draw(task):
    def is_draw(board):
        on_lines = [{board[cell] for cell in line} - {0} for line in LINES]
        return not any(numbers <= four for numbers in on_lines for four in WINNING_SETS)

    return each(task, is_draw=is_draw)


@wrong("Takes the last number in the list for the last move: the winner is the side of that number.")
def last_number_in_list(task):
    def winner(board, won):
        last = [number for number in board if number][-1]
        return "odd" if last % 2 else "even"

    return each(task, winner=winner)


@wrong("Sets the result anew for each line without stopping at a win, so that only the last line, the minor diagonal, counts.")
def last_line_only(task):
    return each(task, lines=LINES[-1:])


@wrong("Misses the diagonals, and names as winner the side of the first number in the line.")
def no_diagonals_first_number(task):
    return each(task, lines=ROWS + COLUMNS, winner=lambda board, won: "odd" if won[0][0] % 2 else "even")


@wrong("Forgets the columns, and calls a board with a single empty cell a draw already.")
def no_columns_early_draw(task):
    return each(task, lines=ROWS + DIAGONALS, is_draw=lambda board: board.count(0) <= 1)


@wrong("Takes the boards from the end of the list, and so sends the right items in reverse order.")
def boards_from_the_end(task):
    return right(task)[::-1]


main(right)
