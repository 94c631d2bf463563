"""Step 03: wrong programs. Which stone lies on a point."""
from harness import main, wrong


def moves(text):
    return [text[n:n + 2] for n in range(0, len(text), 2)]


def stones(task, colours="xo", last=None, key=lambda point: point):
    return {key(point): colours[n % 2] for n, point in enumerate(moves(task["board"])[:last])}


def look(task, key=lambda point: point, **changes):
    board = stones(task, key=key, **changes)
    return [board.get(key(point), ".") for point in task["coord"]]


def right(task):
    return look(task)


@wrong("Takes the colour from the place of a letter in the string, so that every stone is black.")
def letters_numbered(task):
    return look(task, colours="xx")


@wrong("Searches a point in the string as it stands, also across two moves.")
def search_in_text(task):
    places = [task["board"].find(point) for point in task["coord"]]
    return ["." if n < 0 else "xo"[n // 2 % 2] for n in places]


@wrong("Reads the points of the question column first.")
def question_transposed(task):
    return look(task | {"coord": [point[::-1] for point in task["coord"]]})


@wrong("Reads every second move only, so that white has no stones.")
def white_missing(task):
    return [stone if stone == "x" else "." for stone in right(task)]


@wrong("Stores a stone under row * 10 + column, so that different points share one number.")
def numbers_shared(task):
    return look(task, key=lambda point: (ord(point[0]) - 97) * 10 + ord(point[1]) - 97)


@wrong("Makes the board of fifteen names for one row, so that a stone appears in all rows.")
def one_row_fifteen_times(task):
    return look(task, key=lambda point: point[1])


@wrong("Does not set the answer back to empty for a new point, so that an empty point repeats the answer before it.")
def answer_not_reset(task):
    board, stone, answers = stones(task), ".", []
    for point in task["coord"]:
        stone = board.get(point, stone)
        answers.append(stone)
    return answers


@wrong("Changes the colour only at the moves that are asked for.")
def turn_only_when_asked(task):
    asked = [point for point in moves(task["board"]) if point in task["coord"]]
    return look(task | {"board": "".join(asked)})


@wrong("Lets white begin, and leaves out the last move.")
def white_first_without_last(task):
    return look(task, colours="ox", last=-1)


@wrong("Sends the right stones in the order in which the points are read on the board.")
def board_order(task):
    return look(task | {"coord": sorted(task["coord"])})


main(right)
