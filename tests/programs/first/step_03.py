"""Step 03: wrong programs. Each point of the question is looked up among the moves; black has the first move."""

from harness import main, wrong


def stones(game, colours="xo", name=lambda point: point):
    """The colour of each point that was played, under the point or another name for it."""
    return {name(game[i : i + 2]): colours[i // 2 % 2] for i in range(0, len(game), 2)}


def look_up(task, board, name=lambda point: point):
    return [board.get(name(point), ".") for point in task["coord"]]


def letters_exchanged(point):
    return point[::-1]


def look_up_either_order(task, board):
    return [board.get(point, board.get(letters_exchanged(point), ".")) for point in task["coord"]]


def one_further(point):
    return "".join(chr(ord(letter) + 1) for letter in point)


def index_with_14_columns(point):
    return (ord(point[0]) - ord("a")) * 14 + ord(point[1]) - ord("a")


def colours_from_the_end(task):
    moves = len(task["board"]) // 2
    return "ox" if moves % 2 else "xo"


def right(task):
    return look_up(task, stones(task["board"]))


@wrong("Numbers the letters of the question from 1, so it looks one row down and one column to the right.")
def question_from_one(task):
    return look_up(task, stones(task["board"]), one_further)


@wrong("Takes the first letter of a point for the column, but only in the question and not in the game.")
def question_column_first(task):
    return look_up(task, stones(task["board"]), letters_exchanged)


@wrong("Searches the point in the string as it stands, so it is also found where its letters belong to two moves.")
def searched_as_text(task):
    places = [task["board"].find(point) for point in task["coord"]]
    return ["." if place < 0 else "xo"[place // 2 % 2] for place in places]


@wrong("Takes the colour from the position of the move's first letter, which is always even, so every stone is black.")
def colour_of_letter(task):
    return look_up(task, stones(task["board"], "xx"))


@wrong("Takes a point and the point with the letters exchanged for the same one.")
def either_order(task):
    return look_up_either_order(task, stones(task["board"]))


@wrong("Takes the last move for white's, so the colours are swapped after an odd number of moves.")
def turns_from_the_end(task):
    return look_up(task, stones(task["board"], colours_from_the_end(task)))


@wrong("Does not place the last move, because the loop ends one move too early.")
def last_move_missing(task):
    return look_up(task, stones(task["board"][:-2]))


@wrong("Gives white the first move, and takes a row to be 14 long, so column o is column a of the next row.")
def white_first_and_fourteen_columns(task):
    board = stones(task["board"], "ox", index_with_14_columns)
    return look_up(task, board, index_with_14_columns)


@wrong("Does not place the last move, and takes a point and the point with the letters exchanged for the same one.")
def last_move_missing_and_either_order(task):
    return look_up_either_order(task, stones(task["board"][:-2]))


@wrong("Sends the right stones in the order of the board, row by row, instead of the order of the question.")
def board_order(task):
    return right(task | {"coord": sorted(task["coord"])})


main(right)
