"""Step 22: wrong programs. The four cells of a scan."""
from harness import main, wrong

WEIGHTS = 1, 4, 16, 64


def cells(scan):
    return [[n + step * d for n, d in zip(scan["start"], scan["direction"])] for step in range(4)]


def write(line, weights=WEIGHTS):
    return " ".join(str(sum(n * weight for n, weight in zip(cell, weights))) for cell in line)


def right(task):
    return [write(cells(scan)) for scan in task["scans"]]


@wrong("Makes the scan from the other end of the line.")
def other_end(task):
    return [write(cells(scan)[::-1]) for scan in task["scans"]]


@wrong("Sorts the ids of a scan.")
def ids_sorted(task):
    return [" ".join(sorted(item.split(), key=int)) for item in right(task)]


@wrong("Adds the component also where it is -1 as if it was 1, and goes on with 0 after 3.")
def minus_as_plus(task):
    return [write([[n % 4 for n in cell] for cell in cells(scan | {"direction": [abs(d) for d in scan["direction"]]})])
            for scan in task["scans"]]


@wrong("Begins with 0 where a coordinate stays the same instead of its value at the start.")
def constant_is_zero(task):
    return [write(cells(scan | {"start": [n if d else 0 for n, d in zip(scan["start"], scan["direction"])]}))
            for scan in task["scans"]]


@wrong("Takes y for z and z for y in the formula of the id.")
def y_and_z_swapped(task):
    return [write(cells(scan), (1, 16, 4, 64)) for scan in task["scans"]]


@wrong("Leaves w unchanged, because the loop over the coordinates ends before the last one.")
def w_unchanged(task):
    return [write(cells(scan | {"direction": [*scan["direction"][:3], 0]})) for scan in task["scans"]]


@wrong("Turns a direction whose first component other than 0 is -1 round, and begins at the other end then.")
def direction_turned_round(task):
    return [write(cells(scan)[::next(d for d in scan["direction"] if d)]) for scan in task["scans"]]


@wrong("Copied z for w in the formula of the id: the weight 64 is multiplied by z.")
def z_for_w(task):
    return [write([[x, y, z, z] for x, y, z, w in cells(scan)]) for scan in task["scans"]]


@wrong("Typed 12 for 16 in the formula of the id, and sorts the ids.")
def typed_weight_sorted(task):
    return [write(sorted(cells(scan), key=lambda cell: cell[::-1]), (1, 4, 12, 64)) for scan in task["scans"]]


@wrong("Takes the weights of the id in the reverse order: 64 for x and 1 for w.")
def w_fastest(task):
    return [write(cells(scan), WEIGHTS[::-1]) for scan in task["scans"]]


main(right)
