"""Step 22: wrong programs. The ids of the four cells on each of eight scans."""

from harness import main, wrong

WEIGHTS = (1, 4, 16, 64)


def to_id(cell, weights=WEIGHTS):
    return sum(weight * coordinate for weight, coordinate in zip(weights, cell))


def cells(scan, steps=range(4)):
    return [[s + i * d for s, d in zip(scan["start"], scan["direction"])] for i in steps]


def ids(scan):
    return [to_id(cell) for cell in cells(scan)]


def items(lists):
    return [" ".join(str(number) for number in numbers) for numbers in lists]


def right(task):
    return items(ids(scan) for scan in task["scans"])


@wrong("The ids of a scan are sorted from the smallest to the largest.")
def sorted_ids(task):
    return items(sorted(ids(scan)) for scan in task["scans"])


@wrong("The first coordinate is multiplied by 64 and the last by 1 when the id is made.")
def x_slowest(task):
    return items([to_id(cell, WEIGHTS[::-1]) for cell in cells(scan)] for scan in task["scans"])


@wrong("One list of coordinates is changed at each step and put into the result again, so all four ids are of the last cell.")
def same_list_four_times(task):
    return items([ids(scan)[3]] * 4 for scan in task["scans"])


@wrong("The loop over the axes ends before w, so w keeps the value of the start.")
def w_never_moves(task):
    def without_w(scan):
        return {"start": scan["start"], "direction": [*scan["direction"][:3], 0]}

    return items(ids(without_w(scan)) for scan in task["scans"])


@wrong("Only a component 1 moves a coordinate; a component -1 is treated like 0.")
def minus_one_ignored(task):
    def rising_only(scan):
        return {"start": scan["start"], "direction": [max(d, 0) for d in scan["direction"]]}

    return items(ids(rising_only(scan)) for scan in task["scans"])


@wrong("A copy-and-paste slip: z moves by dy instead of dz, and a value outside of 0 to 3 is cut off at the border.")
def z_moves_by_dy(task):
    def slip(scan):
        dx, dy, _, dw = scan["direction"]
        return {"start": scan["start"], "direction": [dx, dy, dy, dw]}

    return items([to_id([min(max(c, 0), 3) for c in cell]) for cell in cells(slip(scan))] for scan in task["scans"])


@wrong("A coordinate whose component is 0 stays at 0 instead of at its value in the start.")
def still_axes_at_zero(task):
    def at_zero(scan):
        start = [s if d else 0 for s, d in zip(scan["start"], scan["direction"])]
        return {"start": start, "direction": scan["direction"]}

    return items(ids(at_zero(scan)) for scan in task["scans"])


@wrong("The step is made before the cell is noted, so the start is missing, and the last cell is noted twice.")
def start_missing(task):
    return items([to_id(cell) for cell in cells(scan, (1, 2, 3, 3))] for scan in task["scans"])


@wrong("The axes are asked for in an if-elif chain, so only the first axis with a component other than 0 moves.")
def only_first_axis_moves(task):
    def first_axis(scan):
        axis = next(i for i, d in enumerate(scan["direction"]) if d)
        return {"start": scan["start"], "direction": [d if i == axis else 0 for i, d in enumerate(scan["direction"])]}

    return items(ids(first_axis(scan)) for scan in task["scans"])


@wrong("The scan begins at the other end of the line, and x and y change places in the ids.")
def other_end_with_x_and_y_exchanged(task):
    return items([to_id(cell, (4, 1, 16, 64)) for cell in reversed(cells(scan))] for scan in task["scans"])


main(right)
