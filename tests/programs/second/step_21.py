"""Step 21: wrong programs. Eight cells to ids, then eight ids to cells."""

from harness import main, wrong


def to_id(cell, weights=(1, 4, 16, 64)):
    return sum(weight * coordinate for weight, coordinate in zip(weights, cell))


def to_cell(number):
    return [number % 4, number // 4 % 4, number // 16 % 4, number // 64]


def text(cell):
    return " ".join(str(coordinate) for coordinate in cell)


def solve(task, to_id=to_id, to_cell=to_cell):
    return [to_id(cell) for cell in task["cells"]] + [text(to_cell(number)) for number in task["ids"]]


def right(task):
    return solve(task)


@wrong("From cells to ids, the first coordinate of the list is weighted with 64 and the last with 1; the way back is right.")
def x_slowest_in_ids(task):
    return solve(task, to_id=lambda cell: to_id(cell[::-1]))


@wrong("The ids are counted from 1; the way back is right.")
def ids_from_one(task):
    return solve(task, to_id=lambda cell: to_id(cell) + 1)


@wrong("The weights go on by doubling after 16, so that w is multiplied by 32 instead of 64.")
def w_weighs_32(task):
    return solve(task, to_id=lambda cell: to_id(cell, (1, 4, 16, 32)))


@wrong("A copy-and-paste slip in the formula of the id: z is used in the place of y as well.")
def z_for_y(task):
    def slip(cell):
        x, _, z, w = cell
        return to_id((x, z, z, w))

    return solve(task, to_id=slip)


@wrong("In the way back the remainders are taken by 3, the largest coordinate, instead of 4.")
def remainders_of_three(task):
    return solve(task, to_cell=lambda number: [number // weight % 3 for weight in (1, 4, 16, 64)])


@wrong("Takes the first coordinate for the row and the second for the column, so x and y change places in both directions.")
def row_before_column(task):
    def exchanged(cell):
        x, y, z, w = cell
        return y, x, z, w

    return solve(task, lambda cell: to_id(exchanged(cell)), lambda number: exchanged(to_cell(number)))


@wrong("In the way back, the digits of an id below 64 in base 4 are filled up with zeros on the wrong side.")
def zeros_on_the_wrong_side(task):
    def digits(number):
        """The base 4 digits without leading zeros, w first."""
        return digits(number // 4) + str(number % 4) if number else ""

    return solve(task, to_cell=lambda number: reversed(digits(number).ljust(4, "0")))


@wrong("The y axis is taken to run upwards, so y becomes 3 - y in both directions, and in the ids w is multiplied by 60.")
def y_upwards_and_w_weighs_60(task):
    def upwards(cell):
        x, y, z, w = cell
        return x, 3 - y, z, w

    return solve(task, lambda cell: to_id(upwards(cell), (1, 4, 16, 60)), lambda number: upwards(to_cell(number)))


@wrong("The ids have y times 16 and z times 4, and the way back takes z from the id without dividing by 16 first.")
def weights_exchanged_and_z_not_divided(task):
    def slip(number):
        x, y, _, w = to_cell(number)
        return x, y, number % 4, w

    return solve(task, lambda cell: to_id(cell, (1, 16, 4, 64)), slip)


@wrong("The way back finds w first and writes the coordinates in the order w z y x.")
def written_w_first(task):
    return solve(task, to_cell=lambda number: to_cell(number)[::-1])


main(right)
