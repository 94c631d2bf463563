"""Step 14: wrong programs. The value of a position is the sum of the values of its ten lines."""

from itertools import combinations, takewhile

from harness import main, wrong

LINES = [
    *([4 * row + i for i in range(4)] for row in range(4)),
    *([4 * i + column for i in range(4)] for column in range(4)),
    [0, 5, 10, 15],
    [3, 6, 9, 12],
]
WINNING = [set(four) for four in combinations(range(1, 17), 4) if sum(four) == 34]
TABLE = {
    (2, 2): 32,
    (4, 0): 32,
    (0, 4): -32,
    (1, 2): 16,
    (0, 1): 8,
    (1, 0): 4,
    (1, 1): 2,
    (2, 1): 1,
}


def winnable(numbers, _board):
    return any(four.issuperset(numbers) for four in WINNING)


def pair_value(odd, even, table=TABLE):
    return table.get((odd, even), 0)


def value(board, lines=LINES, possible=winnable, of_pair=pair_value):
    total = 0
    for line in lines:
        numbers = [board[cell] for cell in line if board[cell]]
        if possible(numbers, board):
            odd = sum(number % 2 for number in numbers)
            total += of_pair(odd, len(numbers) - odd)
    return total


def right(task, **options):
    return [value(board, **options) for board in task["boards"]]


@wrong("Counts a winning set only if its missing numbers are not yet on the board.")
def missing_numbers_must_be_free(task):
    def possible(numbers, board):
        return any(four.issuperset(numbers) and four & set(board) == set(numbers) for four in WINNING)

    return right(task, possible=possible)


@wrong("The values of 0, 1 and 1, 0 have changed places: a single odd number gets 8 and a single even number 4.")
def single_numbers_swapped(task):
    table = TABLE | {(0, 1): 4, (1, 0): 8}
    return right(task, of_pair=lambda odd, even: pair_value(odd, even, table))


@wrong("Tests only full lines for the sum 34; a line with an empty cell is always looked up in the table.")
def only_full_lines_tested(task):
    return right(task, possible=lambda numbers, _: len(numbers) < 4 or sum(numbers) == 34)


@wrong("Gives the value for the player to move: the sign is changed when it is even's turn.")
def value_for_the_mover(task):
    return [-value(board) if sum(map(bool, board)) % 2 else value(board) for board in task["boards"]]


@wrong("Leaves the loop at the first line that cannot be won (break instead of continue): the lines after it are not added.")
def stops_at_a_dead_line(task):
    items = []
    for board in task["boards"]:
        alive = takewhile(lambda line: winnable([board[cell] for cell in line if board[cell]], board), LINES)
        items.append(value(board, lines=alive))
    return items


@wrong("Asks first whether there is at least one odd and one even number, so that 1, 2 and 2, 1 and 2, 2 get the value of 1, 1.")
def at_least_one_of_each(task):
    return right(task, of_pair=lambda odd, even: 2 if odd >= 1 and even >= 1 else pair_value(odd, even))


@wrong("Builds the winning sets from range(1, 16), so that no line with a 16 can be won.")
def no_sixteen(task):
    return right(task, possible=lambda numbers, _: any(16 not in four and four.issuperset(numbers) for four in WINNING))


@wrong("Sorts the values, the best for odd first.")
def sorted_values(task):
    return sorted(right(task), reverse=True)


@wrong("Takes a line for winnable when its sum is at most 34, and reads each pair as even, odd.")
def sum_test_pairs_reversed(task):
    return right(
        task,
        possible=lambda numbers, _: sum(numbers) <= 34,
        of_pair=lambda odd, even: pair_value(even, odd),
    )


@wrong("Takes the last column (3, 7, 11, 15) for the minor diagonal, and the row 1, 1 is missing from the table.")
def wrong_diagonal_row_missing(task):
    table = {pair: points for pair, points in TABLE.items() if pair != (1, 1)}
    return right(task, lines=[*LINES[:9], LINES[7]], of_pair=lambda odd, even: pair_value(odd, even, table))


main(right)
