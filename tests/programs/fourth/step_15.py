"""Step 15: wrong programs. Outcome: odd, even, draw or open."""
from harness import main, wrong

ROWS = [[4 * i + j for j in range(4)] for i in range(4)]
COLUMNS = [[4 * j + i for j in range(4)] for i in range(4)]
MAJOR, MINOR = [0, 5, 10, 15], [3, 6, 9, 12]
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]


def is_win(numbers):
    return 0 not in numbers and sum(numbers) == 34


def moved_last(board, line):
    return "odd" if sum(n > 0 for n in board) % 2 else "even"


def is_full(board):
    return 0 not in board


def outcome(board, lines=LINES, win=is_win, winner=moved_last, full=is_full, draw_first=False):
    if draw_first and full(board):
        return "draw"
    for line in lines:
        if win([board[c] for c in line]):
            return winner(board, line)
    return "draw" if full(board) else "open"


def right(task, **changes):
    return [outcome(board, **changes) for board in task["boards"]]


@wrong("Takes 4*i + 4 - i for the cells of the minor diagonal, which gives 4, 7, 10, 13 instead of 3, 6, 9, 12.")
def minor_diagonal_shifted(task):
    return right(task, lines=[*ROWS, *COLUMNS, MAJOR, [4, 7, 10, 13]])


@wrong("Takes the last number in the list for the last move and names its side as the winner.")
def last_in_list_moved_last(task):
    return right(task, winner=lambda board, line: "odd" if [n for n in board if n][-1] % 2 else "even")


@wrong("Calls a board with empty cells a draw as soon as no line can reach 34 with the numbers that are left.")
def hopeless_is_draw(task):
    def hopeless(board):
        left = set(range(1, 17)) - set(board)

        def reachable(missing, rest, numbers):
            if missing == 0:
                return rest == 0
            return any(reachable(missing - 1, rest - n, [m for m in numbers if m > n]) for n in numbers)

        lines = [[board[c] for c in line] for line in LINES]
        return not any(reachable(line.count(0), 34 - sum(line), left) for line in lines)

    return right(task, full=hopeless)


@wrong("Sets the result back to no win in the else branch of the loop over the lines, so that only the last line, the minor diagonal, decides.")
def later_line_overwrites(task):
    return right(task, lines=LINES[-1:])


@wrong("Does not reset the flag for a win, so that every board after the first won one is called won.")
def flag_kept(task):
    answers, won = [], False
    for board in task["boards"]:
        won = won or any(is_win([board[c] for c in line]) for line in LINES)
        answers.append(moved_last(board, None) if won else outcome(board))
    return answers


@wrong("Runs the loop over rows and columns with range(3), so that the last row and the last column are not looked at.")
def three_rows_and_columns(task):
    return right(task, lines=[*ROWS[:3], *COLUMNS[:3], MAJOR, MINOR])


@wrong("Counts the numbers with len(set(board)), which counts the 0 of the empty cells as well: the winner is wrong unless the board is full.")
def zero_counted(task):
    return right(task, winner=lambda board, line: "odd" if len(set(board)) % 2 else "even")


@wrong("Takes any line with the sum 34 for a win, even with empty cells in it, and calls every full board a draw.")
def three_numbers_and_full_is_draw(task):
    return right(task, win=lambda numbers: sum(numbers) == 34, draw_first=True)


@wrong("Leaves out the minor diagonal, and names the side that has more numbers in the line (odd if both have two).")
def no_minor_and_majority(task):
    return right(task, lines=LINES[:-1], winner=lambda board, line: "odd" if sum(board[c] % 2 for c in line) >= 2 else "even")


@wrong("Appends an item for every winning line, so that a board with two of them gives two items.")
def item_for_each_line(task):
    answers = []
    for board in task["boards"]:
        wins = sum(is_win([board[c] for c in line]) for line in LINES)
        answers += [outcome(board)] * max(wins, 1)
    return answers


main(right)
