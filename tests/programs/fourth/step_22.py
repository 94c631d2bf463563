"""Step 22: wrong programs. The ids of four cells along a direction, in the order of the scan."""
from harness import main, wrong


def to_id(cell):
    x, y, z, w = cell
    return w * 64 + z * 16 + y * 4 + x


def scan_cells(direction, start):
    return [[s + k * d for d, s in zip(direction, start)] for k in range(4)]


def right(task, cells=scan_cells, id_of=to_id, arrange=lambda ids: ids):
    items = []
    for scan in task["scans"]:
        ids = [id_of(cell) for cell in cells(scan["direction"], scan["start"])]
        items.append(" ".join(map(str, arrange(ids))))
    return items


def mirrored_y(direction, start):
    """The scan with y counted from the other border."""
    return [[x, 3 - y, z, w] for x, y, z, w in scan_cells(direction, start)]


@wrong("Joins the tests of the components with elif, so that only the first coordinate that should change does.")
def first_changing_coordinate_only(task):
    def cells(direction, start):
        axis = next(i for i in range(4) if direction[i])
        return scan_cells([d if i == axis else 0 for i, d in enumerate(direction)], start)

    return right(task, cells=cells)


@wrong("Sets a coordinate with the component 0 to 0 instead of leaving it at its value in the start.")
def fixed_coordinates_at_zero(task):
    return right(task, cells=lambda direction, start: scan_cells(direction, [s if d else 0 for d, s in zip(direction, start)]))


@wrong("Counts y from the bottom, so that every y is 3 minus the right one.")
def y_from_the_bottom(task):
    return right(task, cells=mirrored_y)


@wrong("Uses x*4 + y in the id instead of y*4 + x.")
def x_and_y_swapped_in_id(task):
    return right(task, id_of=lambda cell: to_id([cell[1], cell[0], cell[2], cell[3]]))


@wrong("Turns a direction whose first component other than 0 is −1 into its opposite, since v and −v are the same line, and scans from the other end.")
def direction_normalised(task):
    def cells(direction, start):
        found = scan_cells(direction, start)
        return found if next(d for d in direction if d) > 0 else found[::-1]

    return right(task, cells=cells)


@wrong("Writes one line for each coordinate and copies that of z for w without changing it: where w stays, it gets the z of the start.")
def fixed_w_takes_z(task):
    def cells(direction, start):
        w = start[3] if direction[3] else start[2]
        return scan_cells(direction, [*start[:3], w])

    return right(task, cells=cells)


@wrong("Collects the ids of a scan in a Python set, which often returns them in another order.")
def ids_in_a_set(task):
    return right(task, arrange=set)


@wrong("Leaves w out of the steps, so that it stays at its start value, and sorts the ids.")
def w_fixed_and_sorted(task):
    return right(task, cells=lambda direction, start: scan_cells([*direction[:3], 0], start), arrange=sorted)


@wrong("Counts y from the bottom, and uses the weights 4 for z and 16 for y.")
def y_from_the_bottom_and_weights_swapped(task):
    return right(task, cells=mirrored_y, id_of=lambda cell: to_id([cell[0], cell[2], cell[1], cell[3]]))


@wrong("Counts the ids from 1.")
def ids_from_one(task):
    return right(task, arrange=lambda ids: [i + 1 for i in ids])


main(right)
