"""Step 05: wrong programs. Who has five in a row, and since which move."""
from harness import main, wrong

ROW, FALLING, COLUMN, RISING = LINES = [(0, 1), (1, 1), (1, 0), (1, -1)]


def arm(own, row, col, dr, dc):
    """How many stones lie next to each other in one direction, the given one not counted."""
    n = 0
    while (row + (n + 1) * dr, col + (n + 1) * dc) in own:
        n += 1
    return n


def runs(own, row, col, lines=LINES):
    return [1 + arm(own, row, col, dr, dc) + arm(own, row, col, -dr, -dc) for dr, dc in lines]


def wins_with(enough, **changes):
    return lambda *stone: any(enough(n) for n in runs(*stone, **changes))


five = wins_with(lambda n: n >= 5)


def result(game, wins=five, item=lambda n: f"{'xo'[n % 2]}{n + 1}", none="-"):
    stones = set(), set()
    for n in range(len(game) // 2):
        row, col = ord(game[2 * n]) - 97, ord(game[2 * n + 1]) - 97
        stones[n % 2].add((row, col))
        if wins(stones[n % 2], row, col):
            return item(n)
    return none


def results(task, **changes):
    return [result(game, **changes) for game in task["games"]]


def right(task):
    return results(task)


@wrong("Takes four in a row for a win.")
def four_wins(task):
    return results(task, wins=wins_with(lambda n: n >= 4))


@wrong("Wants exactly five in a row, so that six are no win.")
def exactly_five(task):
    return results(task, wins=wins_with(lambda n: n == 5))


@wrong("Counts from the last stone in one direction at a time, so that a last stone in the middle is not seen.")
def last_stone_at_end(task):
    return results(task, wins=lambda own, row, col: any(
        arm(own, row, col, sign * dr, sign * dc) >= 4 for dr, dc in LINES for sign in (1, -1)))


@wrong("Has copied the row's direction for the column, so that a column never wins.")
def column_is_row(task):
    return results(task, wins=wins_with(lambda n: n >= 5, lines=[ROW, FALLING, ROW, RISING]))


@wrong("Does not set the count back between the four lines, so that stones of several lines add up.")
def count_not_reset(task):
    return results(task, wins=lambda *stone: sum(runs(*stone)) - 3 >= 5)


@wrong("Counts the stones up to four points away on both sides and does not mind gaps.")
def gaps_allowed(task):
    return results(task, wins=lambda own, row, col: any(
        sum((row + n * dr, col + n * dc) in own for n in range(-4, 5)) >= 5 for dr, dc in LINES))


@wrong("Names the colour of the other player, because the moves are numbered from 1 when the colour is chosen.")
def other_colour(task):
    return results(task, item=lambda n: f"{'xo'[(n + 1) % 2]}{n + 1}")


@wrong("Keeps the result of the game before when a game has no winner.")
def result_not_reset(task):
    answers = []
    for game in task["games"]:
        answers.append(result(game, none=answers[-1] if answers else "-"))
    return answers


@wrong("Looks only at rows and columns, and counts the moves from 0.")
def straight_from_zero(task):
    return results(task, wins=wins_with(lambda n: n >= 5, lines=[ROW, COLUMN]), item=lambda n: f"{'xo'[n % 2]}{n}")


@wrong("Takes the games from the end of the list with pop, so that the answers are in reverse order.")
def last_game_first(task):
    return right(task)[::-1]


main(right)
