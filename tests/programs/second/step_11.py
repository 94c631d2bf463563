"""Step 11: wrong programs. The numbers that the player to move may place."""
from harness import main, wrong


def count_parity(board):
    """0 when the odd player is to move, and 1 when the even player is."""
    return sum(number > 0 for number in board) % 2


def own_numbers(parity, last=16):
    return [number for number in range(1, last + 1) if number % 2 != parity]


def free(board, turn=count_parity, numbers=own_numbers):
    return [number for number in numbers(turn(board)) if number not in board]


def write(numbers):
    return " ".join(map(str, numbers)) or "-"


def right(task):
    return [write(free(board)) for board in task["boards"]]


@wrong("Gives the odd player's numbers on every board.")
def always_odd(task):
    return [write(free(board, turn=lambda board: 0)) for board in task["boards"]]


@wrong("Gives all unused numbers, odd and even.")
def both_kinds(task):
    return [write(free(board, numbers=lambda parity: range(1, 17))) for board in task["boards"]]


@wrong("Lets the numbers end at 15.")
def without_16(task):
    return [write(free(board, numbers=lambda parity: own_numbers(parity, 15))) for board in task["boards"]]


@wrong("Takes the turn from the sum of the numbers and not from how many there are.")
def turn_from_sum(task):
    return [write(free(board, turn=lambda board: sum(board) % 2)) for board in task["boards"]]


@wrong("Takes the last number in the list for the last move, and so for the number of the player who is not to move.")
def last_in_list_is_last_move(task):
    def turn(board):
        placed = [number for number in board if number]
        return placed[-1] % 2 if placed else 0

    return [write(free(board, turn=turn)) for board in task["boards"]]


@wrong("Removes numbers from the list while going through it, so that the number after a removed one is not checked.")
def removes_while_looping(task):
    answers = []
    for board in task["boards"]:
        numbers = own_numbers(count_parity(board))
        for number in numbers:
            if number in board:
                numbers.remove(number)
        answers.append(write(numbers))
    return answers


@wrong("Does not begin anew with each board, so that the numbers of the boards before it count as used, too.")
def used_on_earlier_boards(task):
    used, answers = set(), []
    for board in task["boards"]:
        used.update(board)
        answers.append(write(number for number in own_numbers(count_parity(board)) if number not in used))
    return answers


@wrong("Gives the numbers of the player who has just moved, and lets the numbers end at 14.")
def other_player_up_to_14(task):
    boards = task["boards"]
    return [write(free(board, lambda board: 1 - count_parity(board), lambda parity: own_numbers(parity, 14))) for board in boards]


@wrong("Does not look at the last cell of the board, and lets the numbers end at 15.")
def without_last_cell_and_16(task):
    return [write(free(board[:15], numbers=lambda parity: own_numbers(parity, 15))) for board in task["boards"]]


@wrong("Answers for all boards with the odd player to move first, and then for those with the even player to move.")
def odd_boards_first(task):
    return [write(free(board)) for board in sorted(task["boards"], key=count_parity)]


main(right)
