"""Step 07: wrong programs. The four lines through a point."""
from harness import main, wrong

ROW, FALLING, COLUMN, RISING = LINES = [(0, 1), (1, 1), (1, 0), (1, -1)]
STEPS = [-4, -3, -2, -1, 0, 1, 2, 3, 4]


def place(coord):
    return ord(coord[0]) - 97, ord(coord[1]) - 97


def replay(task, colours="xo", last=None):
    game = task["board"]
    points = [place(game[n:n + 2]) for n in range(0, len(game), 2)]
    return {point: colours[n % 2] for n, point in enumerate(points[:last])}


def line(stones, coord, direction, steps=STEPS, outside="", itself=True):
    row, col = place(coord)
    if not itself:
        stones = {point: stone for point, stone in stones.items() if point != (row, col)}
    cells = [(row + n * direction[0], col + n * direction[1]) for n in steps]
    return "".join(stones.get(cell, ".") if on_board(cell) else outside for cell in cells)


def on_board(cell):
    return 0 <= cell[0] < 15 and 0 <= cell[1] < 15


def lines(task, directions=LINES, colours="xo", last=None, **changes):
    stones = replay(task, colours, last)
    return [line(stones, coord, way, **changes) for coord in task["coord"] for way in directions]


def right(task):
    return lines(task)


@wrong("Writes cells off the board as empty points.")
def outside_is_empty(task):
    return lines(task, outside=".")


@wrong("Uses row and column without a check, so that a negative one counts from the other side of the board.")
def negative_from_other_side(task):
    stones, answers = replay(task), []
    for row, col in map(place, task["coord"]):
        for dr, dc in LINES:
            cells = [(row + n * dr, col + n * dc) for n in STEPS]
            answers.append("".join(stones.get((r % 15, c % 15), ".") for r, c in cells if r < 15 and c < 15))
    return answers


@wrong("Has copied the diagonal down to the right and sends it twice; the other diagonal is missing.")
def falling_twice(task):
    return lines(task, directions=[ROW, FALLING, COLUMN, FALLING])


@wrong("Takes only three cells after the point, because the range ends before 4.")
def three_after(task):
    return lines(task, steps=STEPS[:-1])


@wrong("Writes x for the player to move, not for black.")
def mover_is_x(task):
    return lines(task, colours="ox" if len(task["board"]) // 2 % 2 else "xo")


@wrong("Takes the point itself for empty, also when a stone lies on it.")
def point_is_empty(task):
    return lines(task, itself=False)


@wrong("Cuts a line on both sides as soon as one of its sides reaches the border.")
def cut_on_both_sides(task):
    stones, answers = replay(task), []
    for coord in task["coord"]:
        row, col = place(coord)
        for dr, dc in LINES:
            far = 0
            while far < 4 and all(on_board((row + n * dr, col + n * dc)) for n in (far + 1, -far - 1)):
                far += 1
            answers.append(line(stones, coord, (dr, dc), steps=range(-far, far + 1)))
    return answers


@wrong("Leaves out the last move of the game.")
def last_move_missing(task):
    return lines(task, last=-1)


@wrong("Takes five cells on each side, and lets white begin.")
def five_and_white_first(task):
    return lines(task, colours="ox", steps=range(-5, 6))


@wrong("Sends the rows of all points first, then one diagonal of all, and so on.")
def line_by_line(task):
    return [item for way in LINES for item in lines(task, directions=[way])]


main(right)
