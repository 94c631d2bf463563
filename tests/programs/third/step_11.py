"""Step 11: wrong programs. The numbers that the player to move may place."""
from harness import main, wrong

ODD, EVEN = range(1, 17, 2), range(2, 17, 2)


def turn(board):
    """0 when the odd player is to move, 1 for the even player."""
    return sum(number > 0 for number in board) % 2


def free(board, mover=None, numbers=(ODD, EVEN), used=None):
    mover = turn(board) if mover is None else mover
    used = board if used is None else used
    return " ".join(str(n) for n in numbers[mover] if n not in used) or "-"


def right(task):
    return [free(board) for board in task["boards"]]


@wrong("Gives the odd player's numbers on every board.")
def always_odd(task):
    return [free(board, mover=0) for board in task["boards"]]


@wrong("Counts 0 as a number on the board as soon as there is an empty cell, so that the other player is to move.")
def zero_counts(task):
    return [free(board, mover=len(set(board)) % 2) for board in task["boards"]]


@wrong("Gives the numbers of the player to move that lie on the board already.")
def used_numbers(task):
    return [free(board, used=set(range(1, 17)) - set(board)) for board in task["boards"]]


@wrong("The ranges end before 16, so that 16 is never free.")
def sixteen_missing(task):
    return [free(board, numbers=(range(1, 16, 2), range(2, 16, 2))) for board in task["boards"]]


@wrong("Takes the last number in the list for the last move, so that the player of the other kind is to move.")
def last_in_list_moved(task):
    return [free(board, mover=[n for n in board if n][-1] % 2) for board in task["boards"]]


@wrong("Leaves out the last cell of the board when the numbers are collected.")
def last_cell_missing(task):
    return [free(board[:15]) for board in task["boards"]]


@wrong("Does not empty the set of used numbers for a new board.")
def used_not_reset(task):
    used, answers = set(), []
    for board in task["boards"]:
        used |= set(board)
        answers.append(free(board, used=used))
    return answers


@wrong("Lets the turn change from one board to the next, the odd player first.")
def turn_by_place_in_list(task):
    return [free(board, mover=n % 2) for n, board in enumerate(task["boards"])]


@wrong("Gives the numbers of the player who has just moved, and the odd numbers begin at 3.")
def just_moved_from_three(task):
    return [free(board, mover=1 - turn(board), numbers=(ODD[1:], EVEN)) for board in task["boards"]]


@wrong("Sends the boards on which the odd player is to move first, and then the others.")
def odd_boards_first(task):
    return [free(board) for board in sorted(task["boards"], key=turn)]


main(right)
