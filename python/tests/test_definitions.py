"""Rulesets written in Python."""

import itertools

import pytest

import grundy
from grundy import definitions
from judge import kayles_options, mex, values_of, wythoff_options


def squares(n):
    """Remove a square number."""
    return [n - k * k for k in range(1, n + 1) if k * k <= n]


def test_values_encode_to_bytes_and_back():
    values = [0, -5, 12, 2**70, "", "3,5", "a]b", "é", (), (3,), (3, 5), [3, 5], [], [[1], (2, "x")], frozenset({1, 2})]
    encoded = [definitions.encode(value) for value in values]
    assert [definitions.decode(data) for data in encoded] == values
    assert len(set(encoded)) == len(values)
    assert definitions.encode({(1, 2), (0, 1)}) == definitions.encode(frozenset([(0, 1), (1, 2)]))
    with pytest.raises(TypeError):
        definitions.encode(1.5)


def test_integers():
    ruleset = grundy.define("take-a-square", squares)
    normal, misere = values_of(squares), values_of(squares, misere=True)
    for n in range(40):
        assert ruleset(n).value() == ruleset(str(n)).value() == normal(n)
        assert ruleset(n).misere_value() == misere(n)
        assert ruleset(n).value(method="brute") == normal(n)
        assert {option for option in ruleset(n).options()} == {ruleset(k) for k in squares(n)}
    assert str(ruleset(7)) == "7" and ruleset.name == "take-a-square"
    assert grundy.table("take-a-square", "(2*n+1)", n=range(20)).values.tolist() == [normal(2 * n + 1) for n in range(20)]
    assert (ruleset(7) + 3).value() == normal(7) ^ normal(3)
    assert ruleset(11).winning_move() in ruleset(11).options()


def test_compounds_take_them():
    ruleset = grundy.define("take-a-square", squares)
    twos = grundy.define("take-two", lambda n: [n - k for k in (1, 2) if k <= n])
    normal, after = values_of(squares), values_of(lambda n: [n - k for k in (1, 2) if k <= n])
    pushed = values_of(lambda p: [("after", n) for n in ([] if p[0] else [p[1]])] + [
        (p[0], n) for n in (squares(p[1]) if not p[0] else [p[1] - k for k in (1, 2) if k <= p[1]])
    ])
    compound = grundy.Ruleset("push(take-a-square,take-two)")
    for n in range(15):
        assert compound(n).value() == pushed(("", n))
        assert grundy.value("sum(kayles,take-two)", f"5 | {n}") == values_of(kayles_options)((5,)) ^ after(n)
        assert (ruleset(n) + grundy.Ruleset("nim")(3, 4)).value() == normal(n) ^ 3 ^ 4
        assert (ruleset(n) + twos(n)).value() == normal(n) ^ after(n)


def test_tuples_lists_and_sets():
    wythoff = grundy.define("my-wythoff", wythoff_options)
    for a, b in itertools.product(range(6), repeat=2):
        assert wythoff(a, b).value() == grundy.value("wythoff", (a, b)) == wythoff(f"{a},{b}").value()

    def remove_rows(rows):
        return [rows[:i] + rows[i + 1 :] for i in range(len(rows))]

    rows = grundy.define("rows", remove_rows)
    assert rows([3, 2, 2]) == rows("[3,2,2]") and rows([3, 2, 2]).value() == 1 and str(rows([3, 2, 2])) == "[3,2,2]"
    balls = grundy.define("my-welter", lambda x: [x - {b} | {f} for b in x for f in range(b) if f not in x])
    for x in itertools.combinations(range(6), 3):
        assert balls(frozenset(x)).value() == grundy.value("welter", set(x))
        assert balls(set(x)) == balls(str(balls(set(x))))


@pytest.mark.parametrize(
    "value", [5, -3, (1, 2), (4,), (), ((1, 2), 3), [], [(1,), [2, "a b", '"\\']], frozenset({(1, 2), (3, 4)})]
)
def test_notation_is_read_back(value):
    ruleset = grundy.define("still", lambda p: [])
    assert ruleset(str(ruleset(value))) == ruleset(value)


def test_words():
    ruleset = grundy.define("drop-a-letter", lambda word: [word[:i] + word[i + 1 :] for i in range(len(word))])
    position = ruleset('"a b\\""')
    assert str(position) == '"a b\\""' and position.value() == 0
    assert {str(option) for option in position.options()} == {'" b\\""', '"ab\\""', '"a \\""', '"a b"'}


def test_loops_are_reported():
    ruleset = grundy.define("round", lambda n: [(n + 1) % 5])
    with pytest.raises(grundy.UndefinedError, match="loops.*0.*1.*2"):
        ruleset(0).value(method="search")
    with pytest.raises(grundy.UndefinedError, match="loops"):
        ruleset(0).value(method="brute")


def test_arithmetic_in_templates():
    grundy.define("take-a-square", squares)
    value = values_of(squares)
    assert grundy.table("take-a-square", "(n+1)", n=range(9)).values.tolist() == [value(n + 1) for n in range(9)]


def test_unreadable_notation():
    ruleset = grundy.define("still", lambda p: [])
    for text, column in (("[1,", 4), ("(1", 3), ("x", 1), ("1,", 3), ("[1]]", 4), ('"a', 1)):
        with pytest.raises(grundy.ParseError, match=f"column {column}"):
            ruleset(text)


def test_own_notation():
    def parse(text):
        if not text.strip("|"):
            return len(text)
        raise ValueError("expected strokes")

    ruleset = grundy.define("strokes", squares, parse=lambda t: parse(t.replace("o", "|")), print=lambda n: "o" * n)
    assert ruleset("ooo") == ruleset(3) and str(ruleset(3)) == "ooo"
    assert str(ruleset("oo + ooo")) == "oo + ooo"
    with pytest.raises(grundy.ParseError, match="column 5: expected strokes"):
        ruleset("oo +x")


def test_split_and_canonical_are_used():
    asked = set()

    def options(row):
        asked.add(row)
        (n,) = row
        return [(left, n - taken - left) for taken in (1, 2) for left in range(n - taken + 1)]

    def both(rows):
        asked.add(rows)
        return [(*rows[:i], *new, *rows[i + 1 :]) for i, n in enumerate(rows) for new in options((n,))]

    plain = grundy.define("rows-of-pins", lambda rows: both(rows))
    value = values_of(kayles_options)
    assert plain((4, 3)).value() == value((4, 3))
    asked.clear()
    split = grundy.define(
        "rows-of-pins", lambda rows: both(rows), split=lambda rows: [(n,) for n in rows], canonical=lambda rows: tuple(sorted(rows))
    )
    assert split((4, 3)).value() == value((4, 3))
    assert all(len(rows) == 1 for rows in asked)
    assert split((4, 4)).value() == 0  # equal parts are two
    assert split((4, 3)).misere_value() == values_of(kayles_options, misere=True)((4, 3))


def test_terminal():
    ruleset = grundy.define("stop-at-three", lambda n: [n - 1], terminal=lambda n: n <= 3)
    assert [ruleset(n).value() for n in range(7)] == [0, 0, 0, 0, 1, 0, 1]


def test_formula():
    ruleset = grundy.define(
        "my-nim", lambda n: range(n), formula=lambda n: n if n < 10 else None, theorem="Bouton 1901"
    )
    answer = ruleset(7).explain()
    assert answer.value == 7 and answer.method == "formula" and answer.reason.endswith("Bouton 1901")
    assert ruleset(12).explain().method != "formula" and ruleset(12).value() == 12
    assert ruleset(7).value(method="all") == 7
    wrong = grundy.define("my-nim", lambda n: range(n), formula=lambda n: n + 1)
    with pytest.raises(grundy.DisagreementError):
        wrong(7).value(method="all")


@pytest.mark.parametrize("member", ["options", "terminal", "split", "canonical", "formula", "print"])
def test_exceptions_come_out(member):
    class Trouble(Exception):
        pass

    def trouble(value):
        raise Trouble(member)

    functions = {"options": squares, member: trouble}
    ruleset = grundy.define("trouble", **functions)
    with pytest.raises(Trouble, match=member):
        str(ruleset(9)) if member == "print" else ruleset(9).value()
    if member == "options":
        with pytest.raises(Trouble):
            ruleset(9).options()


def test_exceptions_of_a_parser_come_out():
    ruleset = grundy.define("trouble", squares, parse=lambda text: {}[text])
    with pytest.raises(KeyError):
        ruleset("9")


def test_positions_that_cannot_be_written_are_refused():
    ruleset = grundy.define("trouble", lambda n: [n / 2])
    with pytest.raises(TypeError, match="4.5"):
        ruleset(9).value()


def test_interrupts_in_a_callback():
    def options(n):
        if n == 5:
            raise KeyboardInterrupt
        return range(n)

    with pytest.raises(KeyboardInterrupt):
        grundy.define("trouble", options)(9).value()


def test_a_callback_may_ask_about_other_rulesets_but_not_its_own():
    def formula(n):
        return grundy.value("nim", n)

    assert grundy.define("asks-nim", lambda n: range(n), formula=formula)(5).value() == 5
    ruleset = grundy.define("asks-itself", lambda n: [ruleset(n)] and range(ruleset(n).value()))
    with pytest.raises(RuntimeError, match="its own"):
        ruleset(5).value()


def test_definitions_can_be_replaced():
    first = grundy.define("changing", lambda n: range(n))
    assert grundy.value("changing", 6) == 6
    second = grundy.define("changing", lambda n: range(n - 2, n) if n > 1 else range(n))
    assert grundy.value("changing", 6) == second(6).value() == mex([])
    assert first(6).value() == 6 and first != second and first(6) != second(6)


def test_names_that_are_taken_or_none_are_refused():
    for name in ("nim", "1st", "a b", ""):
        with pytest.raises(grundy.ParseError):
            grundy.define(name, squares)


def test_they_are_searched_by_one_thread():
    import threading

    seen = set()

    def options(n):
        seen.add(threading.get_ident())
        return squares(n)

    with grundy.limits(threads=4):
        grundy.define("take-a-square", options)(60).value(method="search")
    assert seen == {threading.get_ident()}


def test_options_that_are_named_twice_count_once():
    assert len(grundy.define("twice", lambda n: [0, 0] if n else [])(3).options()) == 1


def test_a_definition_is_made_of_texts_and_functions():
    with pytest.raises(TypeError, match="name is a string, not 3"):
        grundy.define(3, squares)
    with pytest.raises(TypeError, match="options is a function, not 3"):
        grundy.define("no-function", 3)
    with pytest.raises(TypeError, match="split is a function, not 'x'"):
        grundy.define("no-function", squares, split="x")
    with pytest.raises(grundy.ParseError, match="name has no NUL"):
        grundy.define("no\0name", squares)
    assert "no" not in grundy.rulesets()


def test_what_print_returns_is_text():
    for written, failure in ((None, TypeError), ("\0", grundy.ParseError)):
        position = grundy.define("unprinted", squares, print=lambda n, written=written: written)(3)
        with pytest.raises(failure, match="what print returns"):
            str(position)


def test_what_was_expected_of_a_text_is_said_in_english():
    with pytest.raises(grundy.ParseError, match="expected a whole number, a text in quotes or a bracket, found 'abc'"):
        grundy.define("take-a-square", squares)("abc")
