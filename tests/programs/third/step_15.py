"""Step 15: wrong programs. How a game stands or has ended."""
from harness import main, wrong

ROWS = [range(n, n + 4) for n in (0, 4, 8, 12)]
COLUMNS = [range(n, 16, 4) for n in range(4)]
MAJOR, MINOR = range(0, 16, 5), range(3, 13, 3)
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]


def full_34(numbers):
    return sum(numbers) == 34 and all(numbers)


def last_mover(board, numbers):
    return "odd" if sum(map(bool, board)) % 2 else "even"


def outcome(board, lines=LINES, wins=full_34, winner=last_mover, full="draw"):
    for line in lines:
        numbers = [board[cell] for cell in line]
        if wins(numbers):
            return winner(board, numbers)
    return "open" if 0 in board else full


def outcomes(task, **changes):
    return [outcome(board, **changes) for board in task["boards"]]


def right(task):
    return outcomes(task)


@wrong("Takes two or three numbers with the sum 34 for a win.")
def fewer_than_four(task):
    return outcomes(task, wins=lambda numbers: sum(numbers) == 34)


@wrong("Names the side that has more numbers in the winning line.")
def majority_of_line(task):
    return outcomes(task, winner=lambda board, numbers: "odd" if sum(n % 2 for n in numbers) > 2 else "even")


@wrong("Calls every full board a draw without looking at its lines.")
def full_is_draw(task):
    return ["draw" if 0 not in board else outcome(board) for board in task["boards"]]


@wrong("Leaves out the minor diagonal.")
def minor_missing(task):
    return outcomes(task, lines=LINES[:9])


@wrong("Calls every board with an empty cell open without looking at its lines.")
def empty_cell_is_open(task):
    return ["open" if 0 in board else outcome(board) for board in task["boards"]]


@wrong("Takes the last number in the list for the last move.")
def last_in_list_moved(task):
    return outcomes(task, winner=lambda board, numbers: "odd" if [n for n in board if n][-1] % 2 else "even")


@wrong("Keeps the winner of an earlier board when a board has no winning line.")
def winner_not_reset(task):
    winner, answers = None, []
    for item in right(task):
        winner = item if item in ("odd", "even") else winner
        answers.append(winner or item)
    return answers


@wrong("The loop over rows and columns ends one too early, so that the last row and the last column are missing.")
def last_row_and_column_missing(task):
    return outcomes(task, lines=[*ROWS[:3], *COLUMNS[:3], MAJOR, MINOR])


@wrong("Names the player to move, and takes a full board without a winner for open.")
def mover_and_no_draw(task):
    names = {"odd": "even", "even": "odd"}
    return outcomes(task, winner=lambda board, numbers: names[last_mover(board, numbers)], full="open")


@wrong("Takes the boards from the end of the list with pop, so that the answers are in reverse order.")
def last_board_first(task):
    return right(task)[::-1]


main(right)
