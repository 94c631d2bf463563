"""Step 22: wrong programs. The four ids of a scan from a start cell in a direction."""
from harness import main, wrong

WEIGHTS = (1, 4, 16, 64)


def to_id(cell, weights=WEIGHTS):
    return sum(coordinate * weight for coordinate, weight in zip(cell, weights))


def cells_of(scan):
    return [[s + step * d for s, d in zip(scan["start"], scan["direction"])] for step in range(4)]


def from_direction_alone(scan):
    return [[s + step * d if d else 0 for s, d in zip(scan["start"], scan["direction"])] for step in range(4)]


def join(ids):
    return " ".join(map(str, ids))


def each(task, cells_of=cells_of, weights=WEIGHTS, arrange=list):
    return [join(arrange(to_id(cell, weights) for cell in cells_of(scan))) for scan in task["scans"]]


def right(task):
    return each(task)


@wrong("Writes the scan from its last cell back to the start.")
def from_the_other_end(task):
    return each(task, arrange=lambda ids: list(ids)[::-1])


@wrong("Forgets dw: the coordinate w keeps the value of the start on all four cells.")
def w_not_changed(task):
    def cells_of_cube(scan):
        return cells_of(scan | {"direction": scan["direction"][:3] + [0]})

    return each(task, cells_of_cube)


@wrong("Lets every coordinate that changes run 0, 1, 2, 3, with the component -1 too.")
def always_rising(task):
    def cells_of(scan):
        return [[step if d else s for s, d in zip(scan["start"], scan["direction"])] for step in range(4)]

    return each(task, cells_of)


@wrong("Builds the line from the direction alone: a coordinate that does not change is taken as 0.")
def fixed_coordinates_zero(task):
    return each(task, from_direction_alone)


@wrong("Changes only one coordinate, the first whose component is not 0 (an else-if chain), and leaves the others as they are.")
def first_component_only(task):
    def cells_of(scan):
        start, direction = scan["start"], scan["direction"]
        first = next(axis for axis in range(4) if direction[axis])
        return [start[:first] + [start[first] + step * direction[first]] + start[first + 1 :] for step in range(4)]

    return each(task, cells_of)


@wrong("Joins the components bit by bit to a step of the id, dx | dy << 2 | dz << 4 | dw << 6, which fails with some -1.")
def step_by_bits(task):
    items = []
    for scan in task["scans"]:
        dx, dy, dz, dw = scan["direction"]
        start = to_id(scan["start"])
        items.append(join(start + step * (dx | dy << 2 | dz << 4 | dw << 6) for step in range(4)))
    return items


@wrong("Has a typing slip in the formula of the id: the weight of w is 46 in place of 64.")
def weight_of_w(task):
    return each(task, weights=(1, 4, 16, 46))


@wrong("Swaps x and y when the id is computed, and takes a coordinate that does not change as 0.")
def x_and_y_swapped_fixed_zero(task):
    return each(task, from_direction_alone, weights=(4, 1, 16, 64))


@wrong("Takes x as the slowest coordinate in the id, and writes the scan from its last cell back to the start.")
def x_slowest_from_the_other_end(task):
    return each(task, weights=WEIGHTS[::-1], arrange=lambda ids: list(ids)[::-1])


@wrong("Sends the four ids of each scan in rising order.")
def sorted_ids(task):
    return each(task, arrange=sorted)


main(right)
