"""Step 16: wrong programs. Win in one: a move that completes a line of four with the sum 34."""
from harness import main, wrong

ROWS = [[4 * i + j for j in range(4)] for i in range(4)]
COLUMNS = [[4 * j + i for j in range(4)] for i in range(4)]
MAJOR, MINOR = [0, 5, 10, 15], [3, 6, 9, 12]
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]


def odd_to_move(board):
    return sum(n > 0 for n in board) % 2 == 0


def numbers_left(board, odd):
    return [n for n in range(1 if odd else 2, 17, 2) if n not in board]


def is_win(board, cell, lines=LINES):
    return any(cell in line and all(board[c] for c in line) and sum(board[c] for c in line) == 34 for line in lines)


def find(board, odd=odd_to_move, left=numbers_left, win=is_win, cells=range(16), undo=True):
    """Tries every number on every empty cell. Returns the first winning move, or None."""
    board = list(board)
    numbers = left(board, odd(board))
    for cell in cells:
        if board[cell]:
            continue
        for number in numbers:
            board[cell] = number
            if win(board, cell):
                return cell, number
            if undo:
                board[cell] = 0
    return None


def item(move):
    return f"{move[0]}:{move[1]}" if move else "-"


def right(task, **changes):
    return [item(find(board, **changes)) for board in task["boards"]]


@wrong("Takes the even numbers from range(2, 16, 2), so that the 16 is never placed.")
def sixteen_missing(task):
    return right(task, left=lambda board, odd: [n for n in numbers_left(board, odd) if n != 16])


@wrong("Lets the odd player move when the count of numbers on the board is odd, and the even player when it is even.")
def turn_swapped(task):
    return right(task, odd=lambda board: not odd_to_move(board))


@wrong("Counts a line only if its other three numbers were placed by the player to move as well.")
def own_numbers_only(task):
    def win(board, cell):
        own = [line for line in LINES if len({board[c] % 2 for c in line}) == 1]
        return is_win(board, cell, own)

    return right(task, win=win)


@wrong("Does not take the number back after trying it, so that the cell keeps the last number tried while the next cells are tested.")
def not_taken_back(task):
    return right(task, undo=False)


@wrong("Computes the index of the cell as column * 4 + row, so that the move is mirrored at the major diagonal.")
def cell_transposed(task):
    moves = [find(board) for board in task["boards"]]
    return [item((move[0] % 4 * 4 + move[0] // 4, move[1]) if move else None) for move in moves]


@wrong("Determines the player to move once, from the first board, and uses it for all eight boards.")
def player_of_first_board(task):
    return right(task, odd=lambda board: odd_to_move(task["boards"][0]))


@wrong("Stops at the first line with three numbers and one empty cell: if that one cannot be completed, the item is - without a look at the others.")
def only_first_line_of_three(task):
    answers = []
    for board in task["boards"]:
        line = next((line for line in LINES if [board[c] for c in line].count(0) == 1), [])
        cells = [c for c in line if not board[c]]
        answers.append(item(find(board, cells=cells, win=lambda board, cell: is_win(board, cell, [line]))))
    return answers


@wrong("Leaves out the minor diagonal, and does not check that the number is unused.")
def no_minor_and_used_numbers(task):
    return right(task, left=lambda board, odd: range(1 if odd else 2, 17, 2), win=lambda board, cell: is_win(board, cell, LINES[:-1]))


@wrong("Tries only the cells of range(15), and where no move wins it sends one that blocks a win of the opponent.")
def last_cell_missed_and_blocks(task):
    answers = []
    for board in task["boards"]:
        move = find(board, cells=range(15))
        if not move:
            threat = find(board, cells=range(15), odd=lambda board: not odd_to_move(board))
            numbers = numbers_left(board, odd_to_move(board))
            move = (threat[0], numbers[0]) if threat and numbers else None
        answers.append(item(move))
    return answers


@wrong("Sends the position of the empty cell within its line (line.index(0), 0 to 3) instead of its index on the board.")
def position_within_line(task):
    answers = []
    for board in task["boards"]:
        move = find(board)
        if move:
            cell, number = move
            after = board[:cell] + [number] + board[cell + 1:]
            line = next(line for line in LINES if cell in line and is_win(after, cell, [line]))
            move = (line.index(cell), number)
        answers.append(item(move))
    return answers


main(right)
