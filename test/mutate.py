#!/usr/bin/env python3
"""Break the sources on purpose, one place at a time, and see whether a test dies.

    test/mutate.py src/math/golden.c --tests 'test_golden$' --count 20 --seed 1

Needs a configured build directory. The source is put back after each mutant, also when interrupted. A mutant that
survives is printed with its line: a test is missing, or the change means nothing.
"""
import argparse
import pathlib
import random
import re
import subprocess

OPERATORS = [
    (r"(?<![\w.])(\d+)(?![\w.])", lambda m: str(int(m[1]) + 1)),
    (r"(?<![-<])<(?![<=])(?= )", lambda m: "<="),
    (r"(?<![->])>(?![>=])(?= )", lambda m: ">="),
    (r"<=", lambda m: "<"),
    (r"(?<!>)>=", lambda m: ">"),
    (r"==", lambda m: "!="),
    (r"!=", lambda m: "=="),
    (r"&&", lambda m: "||"),
    (r"\|\|", lambda m: "&&"),
    (r" \+ ", lambda m: " - "),
    (r" - ", lambda m: " + "),
    (r"^( +)(?!return|TRY|[a-z_]+ \*?\w+ = )[^=;{}]+(?:=[^=;]+)?;$", lambda m: m[1] + ";"),
]


def mutants(lines):
    """Each (line number, new line) that one operator makes at one place of the code."""
    inside = False
    for number, line in enumerate(lines):
        code = line.strip()
        inside = inside or code.startswith("/*")
        skip = inside or not line.startswith("    ") or code.startswith(("#", "static_assert", '"'))
        inside = inside and "*/" not in code
        if skip:
            continue
        for pattern, change in OPERATORS:
            for match in re.finditer(pattern, line):
                if line[: match.start()].count('"') % 2 == 0:
                    yield number, line[: match.start()] + change(match) + line[match.end() :]


def run(command):
    return subprocess.run(command, capture_output=True, text=True, timeout=900, check=False).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--tests", required=True, help="regular expression for ctest; the programs are built too")
    parser.add_argument("--build", default="build")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    places = []
    for file in arguments.files:
        lines = file.read_text().split("\n")
        places += [(file, number, line) for number, line in mutants(lines)]
    chosen = random.Random(arguments.seed).sample(places, min(arguments.count, len(places)))
    names = [name for name in arguments.tests.replace("$", "").strip("()").split("|") if name.startswith("test_")]
    killed = broken = 0
    for file, number, line in chosen:
        original = file.read_text()
        lines = original.split("\n")
        try:
            file.write_text("\n".join(lines[:number] + [line] + lines[number + 1 :]))
            if not run(["cmake", "--build", arguments.build, "--target", *names]):
                broken += 1
            elif not run(["ctest", "--test-dir", arguments.build, "-R", arguments.tests, "--timeout", "120"]):
                killed += 1
            else:
                print(f"survives: {file}:{number + 1}: {lines[number].strip()}  ->  {line.strip()}", flush=True)
        finally:
            file.write_text(original)
    print(f"{len(chosen)} of {len(places)} mutants: {killed} killed, {broken} do not build, "
          f"{len(chosen) - killed - broken} survive, seed {arguments.seed}")


main()
