"""Step 11: wrong programs. The items are the numbers that the player to move has left."""

from harness import main, wrong

ODD, EVEN = range(1, 17, 2), range(2, 17, 2)


def even_to_move(board):
    return sum(number != 0 for number in board) % 2 == 1


def last_number_is_odd(board):
    return [0, *filter(None, board)][-1] % 2 == 1


def has_sum_34(board):
    lines = [board[i : i + 4] for i in range(0, 16, 4)] + [board[i::4] for i in range(4)] + [board[::5], board[3:13:3]]
    return any(sum(line) == 34 for line in lines)


def free(board, even_to_move=even_to_move, odd=ODD, even=EVEN, used=lambda number, board: number in board):
    numbers = even if even_to_move(board) else odd
    return [number for number in numbers if not used(number, board)]


def solve(task, **mistake):
    return [" ".join(map(str, free(board, **mistake))) or "-" for board in task["boards"]]


def right(task):
    return solve(task)


@wrong("Gives the free numbers of the odd player on every board.")
def always_odd(task):
    return solve(task, even_to_move=lambda board: False)


@wrong("Gives the free numbers of the player who has just moved.")
def turn_reversed(task):
    return solve(task, even_to_move=lambda board: not even_to_move(board))


@wrong("Gives all numbers of the player to move, also those on the board.")
def used_again(task):
    return solve(task, used=lambda number, board: False)


@wrong("Ends the even numbers before 16.")
def without_sixteen(task):
    return solve(task, even=range(2, 16, 2))


@wrong("Tells the turn from the sum of the numbers on the board instead of from how many there are.")
def turn_from_sum(task):
    return solve(task, even_to_move=lambda board: sum(board) % 2 == 1)


@wrong("Takes the game for over, and gives no numbers, when the numbers on some line have the sum 34.")
def over_at_34(task):
    return ["-" if has_sum_34(board) else item for board, item in zip(task["boards"], right(task))]


@wrong("Searches the number in the text of the board, so 1 counts as used when 11 or 15 is on the board.")
def searched_as_text(task):
    return solve(task, used=lambda number, board: str(number) in str(board))


@wrong("Gives all unused numbers, odd and even, and only up to 15.")
def all_unused_to_fifteen(task):
    return solve(task, odd=range(1, 16), even=range(1, 16))


@wrong("Takes the last number in the list for the last move and so tells the turn from its kind, and leaves out 16.")
def turn_from_last_number(task):
    return solve(task, even_to_move=last_number_is_odd, even=range(2, 16, 2))


@wrong("Sends how many numbers are free instead of the numbers.")
def counted(task):
    return [str(len(free(board))) for board in task["boards"]]


main(right)
