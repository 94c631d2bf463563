"""Step 13: wrong programs. How many of the 86 winning sets contain all numbers of a list."""

from itertools import combinations, permutations

from harness import main, wrong


def count(line, numbers=range(1, 17), choose=combinations, allowed=lambda _: True):
    """How many choices of other numbers complete the line to four numbers with the sum 34."""
    others = [number for number in numbers if number not in line]
    choices = choose(others, 4 - len(line))
    return sum(sum(line) + sum(choice) == 34 and allowed((*line, *choice)) for choice in choices)


def right(task, **options):
    return [count(line, **options) for line in task["lines"]]


@wrong("Counts sets of any size with the sum 34, not only sets of four numbers.")
def sets_of_any_size(task):
    def ways(numbers, missing):
        if missing <= 0 or not numbers:
            return missing == 0
        return ways(numbers[1:], missing) + ways(numbers[1:], missing - numbers[0])

    return [int(ways([n for n in range(1, 17) if n not in line], 34 - sum(line))) for line in task["lines"]]


@wrong("Adds only numbers that are greater than all numbers of the list.")
def greater_numbers_only(task):
    return [count(line, numbers=range(max(line) + 1, 17)) for line in task["lines"]]


@wrong("Takes the numbers of the other lists for used up.")
def other_lists_used_up(task):
    used = {number for line in task["lines"] for number in line}
    return right(task, numbers=[number for number in range(1, 17) if number not in used])


@wrong("Counts only sets with two odd and two even numbers, because the players take turns.")
def two_of_each(task):
    return right(task, allowed=lambda four: sum(number % 2 for number in four) == 2)


@wrong("Counts the different numbers that occur in the completions instead of the sets.")
def numbers_not_sets(task):
    items = []
    for line in task["lines"]:
        others = [number for number in range(1, 17) if number not in line]
        choices = combinations(others, 4 - len(line))
        items.append(len({number for choice in choices if sum(line) + sum(choice) == 34 for number in choice}))
    return items


@wrong("Asks of a list of three only that the missing number is not in the list; it may be above 16 or below 1.")
def fourth_number_out_of_range(task):
    return [int(34 - sum(line) not in line) if len(line) == 3 else count(line) for line in task["lines"]]


@wrong("Keeps each result under the sum of its list, so that a later list with the same sum gets the count of an earlier one.")
def cache_by_sum(task):
    cache = {}
    return [cache.setdefault(sum(line), count(line)) for line in task["lines"]]


@wrong("Answers the lists of one number first, then those of two and those of three.")
def by_length(task):
    return [count(line) for line in sorted(task["lines"], key=len)]


@wrong("Counts orders of the missing numbers instead of sets, and lets the numbers stop at 15.")
def orders_without_sixteen(task):
    return right(task, numbers=range(1, 16), choose=permutations)


@wrong("Lets the numbers begin at 0, and takes numbers of the list once more.")
def zero_and_repeats(task):
    return [
        sum(sum(line) + sum(choice) == 34 for choice in combinations(range(17), 4 - len(line)))
        for line in task["lines"]
    ]


main(right)
