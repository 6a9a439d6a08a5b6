"""Rulesets and positions: identity, notation, moves, sums."""

import copy
import pickle

import numpy as np
import pytest

import grundy
from judge import kayles_options, nim_options, values_of, wythoff_options


def test_values_are_those_of_the_definition():
    for name, options in (("nim", nim_options), ("wythoff", wythoff_options)):
        normal, misere = values_of(options), values_of(options, misere=True)
        ruleset = grundy.Ruleset(name)
        for a in range(8):
            for b in range(8):
                position = ruleset(a, b)
                assert position.value() == normal((a, b)), (name, a, b)
                assert position.misere_value() == misere((a, b)), (name, a, b)
                assert position.outcome() == ("N" if normal((a, b)) else "P")
                assert position.outcome(misere=True) == ("N" if misere((a, b)) else "P")


@pytest.mark.parametrize("method", ["auto", "formula", "sweep", "search", "brute", "all"])
def test_all_methods(method):
    assert grundy.value("nim", (3, 4), method=method) == values_of(nim_options)((3, 4))


def test_unknown_methods_are_refused():
    with pytest.raises(ValueError, match="no method is called 'guess'"):
        grundy.value("nim", 3, method="guess")


def test_python_values_and_text_are_the_same_positions():
    pairs = [
        ("nim", 12, "12"),
        ("nim", np.int64(12), "12"),
        ("nim", (3, 5, 7), "3,5,7"),
        ("welter", {9, 3, 5}, "{3,5,9}"),
        ("welter", frozenset({10, 9}), "{9,10}"),
        ("pnim", [4, 2, 1], "[4,2,1]"),
        ("pnim", [], "[]"),
        ("rnim", "<5,4,2>", "<5,4,2>"),
        ("turtles(product(chain(3),chain(3)))", {(1, 2), (3, 3)}, "{(1,2),(3,3)}"),
        ("cram", "..#/...", "..#/..."),
    ]
    for name, value, text in pairs:
        ruleset = grundy.Ruleset(name)
        assert ruleset(value) == ruleset(text), (name, value)
        assert str(ruleset(value)) == text


def test_what_is_no_position_is_refused():
    with pytest.raises(TypeError, match="3.5"):
        grundy.value("nim", 3.5)
    with pytest.raises(grundy.ParseError, match="column 3"):
        grundy.value("nim", "3,,5")
    with pytest.raises(ValueError):  # which a ParseError is
        grundy.Ruleset("no-such-game")


def test_equal_positions_are_equal_and_hash_alike():
    nim, other = grundy.Ruleset("nim"), grundy.Ruleset(" nim ")
    assert nim == other and hash(nim) == hash(other) and nim != grundy.Ruleset("kayles")
    assert nim(3, 5) == other("3, 5") and hash(nim(3, 5)) == hash(other("3, 5"))
    assert nim(3, 5) != nim(5, 4) and nim(3) != grundy.Ruleset("kayles")(3)
    assert nim(3, 5) != "3,5" and nim != "nim"
    assert len({nim(3, 5), nim(3, 5), nim(3, 6)}) == 2


def test_repr_can_be_evaluated():
    position = grundy.Ruleset("push(nim, euclid)")("2:4,9")
    assert eval(repr(position), {"Ruleset": grundy.Ruleset}) == position
    assert repr(position) == "Ruleset('push(nim,euclid)')('2:4,9')"


def test_positions_are_taken_as_they_are_or_by_their_text():
    nim, kayles = grundy.Ruleset("nim"), grundy.Ruleset("kayles")
    position = nim(4, 4)
    assert nim(position) is position
    assert kayles(position) == kayles("4,4")


def test_options_and_moves():
    wythoff = grundy.Ruleset("wythoff")
    value = values_of(wythoff_options)
    for heaps in ((0, 0), (1, 2), (4, 6)):
        wanted = {wythoff(*option) for option in wythoff_options(heaps)}
        options = wythoff(*heaps).options()
        assert set(options) == wanted and len(options) == len(wanted)
        moves = wythoff(*heaps).moves()
        assert [move.value for move in moves] == sorted(value(option) for option in wythoff_options(heaps))
        assert all(move.value == move.position.value() for move in moves)
        winning = wythoff(*heaps).moves(winning=True)
        assert [move.position for move in winning] == [move.position for move in moves if move.value == 0]


def test_winning_moves_win():
    for name, heaps in (("nim", (3, 5, 7)), ("kayles", (4, 9)), ("wythoff", (4, 9))):
        for misere in (False, True):
            position = grundy.Ruleset(name)(*heaps)
            move = position.winning_move(misere=misere)
            assert move in position.options()
            assert move.outcome(misere=misere) == "P"


def test_there_is_no_winning_move_from_p_and_terminal_positions():
    nim = grundy.Ruleset("nim")
    assert nim(3, 3).winning_move() is None
    assert nim(0).winning_move() is None
    assert nim(1).winning_move(misere=True) is None
    assert nim(0).outcome(misere=True) == "N" and nim(0).winning_move(misere=True) is None


def test_sums_of_one_ruleset():
    kayles = grundy.Ruleset("kayles")
    value, misere = values_of(kayles_options), values_of(kayles_options, misere=True)
    total = kayles(5) + kayles(3) + 2
    assert total == kayles("5 + 3 + 2")
    assert total.value() == value((5,)) ^ value((3,)) ^ value((2,)) == value((5, 3, 2))
    assert total.misere_value() == misere((5, 3, 2))
    assert [str(part) for part in total.summands()] == ["5", "3", "2"]


def test_sums_of_different_rulesets():
    total = grundy.Ruleset("kayles")("5 + 3") + grundy.Ruleset("wythoff")(1, 2) + grundy.Ruleset("nim")(4)
    assert total.ruleset.name == "sum(sum(kayles,kayles,wythoff),nim)"
    assert total.value() == values_of(kayles_options)((5, 3)) ^ values_of(wythoff_options)((1, 2)) ^ 4


def test_summands_of_long_positions():
    many = grundy.Ruleset("welter")(set(range(0, 20000, 2)))
    assert (many + {3, 5} + many).summands() == [many, grundy.Ruleset("welter")({3, 5}), many]


def test_explanations():
    answer = grundy.Ruleset("nim")(3, 5).explain()
    assert answer.value == 6 and answer.method == "formula" and "Bouton" in answer.reason
    assert grundy.Ruleset("nim")(3, 5).explain(method="brute").method == "brute"
    assert grundy.Ruleset("nim")(3, 5).explain(misere=True).value == grundy.misere_value("nim", (3, 5))


def test_views():
    assert grundy.Ruleset("pnim")([3, 1]).view() == "###\n#\n"
    with pytest.raises(grundy.UndefinedError):
        grundy.Ruleset("product(ruler(chain(2)),ruler(chain(2)))")({(1, 1)}).view()


def test_pictures():
    nim = grundy.Ruleset("nim")
    svg = nim(3, 5).picture().decode()
    assert svg == nim(3, 5)._repr_svg_() and "</svg>" in svg and "nim 3,5" in svg
    assert nim(3, 5).picture(dark=True) != nim(3, 5).picture() != nim(3, 5).picture(move=nim(3, 3))
    assert "a &lt; b" in nim(3, 5).picture(title="a < b").decode()
    coins = grundy.Ruleset("ruler(divisors(12))")("{12,2}")
    assert coins.picture(values=True) != coins.picture()
    with pytest.raises(grundy.UndefinedError):
        nim(3, 5).picture(values=True)
    with pytest.raises(ValueError, match="no option"):
        nim(3, 5).picture(move=grundy.Ruleset("kayles")(3))
    with pytest.raises(ValueError, match="gif"):
        nim(3, 5).picture("gif")
    assert nim(100000, 100000)._repr_svg_() is None or "</svg>" in nim(100000, 100000)._repr_svg_()
    for kind, begin in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        try:
            assert nim(3, 5).picture(kind).startswith(begin)
        except grundy.AbsentError:
            pass  # the library was built without cairo


def test_periods():
    found = grundy.period("kayles")
    assert (found.preperiod, found.period, found.saltus, found.proved) == (71, 12, 0, True) and found.reason
    values = grundy.table("kayles", "n", n=range(200)).values
    assert (values[found.preperiod : -12] == values[found.preperiod + 12 :]).all()
    assert values[found.preperiod - 1] != values[found.preperiod + 11]
    assert grundy.period("subtraction(1,3)", outcome=True).period == 2
    assert not grundy.period("kayles", to=100).proved
    with pytest.raises(grundy.UndefinedError):
        grundy.period("pnim")


def test_rulesets_are_listed():
    names = grundy.rulesets()
    assert "nim" in names and all(names.values()) and len(names) > 25


def test_every_status_has_an_exception():
    from grundy import errors
    from grundy._grundy import ffi

    names = set(ffi.typeof("grundy_status").elements.values())
    assert set(errors.BY_STATUS) == names - {"GRUNDY_OK"}
    assert len(set(errors.BY_STATUS.values())) == len(names) - 1
    for name in names - {"GRUNDY_OK"}:
        assert str(errors.error_of(ffi.typeof("grundy_status").relements[name], "")) != ""


def test_version_is_that_of_the_library():
    assert grundy.__version__.count(".") == 2


def test_everything_public_is_documented():
    for name in grundy.__all__:
        assert getattr(grundy, name).__doc__, name


def test_copies_and_pickles_are_the_same_positions():
    for ruleset, value in (("nim", (3, 5)), ("welter", {3, 5}), ("push(nim,euclid)", (4, 9)), ("sum(nim,kayles)", "3 | 7")):
        position = grundy.Ruleset(ruleset)(value)
        for same in (copy.copy(position), copy.deepcopy([position])[0], pickle.loads(pickle.dumps(position))):
            assert same == position and hash(same) == hash(position) and same.value() == position.value()
        assert pickle.loads(pickle.dumps(position.ruleset)) == copy.deepcopy(position.ruleset) == position.ruleset


def test_the_builtin_sum_adds_positions():
    nim, kayles = grundy.Ruleset("nim"), grundy.Ruleset("kayles")
    assert sum([nim(3), nim(5)]) == nim("3 + 5")
    assert sum([nim(3), kayles(7)]).value() == nim(3).value() ^ kayles(7).value()
    with pytest.raises(TypeError):
        1 + nim(3)


@pytest.mark.parametrize(
    "call",
    [
        lambda: grundy.value("nim\0x", 3),
        lambda: grundy.value("nim", "3\0,5"),
        lambda: grundy.table("nim\0", "a", a=range(3)),
        lambda: grundy.table("nim", "a\0,5", a=range(3)),
        lambda: grundy.table("nim", "a", a="0..3\0"),
        lambda: grundy.nim.calculate("1\0+1"),
        lambda: grundy.Ruleset("nim")(3).picture(title="a\0b"),
    ],
)
def test_nothing_is_hidden_behind_a_nul(call):
    with pytest.raises(grundy.ParseError, match="no NUL character"):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: grundy.Ruleset(None),
        lambda: grundy.value(3, 5),
        lambda: grundy.value("nim", 3, method=None),
        lambda: grundy.nim.calculate(8),
        lambda: grundy.table("nim", 5, a=range(3)),
    ],
)
def test_what_should_be_text_is_said(call):
    with pytest.raises(TypeError, match="is a string, not"):
        call()
