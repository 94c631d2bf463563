"""Step 36: wrong programs. Export a game."""

from harness import main, wrong

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
CAPITALS_FIRST = DIGITS[:10] + DIGITS[36:] + DIGITS[10:36]
LETTERS_FIRST = DIGITS[10:] + DIGITS[:10]


def to_number(digits, base):
    number = 0
    for digit in digits:
        number = number * base + digit
    return number


def to_digits(number, base, divide=lambda number, base: number // base, smallest=0):
    """The digits, the most significant first; stops as soon as the number is not above `smallest`."""
    digits = []
    while number > smallest:
        digits.append(number % base)
        number = divide(number, base)
    return digits[::-1]


def write(history, base=81, alphabet=DIGITS, digit=lambda tile: tile, **options):
    return "".join(alphabet[d] for d in to_digits(to_number(map(digit, history), base), 62, **options))


def read(code, base=81, value=DIGITS.index, tile=lambda digit: digit, **options):
    return [tile(d) for d in to_digits(to_number(map(value, code), 62), base, **options)]


def text(history):
    return " ".join(map(str, history))


def solve(task, read=read, write=write):
    return [text(read(code)) for code in task["codes"]] + [write(history) for history in task["histories"]]


def with_alphabet(task, alphabet, base=81, shift=0):
    return solve(
        task,
        lambda code: read(code, base, value=alphabet.index, tile=lambda digit: digit + shift),
        lambda history: write(history, base, alphabet, digit=lambda tile: tile - shift),
    )


def right(task):
    return solve(task)


@wrong("Puts the capital letters before the small ones.")
def capitals_first(task):
    return with_alphabet(task, CAPITALS_FIRST)


@wrong("Takes the place of a tile among the 81 places, counted from 0 with the centre, for its digit instead of its id.")
def places_for_ids(task):
    def place(tile):
        return tile - 1 if tile <= 40 else tile

    def tile(place):
        return place + 1 if place <= 40 else place

    return solve(task, lambda code: read(code, tile=tile), lambda history: write(history, digit=place))


@wrong("Takes the first move for the least significant digit, in reading and in writing.")
def first_move_least(task):
    return solve(task, lambda code: read(code)[::-1], lambda history: write(history[::-1]))


@wrong("Divides with / and cuts off the fraction when a code is written, so the floating-point number loses digits.")
def floating_point(task):
    return solve(task, write=lambda history: write(history, divide=lambda number, base: int(number / base)))


@wrong("Stops dividing as soon as the rest is one digit, and does not write that digit: the first move or character is lost.")
def first_digit_lost(task):
    return solve(task, lambda code: read(code, smallest=80), lambda history: write(history, smallest=61))


@wrong("Writes each id in base 62 by itself, and puts the pieces one behind the other.")
def every_move_by_itself(task):
    return solve(task, write=lambda history: "".join(write([tile]) for tile in history))


@wrong("Uses base 80 with the digits 0 to 79 for the ids, and puts the letters of base 62 before the numerals.")
def base_80_letters_first(task):
    return with_alphabet(task, LETTERS_FIRST, base=80, shift=1)


@wrong("Counts the capital letters from 35 in reading, and does not turn the characters round in writing.")
def capitals_from_35_and_reversed(task):
    def value(c):
        if "0" <= c <= "9":
            return int(c)
        return ord(c) - ord("a") + 10 if "a" <= c <= "z" else ord(c) - ord("A") + 35

    return solve(task, lambda code: read(code, value=value), lambda history: write(history)[::-1])


@wrong("Leaves z out of the small letters in reading (a ≤ c < z), so that z is counted as a capital letter.")
def z_not_small(task):
    def value(c):
        if "0" <= c <= "9":
            return int(c)
        return ord(c) - ord("a") + 10 if "a" <= c < "z" else ord(c) - ord("A") + 36

    return solve(task, read=lambda code: read(code, value=value))


@wrong("Writes the moves of a code that was read in the order of the divisions, the last move first.")
def last_move_first(task):
    return solve(task, read=lambda code: read(code)[::-1])


main(right)
