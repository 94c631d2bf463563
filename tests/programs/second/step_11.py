"""Step 11: wrong programs. The numbers that the player to move may place."""

from harness import main, wrong


def numbers_of_mover(board, end=17):
    """All numbers of the player to move, used or not."""
    count = sum(number != 0 for number in board)
    return list(range(2 if count % 2 else 1, end, 2))


def text(numbers):
    return " ".join(map(str, numbers)) or "-"


def free(numbers, used):
    return text(number for number in numbers if number not in used)


def right(task):
    return [free(numbers_of_mover(board), board) for board in task["boards"]]


@wrong("Decides whose turn it is by the sum of the numbers on the board instead of by how many they are.")
def turn_by_sum(task):
    return [free(range(2 if sum(board) % 2 else 1, 17, 2), board) for board in task["boards"]]


@wrong("Lets even move when odd has as many numbers on the board as even or more; it should be more only.")
def even_moves_at_equal_counts(task):
    items = []
    for board in task["boards"]:
        odd = sum(number % 2 for number in board)
        even = sum(number != 0 for number in board) - odd
        items.append(free(range(2 if odd >= even else 1, 17, 2), board))
    return items


@wrong("Gives only numbers up to 9, as in the game on three rows and three columns.")
def numbers_up_to_nine(task):
    return [free(numbers_of_mover(board, end=10), board) for board in task["boards"]]


@wrong("A `not` is missing: gives the numbers of the player to move that are on the board.")
def used_numbers(task):
    return [text(number for number in numbers_of_mover(board) if number in board) for board in task["boards"]]


@wrong("Does not clear the set of used numbers between boards: a number on an earlier board counts as used.")
def used_not_cleared(task):
    used, items = set(), []
    for board in task["boards"]:
        used.update(board)
        items.append(free(numbers_of_mover(board), used))
    return items


@wrong("Removes numbers from the list while looping over it, so that the number after each removed one is not looked at.")
def removes_in_the_loop(task):
    items = []
    for board in task["boards"]:
        numbers = numbers_of_mover(board)
        for number in numbers:
            if number in board:
                numbers.remove(number)
        items.append(text(numbers))
    return items


@wrong("Searches the number in the board's text, so that 1 counts as used when 11 or 14 is on the board.")
def text_search(task):
    return [
        text(number for number in numbers_of_mover(board) if str(number) not in str(board))
        for board in task["boards"]
    ]


@wrong("Gives how many numbers are free instead of the numbers.")
def how_many(task):
    return ["0" if item == "-" else str(len(item.split())) for item in right(task)]


@wrong("Gives the numbers of the player who has just moved, also those on the board already.")
def last_player_used_or_not(task):
    return [text(set(range(1, 17)) - set(numbers_of_mover(board))) for board in task["boards"]]


@wrong("Looks at the cells 0 to 14 only, and stops before 16.")
def last_cell_and_sixteen_missing(task):
    return [free(numbers_of_mover(board[:15], end=16), board[:15]) for board in task["boards"]]


main(right)
