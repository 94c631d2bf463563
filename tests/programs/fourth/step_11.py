"""Step 11: wrong programs. The numbers that the player to move may still place."""
from harness import main, wrong

NUMBERS = range(1, 17)


def count_of(board):
    return sum(n != 0 for n in board)


def odd_to_move(board):
    return count_of(board) % 2 == 0


def written(free):
    return " ".join(map(str, free)) or "-"


def free_numbers(board, odd=odd_to_move, numbers=NUMBERS, used=lambda n, board: n in board):
    return [n for n in numbers if n % 2 == odd(board) and not used(n, board)]


def answer(task, **slip):
    return [written(free_numbers(board, **slip)) for board in task["boards"]]


def right(task):
    return answer(task)


@wrong("Takes the numbers with range(1, 16), so that 16 is never free.")
def sixteen_missing(task):
    return answer(task, numbers=range(1, 16))


@wrong("Reads the turn from the sum of the numbers on the board instead of from their count.")
def parity_of_the_sum(task):
    return answer(task, odd=lambda board: sum(board) % 2 == 0)


@wrong("Takes the last number in the list for the last one placed, and gives the turn to the other player.")
def last_in_the_list(task):
    return answer(task, odd=lambda board: next((n for n in reversed(board) if n), 2) % 2 == 0)


@wrong("Changes the player at each number, but does not begin again with the odd player on the next board.")
def turn_kept_between_boards(task):
    items = []
    odd = True
    for board in task["boards"]:
        for n in board:
            if n:
                odd = not odd
        items.append(written(free_numbers(board, odd=lambda _: odd)))
    return items


@wrong("Collects the used numbers of all boards in one list that is not cleared, so that later boards have "
       "too few free numbers.")
def used_kept_between_boards(task):
    seen = set()
    items = []
    for board in task["boards"]:
        seen |= set(board)
        items.append(written(free_numbers(board, used=lambda n, _: n in seen)))
    return items


@wrong("Removes the used numbers from the list while it runs over it, so that the number after a removed one "
       "is not tested.")
def removed_while_looping(task):
    items = []
    for board in task["boards"]:
        free = free_numbers(board, used=lambda n, board: False)
        for n in free:
            if n in board:
                free.remove(n)
        items.append(written(free))
    return items


@wrong("Searches the number in the board as a text, so that 1 to 6 are also found in 11 to 16.")
def searched_as_text(task):
    return answer(task, used=lambda n, board: str(n) in str(board))


@wrong("Leaves out the last cell of the board, both when it counts the numbers and when it looks for used ones.")
def last_cell_left_out(task):
    return [written(free_numbers(board[:15])) for board in task["boards"]]


@wrong("Lets the even player begin, and does not take out the numbers that are on the board already.")
def even_first_and_used_again(task):
    return answer(task, odd=lambda board: not odd_to_move(board), used=lambda n, board: False)


@wrong("Answers first all boards on which the odd player is to move and then the others.")
def odd_boards_first(task):
    return answer({"boards": sorted(task["boards"], key=odd_to_move, reverse=True)})


main(right)
