"""Tables, classes and statements."""

import numpy as np
import pytest

import grundy
from judge import nim_options, values_of, wythoff_options


def test_boxes_become_arrays():
    value, misere = values_of(wythoff_options), values_of(wythoff_options, misere=True)
    wanted = [[value((a, b)) for b in range(1, 12)] for a in range(3, 9)]
    table = grundy.table("wythoff", "a,b", a=range(3, 9), b="1..11")
    assert table.values.tolist() == wanted
    assert table.values.dtype == np.uint64 and table.values.shape == (6, 11)
    assert table.values.flags.c_contiguous and table.values.flags.owndata
    assert table.names == ("a", "b") and table.axes == (range(3, 9), range(1, 12))
    assert list(table)[:2] == [(3, 1, wanted[0][0]), (3, 2, wanted[0][1])] and len(table) == 66
    assert table.count() == {v: sum(row.count(v) for row in wanted) for v in sorted(sum(wanted, []))}
    assert np.asarray(table) is table.values and "6 x 11" in repr(table)
    assert np.asarray(table, dtype=float).dtype == float
    table = grundy.table(grundy.Ruleset("wythoff"), "a,(a+2)", a=range(5), misere=True)
    assert table.values.tolist() == [misere((a, a + 2)) for a in range(5)]


def test_plots():
    image = grundy.plot("wythoff", "a,b", a=range(5), b="0..3", mark_zeros=True).decode()
    assert image.startswith("<svg ") and image.count("#d55e00") == 4  # 0,0 and 1,2 and 2,1, and the legend
    assert "wythoff   a,b" in image and "<title>mine</title>" in grundy.plot("nim", "n", n=range(3), title="mine").decode()
    assert b"rows" in grundy.plot("nim", "a,b,c", a=range(3), b=1, c=2, histogram=True)
    assert grundy.plot("kayles", "n", n=range(9)) != grundy.plot("kayles", "n", n=range(9), misere=True)
    assert grundy.plot("kayles", "n", n=range(9)) != grundy.plot("kayles", "n", n=range(9), dark=True)
    squares = grundy.define("squares-plotted", lambda n: [n - k * k for k in range(1, n + 1) if k * k <= n])
    assert b"<circle" in grundy.plot(squares, "n", n=range(5))
    with pytest.raises(ValueError, match="no kind of image is called 'gif'"):
        grundy.plot("nim", "n", kind="gif", n=range(3))
    with pytest.raises(grundy.ParseError, match="one variable or two"):
        grundy.plot("nim", "a,b,c", a=range(2), b=range(2), c=range(2))


def test_notebooks_show_plots():
    table = grundy.table("nim", "a,b", a=range(4), b=range(4), outcome=True)
    assert table._repr_svg_() == grundy.plot("nim", "a,b", a=range(4), b=range(4), outcome=True).decode()
    assert "by its number" in grundy.table("pnim", "p", p="partitions(0..4)")._repr_svg_()
    assert grundy.table("nim", "a,b,c", a=range(2), b=range(2), c=range(2))._repr_svg_() is None
    assert grundy.table("nim", "a,b", a=range(1024), b=range(1024))._repr_svg_() is None


def test_outcomes_are_zero_and_one():
    value = values_of(nim_options)
    values = grundy.table("nim", "a,b,c", a=range(4), b=3, c=range(4), outcome=True).values
    assert values.shape == (4, 1, 4)
    assert values[:, 0].tolist() == [[int(value((a, 3, c)) != 0) for c in range(4)] for a in range(4)]


def test_other_domains_are_rows():
    table = grundy.table("wythoff", "a,b", a=range(4), b="0..a")
    value = values_of(wythoff_options)
    assert list(table) == [(a, b, value((a, b))) for a in range(4) for b in range(a + 1)]
    assert table.axes is None and table.values.shape == (10,)
    rows = list(grundy.table("welter", "x", x="subsets(0..3,2)"))
    assert len(rows) == 6 and rows[0] == ("{0,1}", grundy.value("welter", {0, 1}))
    rows = list(grundy.table("ruler(divisors(12))", "e", e="elements"))
    assert sorted(int(row[0]) for row in rows) == [1, 2, 3, 4, 6, 12]


def test_variables_may_have_any_name():
    values = grundy.table("nim", "method", {"method": range(3)}, method="brute").values
    assert values.tolist() == [0, 1, 2]


def test_variables_in_the_ruleset():
    table = grundy.table("subtraction(1..n)", "h", n=range(1, 4), h=range(6))
    assert table.values.tolist() == [[h % (n + 1) for h in range(6)] for n in range(1, 4)]


def test_bad_tables_are_refused():
    with pytest.raises(ValueError, match="step 1"):
        grundy.table("nim", "a", a=range(0, 9, 2))
    with pytest.raises(ValueError, match="not empty"):
        grundy.table("nim", "a", a=range(0))
    with pytest.raises(grundy.ParseError, match="b"):
        grundy.table("nim", "a", a=range(3), b=range(3))
    with pytest.raises(grundy.LimitError), grundy.limits(memory=1 << 20):
        grundy.table("nim", "a,b", a=range(1000), b=range(1000))


def test_classes_have_witnesses():
    found = grundy.classify("wythoff", "a,b", a=range(6), b=range(6))
    normal, misere = values_of(wythoff_options), values_of(wythoff_options, misere=True)
    assert found.positions == 21  # up to the order of the heaps
    pairs = {(normal((a, b)), misere((a, b))) for a in range(6) for b in range(6)}
    assert {(pair.value, pair.misere_value) for pair in found.pairs} == pairs
    assert sum(pair.positions for pair in found.pairs) == found.positions
    assert set(found.witnesses) == {word for word, holds in found.classes.items() if not holds}
    for pair in found.pairs:
        assert "\0" not in pair.example
        assert grundy.value("wythoff", pair.example) == pair.value


def test_statements_of_the_papers():
    known = grundy.claims()
    assert len({claim.id for claim in known}) == len(known) > 50
    assert all(claim.statement for claim in known)
    results = {result.id: result for result in grundy.verify("push-3.1.6")}
    assert results["push-3.1.6"].holds and results["push-3.1.6"].cases > 1000
    failing = results["push-3.1.6-proof"]
    assert failing.holds is False and failing.witness
    assert next(claim for claim in known if claim.id == failing.id).misprint
    with pytest.raises(ValueError, match="nobody"):
        grundy.verify("nobody")


def test_domains_are_ranges_numbers_or_text():
    assert grundy.table("nim", "a,b", a=np.int64(3), b=range(4)).values.tolist() == [[3, 2, 1, 0]]
    for domain in ([1, 5], 2.5, None):
        with pytest.raises(TypeError, match="a variable runs through"):
            grundy.table("nim", "a", a=domain)


def test_arrays_of_a_table_are_copies_only_when_asked_for():
    table = grundy.table("nim", "a,b", a=range(3), b=range(3))
    assert table.__array__(copy=False) is table.values
    copied = table.__array__(copy=True)
    assert copied is not table.values and copied.dtype == np.uint64 and (copied == table.values).all()
    assert table.__array__(float).tolist() == table.values.tolist()
    with pytest.raises(ValueError, match="need a copy"):
        table.__array__(float, copy=False)
