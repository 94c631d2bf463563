"""Step 16: wrong programs. Win in one: a move that wins at once."""

from harness import main, wrong

ROWS = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]
COLUMNS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]]
MAJOR, MINOR = [0, 5, 10, 15], [3, 6, 9, 12]
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]


def odd_to_move(board):
    return sum(number > 0 for number in board) % 2 == 0


def own_numbers(board):
    """The numbers of the player to move, used or not."""
    return range(1 if odd_to_move(board) else 2, 17, 2)


def unused(board, numbers):
    return [number for number in numbers if number not in board]


def free_numbers(board):
    return unused(board, own_numbers(board))


def four_with_34(numbers):
    return all(numbers) and sum(numbers) == 34


def winning_move(board, lines=LINES, numbers=free_numbers, wins=four_with_34, cells=range(16)):
    """The first winning move, cell by cell, or None."""
    for cell in cells:
        for number in numbers(board) if board[cell] == 0 else []:
            after = board[:cell] + [number] + board[cell + 1 :]
            if any(wins([after[other] for other in line]) for line in lines if cell in line):
                return cell, number
    return None


def item(move):
    return f"{move[0]}:{move[1]}" if move else "-"


def solve(task, **rule):
    return [item(winning_move(board, **rule)) for board in task["boards"]]


def right(task):
    return solve(task)


@wrong("A move that makes a line of two or three numbers with the sum 34 is taken for a win.")
def any_line_with_34(task):
    return solve(task, wins=lambda numbers: sum(numbers) == 34)


@wrong("Any unused number is placed, also one of the other player.")
def numbers_of_both_players(task):
    return solve(task, numbers=lambda board: unused(board, range(1, 17)))


@wrong("Numbers that lie on the board already are placed again.")
def used_numbers(task):
    return solve(task, numbers=own_numbers)


@wrong("Only the first line with three numbers is looked at: if it cannot be won, the item is `-`.")
def first_line_only(task):
    def nearly_full(board):
        return [line for line in LINES if sum(board[cell] == 0 for cell in line) == 1][:1]

    return [item(winning_move(board, lines=nearly_full(board))) for board in task["boards"]]


@wrong("A line of four numbers with a sum above 34 is taken for a win too.")
def at_least_34(task):
    return solve(task, wins=lambda numbers: all(numbers) and sum(numbers) >= 34)


@wrong("The last cell, 15, is never tried, as with Python's `range(15)`.")
def last_cell_not_tried(task):
    return solve(task, cells=range(15))


@wrong("If no move wins, the first legal move is given instead of `-`.")
def any_move_if_none_wins(task):
    return [item(winning_move(board) or winning_move(board, wins=lambda numbers: True)) for board in task["boards"]]


@wrong("The minor diagonal is read as 3, 7, 11, 15, and the 16 is never placed.")
def last_column_as_diagonal_up_to_fifteen(task):
    return solve(task, lines=[*ROWS, *COLUMNS, MAJOR, COLUMNS[3]],
                 numbers=lambda board: [number for number in free_numbers(board) if number < 16])


@wrong("The win is searched for the player who has just moved, and the diagonals are missing.")
def other_player_no_diagonals(task):
    return solve(task, lines=ROWS + COLUMNS,
                 numbers=lambda board: unused(board, range(2 if odd_to_move(board) else 1, 17, 2)))


@wrong("The cell is given by its place among the empty cells, not among all cells.")
def counts_empty_cells(task):
    moves = zip(task["boards"], map(winning_move, task["boards"]))
    return [item(move and (board[: move[0]].count(0), move[1])) for board, move in moves]


main(right)
