"""Step 21: wrong programs. Cell ids to coordinates and back."""
from harness import main, wrong


def to_id(cell):
    x, y, z, w = cell
    return w * 64 + z * 16 + y * 4 + x


def to_cell(number):
    cell = []
    for _ in range(4):
        cell.append(number % 4)
        number //= 4
    return cell


def text(cell):
    return " ".join(map(str, cell))


def right(task, id_of=to_id, cell_of=to_cell):
    return [id_of(cell) for cell in task["cells"]] + [text(cell_of(number)) for number in task["ids"]]


@wrong("Sets a bracket wrongly, x + 4*(y + 4*(z + w)), so that w counts 16 instead of 64.")
def bracket_misplaced(task):
    return right(task, id_of=lambda cell: cell[0] + 4 * (cell[1] + 4 * (cell[2] + cell[3])))


@wrong("Copies z into the term of y: w*64 + z*16 + z*4 + x.")
def z_in_place_of_y(task):
    return right(task, id_of=lambda cell: cell[3] * 64 + cell[2] * 16 + cell[2] * 4 + cell[0])


@wrong("Divides the id by 4 before it takes the first remainder, which gives y, z, w and 0.")
def divides_before_remainder(task):
    return right(task, cell_of=lambda number: to_cell(number // 4))


@wrong("Rounds the quotients to the nearest whole number instead of rounding them down.")
def rounds_quotients(task):
    def cell_of(number):
        cell = []
        for _ in range(4):
            cell.append(number % 4)
            number = int(number / 4 + 0.5)
        return cell

    return right(task, cell_of=cell_of)


@wrong("Lets y change fastest and x second (id = w*64 + z*16 + x*4 + y), in both directions.")
def y_fastest(task):
    def cell_of(number):
        y, x, z, w = to_cell(number)
        return [x, y, z, w]

    return right(task, id_of=lambda cell: cell[3] * 64 + cell[2] * 16 + cell[0] * 4 + cell[1], cell_of=cell_of)


@wrong("Writes the coordinates of an id with w first, as the base-4 digits are read from left to right. The ids are right.")
def digits_from_the_left(task):
    return right(task, cell_of=lambda number: to_cell(number)[::-1])


@wrong("Divides only while the id is above 0 and fills up with zeros in front, so that a cell with w = 0 is shifted.")
def zeros_in_front(task):
    def cell_of(number):
        cell = []
        while number > 0:
            cell.append(number % 4)
            number //= 4
        return [0] * (4 - len(cell)) + cell

    return right(task, cell_of=cell_of)


@wrong("Takes 32 for the weight of w, and so w = id // 32 % 4 on the way back.")
def weight_of_w_is_32(task):
    def cell_of(number):
        return [*to_cell(number)[:3], number // 32 % 4]

    return right(task, id_of=lambda cell: to_id(cell) - 32 * cell[3], cell_of=cell_of)


@wrong("Takes x as the slowest coordinate for the ids; on the way back takes w from the id after it was divided down to 0, so that w is always 0.")
def x_slowest_and_w_zero(task):
    return right(task, id_of=lambda cell: to_id(cell[::-1]), cell_of=lambda number: [*to_cell(number)[:3], 0])


@wrong("Answers cells and ids in turn (zip): an id, a cell, an id, a cell …")
def in_turn(task):
    items = right(task)
    return [item for pair in zip(items[:8], items[8:]) for item in pair]


main(right)
