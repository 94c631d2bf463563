"""Step 21: wrong programs. Cells become ids, and ids become cells."""
from harness import main, wrong

WEIGHTS = 1, 4, 16, 64


def to_id(cell, weights=WEIGHTS):
    return sum(n * weight for n, weight in zip(cell, weights))


def to_cell(number, weights=WEIGHTS):
    return [number // weight % 4 for weight in weights]


def write(cell):
    return " ".join(map(str, cell))


def both(task, there=to_id, back=to_cell):
    return [there(cell) for cell in task["cells"]] + [write(back(number)) for number in task["ids"]]


def right(task):
    return both(task)


@wrong("Takes the coordinates in the reverse order in both directions.")
def w_first(task):
    return both(task, lambda cell: to_id(cell[::-1]), lambda number: to_cell(number)[::-1])


@wrong("Writes the remainders of the divisions in the reverse order, w first.")
def remainders_reversed(task):
    return both(task, back=lambda number: to_cell(number)[::-1])


@wrong("Takes powers of 3 instead of 4 for the ids, because the largest coordinate is 3.")
def powers_of_three(task):
    return both(task, there=lambda cell: to_id(cell, (1, 3, 9, 27)))


@wrong("Typed 12 for 16 in the formula of the id.")
def typed_weight(task):
    return both(task, there=lambda cell: to_id(cell, (1, 4, 12, 64)))


@wrong("Swaps y and z in both directions.")
def y_and_z_swapped(task):
    weights = 1, 16, 4, 64
    return both(task, lambda cell: to_id(cell, weights), lambda number: to_cell(number, weights))


@wrong("Counts the ids from 1, in both directions.")
def ids_from_one(task):
    return both(task, lambda cell: to_id(cell) + 1, lambda number: to_cell(number - 1))


@wrong("Shifts instead of multiplying, without brackets: in w<<6 | z<<4 | y<<2 + x the sum 2 + x is computed first.")
def shift_without_brackets(task):
    def shifted(cell):
        x, y, z, w = cell
        return w << 6 | z << 4 | y << 2 + x

    return both(task, there=shifted)


@wrong("Divides until 0 is left and fills the missing coordinates with 0 at the front.")
def filled_at_front(task):
    def divided(number):
        digits = []
        while number:
            digits.append(number % 4)
            number //= 4
        return [0] * (4 - len(digits)) + digits

    return both(task, back=divided)


@wrong("Swaps x and w on the way back, and counts the ids of the cells from 1.")
def x_and_w_back_from_one(task):
    return both(task, lambda cell: to_id(cell) + 1, lambda number: to_cell(number, (64, 4, 16, 1)))


@wrong("Takes both lists from the end with pop, so that ids and cells are in reverse order.")
def last_first(task):
    return right(task)[7::-1] + right(task)[:7:-1]


main(right)
