"""Step 16: wrong programs. A move that wins at once, as cell:number, or "-"."""
from harness import main, wrong

ROWS = [[4 * r + c for c in range(4)] for r in range(4)]
COLUMNS = [[4 * r + c for r in range(4)] for c in range(4)]
MAJOR = [0, 5, 10, 15]
MINOR = [3, 6, 9, 12]
LINES = ROWS + COLUMNS + [MAJOR, MINOR]
SHIFTED_MINOR = [cell for cell in range(16) if cell // 4 + cell % 4 == 4]


def own_numbers(board):
    """The unused numbers of the player to move."""
    moves_made = 16 - board.count(0)
    return [n for n in range(1 + moves_made % 2, 17, 2) if n not in board]


def own_used_or_not(board):
    moves_made = 16 - board.count(0)
    return list(range(1 + moves_made % 2, 17, 2))


def other_numbers(board):
    moves_made = 16 - board.count(0)
    return [n for n in range(2 - moves_made % 2, 17, 2) if n not in board]


def four_with_sum_34(numbers):
    return 0 not in numbers and sum(numbers) == 34


def winning_moves(board, numbers=own_numbers, lines=LINES, wins=four_with_sum_34):
    moves = []
    for cell in (cell for cell in range(16) if board[cell] == 0):
        for number in numbers(board):
            after = board[:cell] + [number] + board[cell + 1 :]
            if any(wins([after[c] for c in line]) for line in lines if cell in line):
                moves.append((cell, number))
    return moves


def item(moves):
    return "{}:{}".format(*moves[0]) if moves else "-"


def each(task, **rule):
    return [item(winning_moves(board, **rule)) for board in task["boards"]]


def right(task):
    return each(task)


@wrong("Has the players the wrong way round: the even player is to move when the count of numbers is even.")
def turn_reversed(task):
    return each(task, numbers=other_numbers)


@wrong("Does not check whether the missing number lies elsewhere on the board already.")
def used_numbers(task):
    return each(task, numbers=own_used_or_not)


@wrong("Lets the player to move place any unused number from 1 to 16, odd or even.")
def any_number(task):
    return each(task, numbers=lambda board: [n for n in range(1, 17) if n not in board])


@wrong("Writes the right move with the cells counted down the columns, so that cell 1 is the one below cell 0.")
def column_by_column(task):
    moves = [winning_moves(board) for board in task["boards"]]
    return [item([(cell % 4 * 4 + cell // 4, number) for cell, number in found]) for found in moves]


@wrong("Takes the minor diagonal as the cells with row + column = 4, which are only three, and so never sees it full.")
def minor_diagonal_shifted(task):
    def wins(numbers):
        return len(numbers) == 4 and four_with_sum_34(numbers)

    return each(task, lines=ROWS + COLUMNS + [MAJOR, SHIFTED_MINOR], wins=wins)


@wrong("Sends the first legal move in place of - when no move wins.")
def first_move_if_none(task):
    items = []
    for board in task["boards"]:
        legal = [(cell, number) for cell in range(16) if board[cell] == 0 for number in own_numbers(board)]
        items.append(item(winning_moves(board) or legal))
    return items


@wrong("Gives up after the first line with one empty cell: if that one cannot be won, the item is -.")
def first_line_only(task):
    items = []
    for board in task["boards"]:
        almost_full = [line for line in LINES if [board[cell] for cell in line].count(0) == 1]
        items.append(item(winning_moves(board, lines=almost_full[:1])))
    return items


@wrong("Takes two or three numbers with the sum 34 for a win, and looks at rows and columns only.")
def short_lines_no_diagonals(task):
    return each(task, lines=ROWS + COLUMNS, wins=lambda numbers: sum(numbers) == 34)


@wrong("Takes a sum above 34 for a win too, and tries only the largest number that is left.")
def largest_number_at_least_34(task):
    def wins(numbers):
        return 0 not in numbers and sum(numbers) >= 34

    return each(task, numbers=lambda board: own_numbers(board)[-1:], wins=wins)


@wrong("Counts a line only if all four of its numbers are the player's own, as in ordinary tic-tac-toe.")
def own_lines_only(task):
    def wins(numbers):
        return four_with_sum_34(numbers) and len({n % 2 for n in numbers}) == 1

    return each(task, wins=wins)


main(right)
