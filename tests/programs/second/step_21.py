"""Step 21: wrong programs. Cell ids of the four-dimensional board, in both directions."""

from harness import main, wrong

WEIGHTS = (1, 4, 16, 64)


def to_id(cell, weights=WEIGHTS):
    return sum(coordinate * weight for coordinate, weight in zip(cell, weights))


def to_cell(number, weights=WEIGHTS):
    return [number // weight % 4 for weight in weights]


def solve(task, to_id=to_id, to_cell=to_cell):
    ids = [to_id(cell) for cell in task["cells"]]
    cells = [" ".join(map(str, to_cell(number))) for number in task["ids"]]
    return ids + cells


def right(task):
    return solve(task)


def with_weights(task, weights):
    return solve(task, lambda cell: to_id(cell, weights), lambda number: to_cell(number, weights))


@wrong("Takes x for the slowest coordinate and w for the fastest, in both directions.")
def x_slowest(task):
    return with_weights(task, WEIGHTS[::-1])


@wrong("Gives y the weight 1 and x the weight 4, in both directions.")
def row_and_column(task):
    return with_weights(task, (4, 1, 16, 64))


@wrong("Exchanges z and w: z gets the weight 64 and w the weight 16, in both directions.")
def z_and_w(task):
    return with_weights(task, (1, 4, 64, 16))


@wrong("Writes the cells as w z y x, because the formula of the id begins with w.")
def formula_order(task):
    return solve(task, to_cell=lambda number: to_cell(number)[::-1])


@wrong("Multiplies w by 32 instead of 64 on the way from cells to ids.")
def half_weight(task):
    return solve(task, lambda cell: to_id(cell, (1, 4, 16, 32)))


@wrong("Takes the given ids as counted from 1 and subtracts 1 before dividing.")
def ids_from_one(task):
    return solve(task, to_cell=lambda number: to_cell(number - 1))


def rounding(number):
    coordinates = []
    for _ in range(4):
        coordinates.append(number % 4)
        number = round(number / 4)
    return coordinates


@wrong("Rounds the quotient to the nearest integer when it divides by 4, instead of rounding down.")
def rounded_quotient(task):
    return solve(task, to_cell=rounding)


def padded_in_front(number):
    remainders = []
    while number:
        remainders.append(number % 4)
        number //= 4
    return [0] * (4 - len(remainders)) + remainders


@wrong("Stops dividing at 0 and puts the missing zeros in front of the remainders instead of behind them.")
def zeros_in_front(task):
    return solve(task, to_cell=padded_in_front)


@wrong("Exchanges y and z in the ids, and writes the cells as w z y x.")
def two_orders(task):
    return solve(task, lambda cell: to_id(cell, (1, 16, 4, 64)), lambda number: to_cell(number)[::-1])


@wrong("Sends each of the two groups in reverse order: the last cell and the last id first.")
def groups_reversed(task):
    answer = right(task)
    return answer[:8][::-1] + answer[8:][::-1]


main(right)
