"""Step 36: wrong programs. They write a history as a code in base 62, and read it back."""
from string import ascii_lowercase, ascii_uppercase, digits

from harness import main, wrong

ALPHABET = digits + ascii_lowercase + ascii_uppercase


def number_of(values, base):
    number = 0
    for value in values:
        number = number * base + value
    return number


def values_of(number, base, smallest=1):
    """The digits of the number, the most significant one first."""
    values = []
    while number >= smallest:
        number, value = divmod(number, base)
        values.append(int(value))
    return values[::-1]


def write_code(history, alphabet=ALPHABET, base=81, **loop):
    return "".join(alphabet[value] for value in values_of(number_of(history, base), 62, **loop))


def read_code(code, alphabet=ALPHABET, base=81, **loop):
    return values_of(number_of(map(alphabet.index, code), 62), base, **loop)


def solve(task, write=write_code, read=read_code, **rules):
    histories = [" ".join(map(str, read(code, **rules))) for code in task["codes"]]
    return histories + [write(history, **rules) for history in task["histories"]]


def right(task):
    return solve(task)


@wrong("Puts the capital letters before the small ones in the alphabet.")
def capitals_first(task):
    return solve(task, alphabet=digits + ascii_uppercase + ascii_lowercase)


@wrong("Uses base 80 for the history instead of 81.")
def base_80(task):
    return solve(task, base=80)


@wrong("Computes with floating-point numbers, which lose digits.")
def floating_point(task):
    def values(numbers, base, to_base):
        return values_of(number_of(map(float, numbers), float(base)), float(to_base))

    return solve(
        task,
        lambda history: "".join(ALPHABET[value] for value in values(history, 81, 62)),
        lambda code: values(map(ALPHABET.index, code), 62, 81),
    )


@wrong("Puts the letters before the digits in the alphabet: a to z, A to Z, 0 to 9.")
def letters_before_digits(task):
    return solve(task, alphabet=ascii_lowercase + ascii_uppercase + digits)


@wrong("Takes the first move for the least significant digit of the integer.")
def first_move_least_significant(task):
    return solve(task, lambda history: write_code(history[::-1]), lambda code: read_code(code)[::-1])


@wrong("Joins the moves as two decimal digits each, which is base 100 instead of 81.")
def two_decimal_digits_a_move(task):
    return solve(task, base=100)


@wrong("Takes the id minus 1 for the digit of a move, and base 80.")
def digits_from_zero_in_base_80(task):
    return solve(
        task,
        lambda history: write_code([tile - 1 for tile in history], base=80),
        lambda code: [value + 1 for value in read_code(code, base=80)],
    )


@wrong("Takes the first move for the least significant digit, and capital letters for small ones when it reads a code.")
def first_move_least_and_one_case(task):
    return solve(task, lambda history: write_code(history[::-1]), lambda code: read_code(code.lower())[::-1])


@wrong("Stops dividing as soon as the rest of the number is 1, and so loses a first digit that is 1.")
def stops_at_one(task):
    return solve(task, smallest=2)


@wrong("Sends all digits and moves in the order in which the divisions give them, the least significant first.")
def as_the_divisions_give_them(task):
    return solve(task, lambda history: write_code(history)[::-1], lambda code: read_code(code)[::-1])


main(right)
