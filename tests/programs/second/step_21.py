"""Step 21: wrong programs. Ids from coordinates and coordinates from ids."""
from harness import main, wrong


def to_id(cell, weights=(1, 4, 16, 64)):
    return sum(coordinate * weight for coordinate, weight in zip(cell, weights))


def to_cell(number):
    return [number // weight % 4 for weight in (1, 4, 16, 64)]


def join(cell):
    return " ".join(map(str, cell))


def each(task, to_id=to_id, to_cell=to_cell):
    return [to_id(cell) for cell in task["cells"]] + [join(to_cell(number)) for number in task["ids"]]


def right(task):
    return each(task)


@wrong("Takes x as the slowest coordinate and w as the fastest, in both directions.")
def x_slowest(task):
    return each(task, to_id=lambda cell: to_id(cell[::-1]), to_cell=lambda number: to_cell(number)[::-1])


@wrong("Takes the ids as counted from 1 on the way back: it subtracts 1 before it divides.")
def ids_from_one_on_the_way_back(task):
    return each(task, to_cell=lambda number: to_cell(number - 1))


@wrong("Writes the coordinates of a cell in the order in which they stand in the formula: w, z, y, x.")
def cells_written_from_w(task):
    return each(task, to_cell=lambda number: to_cell(number)[::-1])


@wrong("Uses 3, the largest coordinate, as the base in place of 4, in both directions.")
def base_three(task):
    return each(
        task,
        to_id=lambda cell: to_id(cell, weights=(1, 3, 9, 27)),
        to_cell=lambda number: [number // weight % 3 for weight in (1, 3, 9, 27)],
    )


@wrong("Takes y for the fastest coordinate and x for the second, as row and column of a layer, in both directions.")
def x_and_y_swapped(task):
    def swap(cell):
        return [cell[1], cell[0], cell[2], cell[3]]

    return each(task, to_id=lambda cell: to_id(swap(cell)), to_cell=lambda number: swap(to_cell(number)))


@wrong("Has the weight 12 in place of 16 for z in the formula, and swaps y and z on the way back.")
def weight_of_z_and_swapped_back(task):
    def to_cell_swapped(number):
        x, y, z, w = to_cell(number)
        return [x, z, y, w]

    return each(task, to_id=lambda cell: to_id(cell, weights=(1, 4, 12, 64)), to_cell=to_cell_swapped)


@wrong("Rounds the quotient to the nearest whole number before the next division, in place of rounding it down.")
def quotient_rounded(task):
    def to_cell(number):
        cell = []
        for _ in range(4):
            cell.append(number % 4)
            number = round(number / 4)
        return cell

    return each(task, to_cell=to_cell)


@wrong("Stops dividing at 0 and fills up with zeros in front, which is wrong for ids below 64.")
def zeros_in_front(task):
    def to_cell(number):
        cell = []
        while number:
            cell.append(number % 4)
            number //= 4
        return [0] * (4 - len(cell)) + cell

    return each(task, to_cell=to_cell)


@wrong("Swaps z and w in the formula, and shifts by 8 in place of 6 bits on the way back, so that w is always 0.")
def z_w_swapped_and_shift(task):
    return each(
        task,
        to_id=lambda cell: to_id(cell, weights=(1, 4, 64, 16)),
        to_cell=lambda number: [number & 3, number >> 2 & 3, number >> 4 & 3, number >> 8 & 3],
    )


@wrong("Works through the ids in rising order, so that the last eight items are not in the order of the task.")
def ids_in_rising_order(task):
    return each(task | {"ids": sorted(task["ids"])})


main(right)
