"""Step 22, scan a line: wrong programs for "which four cells does the scan meet?"."""

from harness import main, wrong

WEIGHTS = (1, 4, 16, 64)  # of x, y, z and w


def cell_id(cell, weights=WEIGHTS):
    return sum(coordinate * weight for coordinate, weight in zip(cell, weights))


def cells_of(scan, steps=range(4)):
    """The cells after these numbers of steps from the start."""
    return [[c + step * dc for c, dc in zip(scan["start"], scan["direction"])] for step in steps]


def ids_of(scan, weights=WEIGHTS, **walk):
    return [cell_id(cell, weights) for cell in cells_of(scan, **walk)]


def turned(scan, change):
    """The scan with another direction."""
    return scan | {"direction": change(scan["direction"])}


def wrapped(cell):
    return [coordinate % 4 for coordinate in cell]


def each(task, ids=ids_of, **rule):
    return [" ".join(map(str, ids(scan, **rule))) for scan in task["scans"]]


def right(task):
    return each(task)


@wrong("Begins at the other end of the line.")
def other_end(task):
    return each(task, steps=range(3, -1, -1))


@wrong("Reads the components of the direction in the order w, z, y, x, and wraps a coordinate round where it leaves the "
       "board.")
def direction_reversed_and_wrapped(task):
    def ids(scan):
        return [cell_id(wrapped(cell)) for cell in cells_of(turned(scan, lambda direction: direction[::-1]))]

    return each(task, ids)


@wrong("Leaves out the start: it takes a step first and writes the cells after one to four steps, wrapped round at the "
       "border.")
def start_left_out_and_wrapped(task):
    def ids(scan):
        return [cell_id(wrapped(cell)) for cell in cells_of(scan, steps=range(1, 5))]

    return each(task, ids)


@wrong("Never changes w, as on a board with three dimensions.")
def w_stays(task):
    return each(task, lambda scan: ids_of(turned(scan, lambda direction: direction[:3] + [0])))


@wrong("Exchanges the weights of y and z in the id.")
def y_and_z_exchanged(task):
    return each(task, weights=(1, 16, 4, 64))


@wrong("Takes y for rising upwards, so that the rows are numbered from the bottom: the id has 3 - y instead of y.")
def y_upwards(task):
    return each(task, lambda scan: [cell_id((x, 3 - y, z, w)) for x, y, z, w in cells_of(scan)])


@wrong("Takes v and -v for the same direction: if the first component that is not 0 is -1, it scans from the other end.")
def first_component_made_positive(task):
    def ids(scan):
        changing = [component for component in scan["direction"] if component]
        return ids_of(scan)[::changing[0]]

    return each(task, ids)


@wrong("Asks only whether a component is 0, so that every changing coordinate runs 0, 1, 2, 3.")
def sign_lost(task):
    def ids(scan):
        start = [0 if component else c for c, component in zip(scan["start"], scan["direction"])]
        return ids_of({"start": start, "direction": [abs(component) for component in scan["direction"]]})

    return each(task, ids)


@wrong("Counts the ids from 1, and has the weight 12 for z.")
def from_one_and_weight_slip(task):
    return each(task, lambda scan: [number + 1 for number in ids_of(scan, weights=(1, 4, 12, 64))])


@wrong("Sorts the four ids of a scan.")
def ids_sorted(task):
    return each(task, lambda scan: sorted(ids_of(scan)))


main(right)
