"""Step 36: wrong programs. Histories to codes and codes to histories."""
from string import ascii_lowercase, ascii_uppercase, digits

from harness import main, wrong

DIGITS = digits + ascii_lowercase + ascii_uppercase


def to_number(values, base, start=0):
    number = start
    for value in values:
        number = number * base + value
    return number


def to_values(number, base, divide=int.__floordiv__, stop=0):
    """The digits of the number, the most significant one first; the loop ends when the number is at most `stop`."""
    values = []
    while number > stop:
        values.append(number % base)
        number = divide(number, base)
    return values[::-1]


def read(code, alphabet=DIGITS, base=81, least=0):
    number = to_number([alphabet.index(c) for c in code], 62)
    return [n + least for n in to_values(number, base)]


def write(history, alphabet=DIGITS, base=81, least=0, **how):
    return "".join(alphabet[n] for n in to_values(to_number([n - least for n in history], base), 62, **how))


def solve(task, read=read, write=write):
    histories = [" ".join(map(str, read(code))) for code in task["codes"]]
    return histories + [write(history) for history in task["histories"]]


def with_alphabet(task, alphabet):
    return solve(task, lambda code: read(code, alphabet), lambda history: write(history, alphabet))


def right(task):
    return solve(task)


@wrong("The alphabet was typed by hand, with v and w exchanged: …stuwvxyz….")
def v_and_w_exchanged(task):
    return with_alphabet(task, DIGITS.replace("vw", "wv"))


@wrong("The integer is not set back to 0 before the next history is written, so that the code begins with the games before it.")
def integer_not_set_back(task):
    number = 0
    codes = []
    for history in task["histories"]:
        number = to_number(history, 81, number)
        codes.append("".join(DIGITS[n] for n in to_values(number, 62)))
    return solve(task)[:3] + codes


@wrong("Leaves out the remainders that are 0 when a code is written.")
def zeros_left_out(task):
    return solve(task, write=lambda history: write(history).replace("0", ""))


@wrong("Divides with / and cuts off the fraction when a code is written, so that a large integer loses its low digits.")
def divided_as_float(task):
    return solve(task, write=lambda history: write(history, divide=lambda number, base: int(number / base)))


@wrong("The loop that writes a code ends when the integer is below 62, and the most significant digit is lost.")
def first_digit_lost(task):
    return solve(task, write=lambda history: write(history, stop=61))


@wrong("Reads a capital letter as ord(c) − ord('A') + 35 instead of 36, so that A has the value of z.")
def capitals_from_35(task):
    def value_of(c):
        return DIGITS.index(c) - (c in ascii_uppercase)

    return solve(task, read=lambda code: to_values(to_number(map(value_of, code), 62), 81))


@wrong("Writes every move by itself with two digits in base 62 instead of making one integer of the history.")
def two_digits_a_move(task):
    return solve(task, write=lambda history: "".join(DIGITS[n // 62] + DIGITS[n % 62] for n in history))


@wrong("Turns the digits of a code round, but forgets to do the same with the moves of a history that was read.")
def moves_not_turned_round(task):
    return solve(task, read=lambda code: read(code)[::-1])


@wrong("Takes one off every id and uses base 80, in both directions.")
def ids_from_0_base_80(task):
    return solve(task, lambda code: read(code, base=80, least=1), lambda history: write(history, base=80, least=1))


@wrong("Puts the capital letters before the small ones, and does not turn the digits of a written code round.")
def capitals_first_not_turned(task):
    alphabet = digits + ascii_uppercase + ascii_lowercase
    return solve(task, lambda code: read(code, alphabet), lambda history: write(history, alphabet)[::-1])


main(right)
