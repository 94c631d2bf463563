"""Step 04: wrong programs. The number of points within four steps on the four lines."""
from harness import main, wrong

LINES = [(0, 1), (1, 1), (1, 0), (1, -1)]
STEPS = range(-4, 5)


def on_board(row, column):
    return 0 <= row < 15 and 0 <= column < 15


def points(task):
    return [(ord(point[0]) - ord("a"), ord(point[1]) - ord("a")) for point in task["coord"]]


def reached(row, column, lines=LINES, steps=STEPS, exists=on_board):
    cells = [(row + k * down, column + k * across) for down, across in lines for k in steps]
    return {cell for cell in cells if exists(*cell)}


def right(task):
    return [len(reached(*point)) for point in points(task)]


@wrong("Takes the steps with range(-4, 4), so that the fourth point after the given one is missing on each line.")
def last_step_missing(task):
    return [len(reached(*point, steps=range(-4, 4))) for point in points(task)]


@wrong("Does not count the given point itself.")
def without_the_point(task):
    return [len(reached(*point)) - 1 for point in points(task)]


@wrong("Checks only that row and column are not negative, and not that they are less than 15.")
def only_upper_left_border(task):
    return [len(reached(*point, exists=lambda row, column: row >= 0 and column >= 0)) for point in points(task)]


@wrong("Checks only the index, from 0 to 224, so that lines run on into the next row.")
def index_only(task):
    return [len(reached(*point, exists=lambda row, column: 0 <= row * 15 + column < 225)) for point in points(task)]


@wrong("Takes the last index 14 for the size, "
       "so that the last row and the last column do not exist for the lines.")
def size_fourteen(task):
    def exists(row, column):
        return 0 <= row < 14 and 0 <= column < 14

    return [len(reached(*point, exists=exists) | {point}) for point in points(task)]


@wrong("Ends a line at its first off-board cell with `break`, though it begins before the point: "
       "a line that begins off the board is lost.")
def break_at_the_border(task):
    items = []
    for row, column in points(task):
        seen = {(row, column)}
        for down, across in LINES:
            for k in STEPS:
                cell = row + k * down, column + k * across
                if not on_board(*cell):
                    break
                seen.add(cell)
        items.append(len(seen))
    return items


@wrong("Does not empty the set of points between two questions, so that the numbers only grow.")
def set_kept(task):
    items = []
    seen = set()
    for point in points(task):
        seen |= reached(*point)
        items.append(len(seen))
    return items


@wrong("Has a copied line for the lower left part of the diagonal ╱: it uses the distance to the right border "
       "instead of the left one.")
def lower_left_copied(task):
    items = []
    for row, column in points(task):
        up, down, left, to_right = (min(4, n) for n in (row, 14 - row, column, 14 - column))
        straight = up + down + left + to_right
        items.append(1 + straight + min(up, left) + min(down, to_right) + min(up, to_right) + min(down, to_right))
    return items


@wrong("Takes four points with the given one, so three on each side, and counts the given one for each of the "
       "four lines.")
def three_steps_and_point_four_times(task):
    return [len(reached(*point, steps=range(-3, 4))) + 3 for point in points(task)]


@wrong("Puts each new item at the front of the list, so that the answer is in reversed order.")
def reversed_order(task):
    items = []
    for point in points(task):
        items.insert(0, len(reached(*point)))
    return items


main(right)
