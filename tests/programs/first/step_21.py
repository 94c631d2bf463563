"""Step 21, cell ids: wrong programs for the way from coordinates to the id and back."""

from harness import main, wrong

WEIGHTS = (1, 4, 16, 64)  # of x, y, z and w


def cell_id(cell, weights=WEIGHTS, first=0):
    return sum(coordinate * weight for coordinate, weight in zip(cell, weights)) + first


def cell_of(number, weights=WEIGHTS):
    return [number // weight % 4 for weight in weights]


def write(cell):
    return " ".join(map(str, cell))


def each(task, to_id=cell_id, to_cell=cell_of):
    return [to_id(cell) for cell in task["cells"]] + [write(to_cell(number)) for number in task["ids"]]


def right(task):
    return each(task)


@wrong("Takes the coordinates in the reverse order, in both directions, as if x changed slowest.")
def x_slowest(task):
    reverse = WEIGHTS[::-1]
    return each(task, lambda cell: cell_id(cell, reverse), lambda number: cell_of(number, reverse))


@wrong("Counts the ids from 1, in both directions.")
def ids_from_one(task):
    return each(task, lambda cell: cell_id(cell, first=1), lambda number: cell_of(number - 1))


@wrong("Exchanges x and y when it computes an id, as with row and column.")
def y_fastest_in_ids(task):
    return each(task, to_id=lambda cell: cell_id(cell, (4, 1, 16, 64)))


@wrong("Writes the remainders of the way back in the order w, z, y, x; the ids are right.")
def way_back_reversed(task):
    return each(task, to_cell=lambda number: cell_of(number)[::-1])


@wrong("Takes 3, the largest coordinate, for the base: weights 1, 3, 9 and 27, and division by 3.")
def base_three(task):
    weights = (1, 3, 9, 27)
    return each(task, lambda cell: cell_id(cell, weights), lambda number: [number // w % 3 for w in weights])


@wrong("Doubles the last weight instead of multiplying it by 4: w counts 32 in an id. The way back is right.")
def weight_of_w_doubled(task):
    return each(task, to_id=lambda cell: cell_id(cell, (1, 4, 16, 32)))


@wrong("Divides until the quotient is 0 and fills up with zeros in front, so that cells with w = 0 are shifted.")
def zeros_in_front(task):
    def to_cell(number):
        digits = []
        while number:
            digits.append(number % 4)
            number //= 4
        return [0] * (4 - len(digits)) + digits

    return each(task, to_cell=to_cell)


@wrong("Exchanges z and w in the ids, and rounds the quotients of the way back to the nearest integer instead of down.")
def z_w_exchanged_and_rounded(task):
    def to_cell(number):
        cell = []
        for _ in range(4):
            cell.append(number % 4)
            number = round(number / 4)
        return cell

    return each(task, lambda cell: cell_id(cell, (1, 4, 64, 16)), to_cell)


@wrong("Has the weight 8 for z in the ids, and writes the remainders of the way back in the order w, z, y, x.")
def weight_slip_and_way_back_reversed(task):
    return each(task, lambda cell: cell_id(cell, (1, 4, 8, 64)), lambda number: cell_of(number)[::-1])


@wrong("Takes cells and ids from the end of their lists with pop(), so that each half of the answer is in reverse order.")
def halves_reversed(task):
    items = right(task)
    return items[7::-1] + items[:7:-1]


main(right)
