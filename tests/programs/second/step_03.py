"""Step 03: wrong programs. The stones of a position."""
from harness import main, wrong


def points(game):
    return [game[i : i + 2] for i in range(0, len(game), 2)]


def stones(moves, colours="xo"):
    """The colour of the stone on each point that has one."""
    return {point: colours[i % 2] for i, point in enumerate(moves)}


def right(task):
    board = stones(points(task["board"]))
    return [board.get(point, ".") for point in task["coord"]]


@wrong("Takes the column first in the question, but not in the game.")
def column_first_in_question(task):
    board = stones(points(task["board"]))
    return [board.get(point[::-1], ".") for point in task["coord"]]


@wrong("Lets white make the first move.")
def white_first(task):
    board = stones(points(task["board"]), "ox")
    return [board.get(point, ".") for point in task["coord"]]


@wrong("Searches the point in the string as it stands, so that it is also found across two moves.")
def found_across_moves(task):
    places = [task["board"].find(point) for point in task["coord"]]
    return ["." if place < 0 else "xo"[place // 2 % 2] for place in places]


@wrong("Leaves out the last move of the game.")
def last_move_missing(task):
    board = stones(points(task["board"])[:-1])
    return [board.get(point, ".") for point in task["coord"]]


@wrong("Takes every point that is not black for white, also the empty ones.")
def no_empty_points(task):
    black = points(task["board"])[::2]
    return ["x" if point in black else "o" for point in task["coord"]]


@wrong("Writes `x` for the stones of the player to move, and not for black.")
def player_to_move_is_x(task):
    moves = points(task["board"])
    board = stones(moves, "xo" if len(moves) % 2 == 0 else "ox")
    return [board.get(point, ".") for point in task["coord"]]


@wrong("Takes the first half of the moves for black and the second half for white.")
def black_then_white(task):
    moves = points(task["board"])
    half = (len(moves) + 1) // 2
    board = {point: "x" if i < half else "o" for i, point in enumerate(moves)}
    return [board.get(point, ".") for point in task["coord"]]


@wrong("Takes the column first in the game, but not in the question, and lets white make the first move.")
def column_first_and_white_first(task):
    board = stones([point[::-1] for point in points(task["board"])], "ox")
    return [board.get(point, ".") for point in task["coord"]]


@wrong("Leaves out the first move, and so gives black's first stone as empty and swaps the colours of all other stones.")
def starts_at_second_move(task):
    board = stones(points(task["board"])[1:])
    return [board.get(point, ".") for point in task["coord"]]


@wrong("Sorts the points row by row and answers in that order.")
def sorted_points(task):
    return right({**task, "coord": sorted(task["coord"])})


main(right)
