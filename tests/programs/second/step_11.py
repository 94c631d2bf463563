"""Step 11: wrong programs. Free numbers: which numbers the player to move may place."""

from harness import main, wrong

ODD, EVEN, ALL = range(1, 17, 2), range(2, 17, 2), range(1, 17)


def count(board):
    return sum(number > 0 for number in board)


def own_numbers(odd_to_move):
    return ODD if odd_to_move else EVEN


def to_move(board):
    """The numbers of the player to move, used or not."""
    return own_numbers(count(board) % 2 == 0)


def number_set(numbers):
    return " ".join(map(str, numbers)) or "-"


def free(board, numbers):
    return number_set(number for number in numbers if number not in board)


def right(task):
    return [free(board, to_move(board)) for board in task["boards"]]


@wrong("The numbers of the player who has just moved are given.")
def player_who_has_just_moved(task):
    return [free(board, own_numbers(count(board) % 2)) for board in task["boards"]]


@wrong("All unused numbers are given, odd and even.")
def both_kinds(task):
    return [free(board, ALL) for board in task["boards"]]


@wrong("The numbers end at 15, so that 16 is never free.")
def up_to_fifteen(task):
    return [free(board, [number for number in to_move(board) if number < 16]) for board in task["boards"]]


@wrong("The last number in the list is taken for the last move, and the other player is taken to be the one to move.")
def last_cell_is_last_move(task):
    last = [next((number for number in reversed(board) if number), 0) for board in task["boards"]]
    return [free(board, own_numbers(number % 2 == 0)) for board, number in zip(task["boards"], last)]


@wrong("The odd player is taken to be on move only if fewer odd than even numbers lie on the board, not also if equally many do.")
def fewer_instead_of_equal(task):
    def turn(board):
        odd = sum(number % 2 for number in board)
        return own_numbers(odd < count(board) - odd)

    return [free(board, turn(board)) for board in task["boards"]]


@wrong("A number is searched in the text of the board, so that 1 counts as used when 10 lies on it.")
def searches_text(task):
    return [free(str(board), map(str, to_move(board))) for board in task["boards"]]


@wrong("Used numbers are removed from the list while a loop runs over it, so that the number after each of them is not checked.")
def removes_while_looping(task):
    def left(board):
        numbers = list(to_move(board))
        for number in numbers:
            if number in board:
                numbers.remove(number)
        return number_set(numbers)

    return [left(board) for board in task["boards"]]


@wrong("The odd player is always taken to be on move, and numbers that are on the board already are given again.")
def all_odd_numbers(task):
    return [number_set(ODD) for _ in task["boards"]]


@wrong("The turn is read from the sum of the numbers instead of their count, and the even numbers end at 14.")
def parity_of_sum_up_to_fifteen(task):
    return [free(board, [number for number in own_numbers(sum(board) % 2 == 0) if number < 16]) for board in task["boards"]]


@wrong("The count of the free numbers is given instead of the numbers.")
def how_many(task):
    return [str(len(item.split())) for item in right(task)]


main(right)
