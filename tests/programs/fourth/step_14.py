"""Step 14: wrong programs. Evaluate a position: the sum of the values of ten lines."""
from itertools import combinations

from harness import main, wrong

ROWS = [[4 * i + j for j in range(4)] for i in range(4)]
COLUMNS = [[4 * j + i for j in range(4)] for i in range(4)]
MAJOR, MINOR = [0, 5, 10, 15], [3, 6, 9, 12]
LINES = [*ROWS, *COLUMNS, MAJOR, MINOR]
TABLE = {(2, 2): 32, (4, 0): 32, (0, 4): -32, (1, 2): 16, (0, 1): 8, (1, 0): 4, (1, 1): 2, (2, 1): 1}


def winning_sets(last=16):
    return [set(c) for c in combinations(range(1, last + 1), 4) if sum(c) == 34]


SETS = winning_sets()
SETS_TO_15 = winning_sets(15)


def in_set(numbers, board, sets=SETS):
    return any(s.issuperset(numbers) for s in sets)


def evaluate(board, lines=LINES, table=TABLE, possible=in_set, stop_at_dead_line=False):
    total = 0
    for line in lines:
        numbers = [board[c] for c in line if board[c]]
        if possible(numbers, board):
            odd = sum(n % 2 for n in numbers)
            total += table.get((odd, len(numbers) - odd), 0)
        elif stop_at_dead_line:
            break
    return total


def right(task, **changes):
    return [evaluate(board, **changes) for board in task["boards"]]


@wrong("Takes the rows as slices of three cells (board[4*i:4*i+3]), so that the fourth cell of every row is left out.")
def rows_of_three(task):
    return right(task, lines=[*[row[:3] for row in ROWS], *COLUMNS, MAJOR, MINOR])


@wrong("Makes the minor diagonal with range(3, 16, 3), which has the five cells 3, 6, 9, 12 and 15.")
def minor_diagonal_of_five(task):
    return right(task, lines=[*ROWS, *COLUMNS, MAJOR, range(3, 16, 3)])


@wrong("Builds the winning sets from range(1, 16), so that no set contains the 16.")
def sets_without_16(task):
    return right(task, possible=lambda numbers, board: in_set(numbers, board, SETS_TO_15))


@wrong("Counts a line only if the missing numbers of the winning set do not stand elsewhere on the board.")
def missing_numbers_must_be_free(task):
    def possible(numbers, board):
        used = set(board)
        return any(s.issuperset(numbers) and not (s - set(numbers)) & used for s in SETS)

    return right(task, possible=possible)


@wrong("Does not set the sum back to 0 for the next board, so that each item also holds the values of the boards before.")
def running_total(task):
    values = right(task)
    return [sum(values[: i + 1]) for i in range(len(values))]


@wrong("Leaves the loop over the lines (break) at the first line that cannot be won, instead of going on with the next line.")
def break_at_dead_line(task):
    return right(task, stop_at_dead_line=True)


@wrong("Checks only that the rest to 34 lies between the least and the greatest sum of different numbers, "
       "so that a number already on the line may be needed a second time.")
def rest_within_bounds(task):
    def possible(numbers, board):
        missing = 4 - len(numbers)
        rest = 34 - sum(numbers)
        return sum(range(1, missing + 1)) <= rest <= sum(range(17 - missing, 17))

    return right(task, possible=possible)


@wrong("The minor diagonal is a copy of the major one, which is counted twice; and the values of 1 odd, 2 even and of 2 odd, 1 even are swapped.")
def major_twice_and_pairs_swapped(task):
    return right(task, lines=[*ROWS, *COLUMNS, MAJOR, MAJOR], table=TABLE | {(1, 2): 1, (2, 1): 16})


@wrong("Swaps the values of a single odd and a single even number (+8 for the odd one), and gives four even numbers +32.")
def singles_swapped_and_sign_lost(task):
    return right(task, table=TABLE | {(1, 0): 8, (0, 1): 4, (0, 4): 32})


@wrong("Puts each value in front of the list (insert(0, …)), so that the boards are answered in reverse order.")
def inserted_in_front(task):
    return right(task)[::-1]


main(right)
