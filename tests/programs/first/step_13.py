"""Step 13: wrong programs. The item is how many of the 86 winning sets contain all numbers of a list."""

from itertools import combinations, combinations_with_replacement, permutations

from harness import main, wrong


def winning(numbers=range(1, 17), pick=combinations):
    return [four for four in pick(numbers, 4) if sum(four) == 34]


def contains_all(four, line):
    return set(line) <= set(four)


def others(task, line):
    """The numbers that stand in the lists of the task, but not in this one."""
    return {number for other in task["lines"] for number in other} - set(line)


def missing(four, line):
    return set(four) - set(line)


def count(task, sets, fits=contains_all):
    return [sum(fits(four, line) for four in sets) for line in task["lines"]]


def right(task):
    return count(task, winning())


@wrong("Counts the missing numbers in every order instead of once as a set.")
def orders_counted(task):
    return [len([rest for rest in permutations(range(1, 17), 4 - len(line))
                 if sum(line) + sum(rest) == 34 and not set(rest) & set(line)]) for line in task["lines"]]


@wrong("Counts the sets that contain at least one number of the list instead of all.")
def at_least_one(task):
    return count(task, winning(), lambda four, line: bool(set(line) & set(four)))


@wrong("Ends the numbers at 15.")
def fifteen_numbers(task):
    return count(task, winning(range(1, 16)))


@wrong("Begins the numbers at 0, so an empty cell may complete a set.")
def zero_is_a_number(task):
    return count(task, winning(range(17)))


@wrong("Counts only sets of two odd and two even numbers, as if each player had to place two of them.")
def two_odd_two_even(task):
    return count(task, [four for four in winning() if sum(number % 2 for number in four) == 2])


@wrong("Takes the numbers of the other lists for used up, as on a board.")
def used_in_other_lists(task):
    sets = winning()
    return [sum(contains_all(four, line) and not others(task, line) & set(four) for four in sets)
            for line in task["lines"]]


@wrong("Counts 1 for a list of three if the missing number is from 1 to 16, even if it is in the list already.")
def three_not_compared(task):
    return [int(1 <= 34 - sum(line) <= 16) if len(line) == 3 else item
            for line, item in zip(task["lines"], right(task))]


@wrong("Lets a number occur more than once in a set, and begins the numbers at 0.")
def repeated_and_zero(task):
    return count(task, winning(range(17), combinations_with_replacement))


@wrong("Completes a list with odd or with even numbers only, and takes the numbers of the other lists for used up.")
def one_kind_and_used_up(task):
    sets = winning()
    return [sum(contains_all(four, line) and not others(task, line) & set(four)
                and len({number % 2 for number in missing(four, line)}) == 1 for four in sets)
            for line in task["lines"]]


@wrong("Sorts the lists first, so the right counts come in another order.")
def lists_sorted(task):
    return right({"lines": sorted(task["lines"])})


main(right)
