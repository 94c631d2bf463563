"""Step 13: wrong programs. How many winning sets contain the numbers of a list."""
from itertools import combinations, combinations_with_replacement

from harness import main, wrong

NUMBERS = range(1, 17)


def winning_sets(numbers=NUMBERS, wins=lambda total: total == 34):
    return [group for group in combinations(numbers, 4) if wins(sum(group))]


def counts(task, contains=lambda group, line: set(line) <= set(group), **changes):
    sets = winning_sets(**changes)
    return [sum(contains(group, line) for group in sets) for line in task["lines"]]


def right(task):
    return counts(task)


@wrong("Counts the sets that contain at least one number of the list.")
def at_least_one(task):
    return counts(task, contains=lambda group, line: set(line) & set(group) != set())


@wrong("The numbers stop at 15.")
def sixteen_missing(task):
    return counts(task, numbers=range(1, 16))


@wrong("The numbers begin with 0, so that 0 may be a fourth number.")
def zero_allowed(task):
    return counts(task, numbers=range(17))


@wrong("Takes a sum below 34 for a winning set as well.")
def at_most_34(task):
    return counts(task, wins=lambda total: total <= 34)


@wrong("Adds to the list only numbers that are larger than all of its numbers.")
def only_larger_numbers(task):
    return counts(task, contains=lambda group, line: group[:len(line)] == tuple(sorted(line)))


@wrong("Looks only at the first number of the list.")
def first_number_only(task):
    return counts(task, contains=lambda group, line: line[0] in group)


@wrong("Lets the missing numbers be equal to each other.")
def missing_may_repeat(task):
    answers = []
    for line in task["lines"]:
        others = [n for n in NUMBERS if n not in line]
        groups = combinations_with_replacement(others, 4 - len(line))
        answers.append(sum(sum(group) == 34 - sum(line) for group in groups))
    return answers


@wrong("Does not use numbers that stand in another list of the task.")
def used_in_other_lists(task):
    answers = []
    for line in task["lines"]:
        used = {n for other in task["lines"] for n in other} - set(line)
        answers.extend(counts({"lines": [line]}, numbers=[n for n in NUMBERS if n not in used]))
    return answers


@wrong("Counts the orders of the missing numbers, and the numbers stop at 15.")
def orders_to_fifteen(task):
    orders = {1: 6, 2: 2, 3: 1}
    return [n * orders[len(line)] for n, line in zip(sixteen_missing(task), task["lines"])]


@wrong("Sends the counts of the lists with one number first, then those with two, then those with three.")
def short_lists_first(task):
    return counts({"lines": sorted(task["lines"], key=len)})


main(right)
