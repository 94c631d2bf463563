"""Step 03: wrong programs. Stones on the board: which stone lies on each of sixteen points."""

from harness import main, wrong


def moves(game):
    return [game[i : i + 2] for i in range(0, len(game), 2)]


def stones(points, colours="xo"):
    """The stone on each point, by the order of the moves."""
    return {point: colours[number % 2] for number, point in enumerate(points)}


def look(task, board):
    return [board.get(point, ".") for point in task["coord"]]


def right(task):
    return look(task, stones(moves(task["board"])))


@wrong("The colours are swapped: white is given the first move.")
def white_begins(task):
    return look(task, stones(moves(task["board"]), "ox"))


@wrong("Row and column are swapped in the points of the question, but not in the game.")
def column_first_in_question(task):
    board = stones(moves(task["board"]))
    return [board.get(point[::-1], ".") for point in task["coord"]]


@wrong("A point is searched in the string as it stands, so that it is also found across two moves.")
def text_search(task):
    found = [task["board"].find(point) for point in task["coord"]]
    return ["." if place < 0 else "xo"[place // 2 % 2] for place in found]


@wrong("The colour is taken from the position in the string, which is even for every move, so all stones are black.")
def colour_from_position(task):
    game = task["board"]
    return look(task, {game[i : i + 2]: "xo"[i % 2] for i in range(0, len(game), 2)})


@wrong("The loop over the string ends one move too early, so that the last stone is missing.")
def last_move_missing(task):
    return look(task, stones(moves(task["board"])[:-1]))


@wrong("The first half of the game is taken as black's moves and the second half as white's.")
def half_and_half(task):
    points = moves(task["board"])
    middle = (len(points) + 1) // 2
    return look(task, {point: "x" if number < middle else "o" for number, point in enumerate(points)})


@wrong("Only black's moves are placed on the board, so that white's stones are taken for empty points.")
def white_stones_missing(task):
    return look(task, dict.fromkeys(moves(task["board"])[::2], "x"))


@wrong("Row and column are swapped in the question, and white is given the first move.")
def column_first_white_begins(task):
    board = stones(moves(task["board"]), "ox")
    return [board.get(point[::-1], ".") for point in task["coord"]]


@wrong("The first move is skipped, and the second one is given to black, so that all colours are swapped as well.")
def begins_at_second_move(task):
    return look(task, stones(moves(task["board"])[1:]))


@wrong("The items are given in the order of the board, row by row, instead of the order of `coord`.")
def board_order(task):
    return right({"board": task["board"], "coord": sorted(task["coord"])})


main(right)
