"""Step 22: wrong programs. Scans of four cells along a direction."""

from harness import main, wrong

WEIGHTS = (1, 4, 16, 64)


def steps(start, component):
    """The values of one coordinate along the scan."""
    return [start + step * component for step in range(4)]


def scan(start, direction, weights=WEIGHTS, steps=steps):
    columns = [steps(*pair) for pair in zip(start, direction)]
    return [sum(c * weight for c, weight in zip(cell, weights)) for cell in zip(*columns)]


def solve(task, scan=scan):
    return [" ".join(map(str, scan(item["start"], item["direction"]))) for item in task["scans"]]


def right(task):
    return solve(task)


@wrong("Makes the scan from the other end of the line, so the start comes last.")
def other_end(task):
    return solve(task, lambda start, direction: scan(start, direction)[::-1])


@wrong("Sorts the ids of each scan.")
def ascending(task):
    return solve(task, lambda start, direction: sorted(scan(start, direction)))


@wrong("Sets a coordinate with the component 0 to 0 instead of keeping the value of the start.")
def constant_zero(task):
    return solve(task, lambda start, direction: scan(start, direction, steps=lambda c, d: steps(c, d) if d else [0] * 4))


@wrong("Exchanges y and z in the id: y gets the weight 16 and z the weight 4.")
def y_and_z(task):
    return solve(task, lambda start, direction: scan(start, direction, (1, 16, 4, 64)))


@wrong("Exchanges x and y in the id, as if a cell were given as row and column.")
def row_first(task):
    return solve(task, lambda start, direction: scan(start, direction, (4, 1, 16, 64)))


@wrong("Counts y from the bottom of a layer, although y runs down.")
def y_upwards(task):
    def flipped(start, direction):
        x, y, z, w = start
        dx, dy, dz, dw = direction
        return scan([x, 3 - y, z, w], [dx, -dy, dz, dw])

    return solve(task, flipped)


@wrong("Starts at the right id, but adds 32 instead of 64 for a step in w.")
def short_step_in_w(task):
    def by_id(start, direction):
        first = scan(start, direction)[0]
        step = sum(d * weight for d, weight in zip(direction, (1, 4, 16, 32)))
        return [first + k * step for k in range(4)]

    return solve(task, by_id)


@wrong("Lets only the first coordinate with the component -1 fall; all further ones run 0, 1, 2, 3.")
def one_falls(task):
    def first_only(start, direction):
        columns = [steps(c, d) for c, d in zip(start, direction)]
        for axis, component in enumerate(direction):
            if component == -1 and axis != direction.index(-1):
                columns[axis] = [0, 1, 2, 3]
        return [sum(c * weight for c, weight in zip(cell, WEIGHTS)) for cell in zip(*columns)]

    return solve(task, first_only)


@wrong("Exchanges z and w in the id, and sorts the ids of each scan.")
def z_and_w_sorted(task):
    return solve(task, lambda start, direction: sorted(scan(start, direction, (1, 4, 64, 16))))


@wrong("Sets constant coordinates to 0, and lets every other coordinate run 0, 1, 2, 3, also with the component -1.")
def always_rising(task):
    return solve(task, lambda start, direction: scan(start, direction, steps=lambda c, d: [k * abs(d) for k in range(4)]))


main(right)
