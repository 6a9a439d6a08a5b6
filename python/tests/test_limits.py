"""Limits, progress, interruption, threads."""

import signal
import threading

import pytest

import grundy

HARD = ("cram", "9x9")  # by brute force: for ever


def test_time():
    with grundy.limits(seconds=0.05), pytest.raises(grundy.LimitError, match="0.05 seconds"):
        grundy.value(*HARD, method="brute")


def test_memory():
    with grundy.limits(memory=1 << 20), pytest.raises(grundy.LimitError, match="memory limit of 1048576"):
        grundy.Ruleset("zeruclid")(1, 5000, 5000).value(method="sweep")


def test_limits_nest_and_end():
    with grundy.limits(seconds=7, memory=1 << 30) as outer:
        assert (outer.seconds, outer.memory, outer.threads) == (7, 1 << 30, 1)
        with grundy.limits(threads=2) as inner:
            assert (inner.seconds, inner.threads) == (7, 2)
        with pytest.raises(ValueError), grundy.limits(threads=0):
            pass
    with grundy.limits() as after:
        assert (after.seconds, after.threads) == (0, 1)


@pytest.mark.parametrize("threads", [1, 2])
def test_progress(threads):
    seen = []

    def stop_at_second(report):
        seen.append(report)
        if len(seen) == 2:
            raise LookupError("enough")

    with grundy.limits(progress=stop_at_second, threads=threads), pytest.raises(LookupError, match="enough"):
        grundy.value("cram", "9x10", method="search")
    assert [report.what for report in seen] == ["positions"] * 2
    assert 0 < seen[0].done <= seen[1].done and 0 < seen[0].seconds < seen[1].seconds


@pytest.mark.parametrize("threads", [1, 2])
def test_interrupts_stop_a_computation_and_the_ruleset_stays_usable(threads):
    ruleset = grundy.Ruleset("cram")
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    with grundy.limits(threads=threads):
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            ruleset("9x10").value(method="search")
    timer.join()
    assert ruleset("3x3").value(method="search") == ruleset("3x3").value(method="brute")


def test_computing_lets_other_threads_run():
    """A thread that counts goes on while another computes, and the two compute at once on different rulesets."""
    counted, done = [0], threading.Event()

    def count():
        while not done.wait(0.001):
            counted[0] += 1

    def hard():
        with grundy.limits(seconds=0.5), pytest.raises(grundy.LimitError):
            grundy.Ruleset("cram")("9x9").value(method="brute")

    counter = threading.Thread(target=count)
    counter.start()
    before = counted[0]
    others = [threading.Thread(target=hard) for _ in range(2)]
    for thread in others:
        thread.start()
    for thread in others:
        thread.join()
    after = counted[0]
    done.set()
    counter.join()
    assert after > before


def test_one_ruleset_in_many_threads():
    ruleset = grundy.Ruleset("kayles")
    wanted = [ruleset(n).value() for n in range(40)]
    found = {}

    def ask(k):
        found[k] = [ruleset(n).value(method="search") for n in range(40)]

    threads = [threading.Thread(target=ask, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[k] for k in range(4)] == [wanted] * 4


def test_threads_change_nothing():
    with grundy.limits(threads=3):
        assert grundy.Ruleset("grundys-game")(40).value(method="search") == grundy.value("grundys-game", 40)


def test_positions_outlive_the_name_of_their_ruleset():
    import gc

    position = grundy.Ruleset("kayles")(9)
    gc.collect()
    assert position.value() == grundy.value("kayles", 9)


def test_what_is_no_number_is_no_limit():
    with pytest.raises(ValueError), grundy.limits(seconds=float("nan")):
        pass
