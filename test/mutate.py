#!/usr/bin/env python3
"""Break the sources on purpose, one place at a time, and see whether a test dies.

    test/mutate.py                                  # 120 mutants of all of src/, the same number for each directory
    test/mutate.py src/math/golden.c --count 20     # of one file
    test/mutate.py --seed 2 --count 600             # others; what was done already, for this seed or another, is kept
    test/mutate.py cli/play.c --by cli_play         # given to this test alone; so too for files of lua/ and slow tests

It works on a copy of what git tracks, in build-mutate/, which it makes at first; remove it to begin anew. There every test is
run twice: with counters, to know which lines it runs, and without, to know how long it takes. A mutant is then given to
the tests that run its line, or that --by names, the quickest first, until one fails or takes ten times as long as it should
(which counts as noticed). It is not given to those beyond --patience seconds. Results are kept in build-mutate/mutants.tsv:

    killed      a test fails          endless   a test does not end
    unbuilt     it is no C            same      the compiler makes the same code of it
    unrun       no test runs the line           survives   a test is missing, or the change means nothing

A survivor that test/mutants.tsv lists is counted as explained. For a test that was written since the copy was made, the
copy is to be made anew.
"""
import argparse
import collections
import gzip
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

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
    (r"\btrue\b", lambda m: "false"),
    (r"\bfalse\b", lambda m: "true"),
    (r"^( +)(?=\S)(?!return|TRY|[a-z_]+ \*?\w+ = )[^=;{}]+(?:=[^=;]+)?;$", lambda m: m[1] + ";"),
]
# The objects of each directory.
OBJECTS = {"src": "grundy-objects", "cli": "cli-objects", "lua": "grundy-lua"}
# What does not look at the values of src/, or not soon, or wants the network or a display; --by can name them.
LEFT_OUT = re.compile(r"web_|python_|check_|cli_(catalogue|completion|documents|faults|figures|lua|mpi|options|play|plugin)")
MEMORY_MOST = 6 << 30
LONGEST = 100  # seconds that a test may take
KINDS = ("killed", "endless", "survives", "explained", "unrun", "same", "unbuilt")


# ---- mutants ----


def mutants(lines):
    """Each (line number from 1, new line) that one operator makes at one place of the code."""
    inside = False
    for number, line in enumerate(lines, 1):
        code = line.strip()
        inside = inside or code.startswith("/*")
        skip = inside or not line.startswith("    ") or code.startswith(("#", "static_assert", '"', "//"))
        inside = inside and "*/" not in code
        if skip:
            continue
        end = len(line.split("/*")[0].rstrip())
        for pattern, change in OPERATORS:
            for match in re.finditer(pattern, line[:end]):
                if line[: match.start()].count('"') % 2 == 0:
                    yield number, line[: match.start()] + change(match) + line[match.end() :]


def sample(files, seed):
    """All mutants of the files in a random order in which the directories take turns."""
    piles = collections.defaultdict(list)
    for file in sorted(files):
        lines = pathlib.Path(file).read_text().split("\n")
        piles[os.path.dirname(file)] += [(file, number, lines[number - 1], new) for number, new in mutants(lines)]
    for directory in sorted(piles):
        random.Random(f"{seed} {directory}").shuffle(piles[directory])
    for turn in range(max(map(len, piles.values()), default=0)):
        for directory in sorted(piles):
            if turn < len(piles[directory]):
                yield piles[directory][turn]


# ---- the copy and its builds ----


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MOST, MEMORY_MOST))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, seconds, **options):
    """True, False, or None when it did not end; its children are ended too."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True, **options)
    try:
        return process.wait(seconds) == 0
    except subprocess.TimeoutExpired:
        return None
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


def must(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def target_of(test):
    return "grundy" if test.startswith("cli_") else test.split(" ")[0]


class Place:
    """The copy of the tree, its build for mutants and what is known about the tests."""

    def __init__(self, directory, by):
        self.directory, self.by = pathlib.Path(directory).resolve(), by
        self.tree, self.build = self.directory / "tree", self.directory / "build"
        if not self.tree.exists():
            self.copy()
        self.configure(self.build, "-DCMAKE_C_FLAGS=-O1", "-DCMAKE_BUILD_TYPE=Mutants")
        self.make_all(self.build, {target_of(name) for name in by} or {"all"})
        self.tests = self.list_tests(self.build)
        known = self.directory / "tests.json.gz"
        if by:
            self.runs, self.functions = {}, {}
            self.seconds = {name: self.time(name) for name in by}
        else:
            if not known.exists():
                self.learn(known)
            with gzip.open(known, "rt") as stream:
                self.seconds, self.runs, self.functions = json.load(stream)
        self.code = {product: self.digest(product) for product in self.build.glob("CMakeFiles/*.dir/**/*.c.o")}

    def copy(self):
        for name in must(["git", "ls-files", "--cached", "--others", "--exclude-standard"]).splitlines():
            to = self.tree / name
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(name, to)

    def configure(self, build, *options):
        must(["cmake", "-S", self.tree, "-B", build, "-G", "Ninja", *options])

    def make_all(self, build, targets):
        must(["cmake", "--build", build, "-j2", "--target", *targets])

    def make(self, target):
        return run(["cmake", "--build", self.build, "-j2", "--target", target], 600)

    def list_tests(self, build):
        """{name: (target, command, environment, directory)}; two long tests are taken apart."""
        tests = {}
        listed = json.loads(must(["ctest", "--test-dir", build, "--show-only=json-v1"]))
        for test in listed["tests"]:
            name, command = test["name"], test.get("command")  # none: it is not built
            if command is None or (LEFT_OUT.match(name) and name not in self.by):
                continue
            properties = {p["name"]: p["value"] for p in test["properties"]}
            environment = dict(pair.split("=", 1) for pair in properties.get("ENVIRONMENT", []))
            where = properties["WORKING_DIRECTORY"]
            target = target_of(name)
            parts = {name: command}
            if name == "test_conformance":
                text = (self.tree / "src/rulesets/families.c").read_text()
                families = [word.replace("_", "-") for word in re.findall(r"X\((\w+)\)", text)]
                parts = {f"{name} {family}*": [*command, f"{family}*"] for family in families if family != "name"}
            if name == "cli_cases":
                parts = {f"{name} {word}": [command[0], file] for word, file in self.split_cases(build, command[1])}
            for part, words in parts.items():
                tests[part] = (target, words, environment, where)
        return tests

    def split_cases(self, build, file):
        """The cases of the command, by the command that they call."""
        rows = collections.defaultdict(list)
        for row in (self.tree / file).read_text().splitlines():
            if row and not row.startswith("#"):
                rows[row.split("\t")[1].split(" ")[0]].append(row)
        for word, cases in rows.items():
            part = pathlib.Path(build) / f"cases-{re.sub('[^a-z]', '', word)}.tsv"
            part.write_text("\n".join(cases) + "\n")
            yield word, str(part)

    def run_test(self, test, seconds):
        _, command, environment, where = test
        return run(command, seconds, cwd=where, env={**os.environ, **environment}, preexec_fn=limited)

    def time(self, name):
        """How long a test takes that --by names."""
        begun = time.monotonic()
        if name not in self.tests:
            sys.exit(f"there is no test {name}")
        if not self.run_test(self.tests[name], 10 * LONGEST):
            sys.exit(f"{name} fails without any mutant")
        return time.monotonic() - begun

    def learn(self, known):
        """Which tests run which lines, and how long they take."""
        counting = self.directory / "counting"
        print("each test is run once, to know which lines it runs", file=sys.stderr)
        self.configure(counting, "-DCMAKE_BUILD_TYPE=Debug", "-DGRUNDY_COVERAGE=ON")
        self.make_all(counting, {"all"})
        seconds, runs, functions = {}, {}, {}
        for name, test in self.list_tests(counting).items():
            begun = time.monotonic()
            good = self.run_test(self.tests[name], LONGEST)
            taken = time.monotonic() - begun
            print(f"{name}: {taken:.1f} s{'' if good else ', left out, as it fails or takes too long'}", file=sys.stderr)
            if good:
                seconds[name] = taken
                for counter in counting.glob("CMakeFiles/grundy-objects.dir/src/**/*.gcda"):
                    counter.unlink()
                self.run_test(test, 10 * LONGEST)
                self.read_counters(counting, name, runs, functions)
        with gzip.open(known, "wt") as stream:
            json.dump((seconds, runs, functions), stream)

    def read_counters(self, counting, name, runs, functions):
        counters = sorted(counting.glob("CMakeFiles/grundy-objects.dir/src/**/*.gcda"))
        if not counters:
            return
        listed = must(["gcov", "--json-format", "--stdout", *counters], cwd=counting)
        for document in listed.splitlines():
            for file in json.loads(document)["files"]:
                path = os.path.relpath(counting / file["file"], self.tree)
                if not path.startswith("src/"):
                    continue
                lines = runs.setdefault(path, {})
                for line in file["lines"]:
                    names = lines.setdefault(str(line["line_number"]), [])
                    if line["count"] > 0 and name not in names:
                        names.append(name)
                spans = functions.setdefault(path, [])
                for f in file["functions"]:
                    if [f["start_line"], f["end_line"]] not in spans:
                        spans.append([f["start_line"], f["end_line"]])

    def tests_of(self, file, number):
        """Those that run the line, quickest first; for a table outside functions, those that run the file."""
        if self.by:
            return sorted(self.by, key=self.seconds.get)
        lines = self.runs.get(file, {})
        span = [s for s in self.functions.get(file, []) if s[0] <= number <= s[1]]
        if span:
            counted = [n for n in map(int, lines) if span[0][0] <= n <= number]
            names = lines[str(max(counted))] if counted else []
        else:
            names = {name for tests in lines.values() for name in tests}
        return sorted((n for n in names if n in self.seconds), key=self.seconds.get)

    def digest(self, product):
        return hashlib.sha256(product.read_bytes()).digest()

    def judge(self, file, number, new, patience):
        """What becomes of a mutant, and the test that decided it."""
        tests = self.tests_of(file, number)
        if not tests:
            return "unrun", ""
        objects = OBJECTS[file.split("/")[0]]
        source, product = self.tree / file, self.build / f"CMakeFiles/{objects}.dir" / (file + ".o")
        original = source.read_text()
        lines = original.split("\n")
        lines[number - 1] = new
        try:
            source.write_text("\n".join(lines))
            if file.endswith(".c"):
                if not self.make(objects):
                    return "unbuilt", ""
                if self.digest(product) == self.code[product]:
                    return "same", ""
            spent, last = 0.0, ""
            for name in tests:
                spent += self.seconds[name]
                if spent > patience and last:
                    return "survives", f"tests to {last} of {self.seconds[last]:.0f} s"
                if not self.make(self.tests[name][0]):
                    return "unbuilt", ""
                good = self.run_test(self.tests[name], 10 + 10 * self.seconds[name])
                if not good:
                    return ("endless" if good is None else "killed"), name
                last = name
            return "survives", f"all {len(tests)} tests"
        finally:
            source.write_text(original)


# ---- results ----


def read_table(path):
    if not pathlib.Path(path).exists():
        return []
    rows = pathlib.Path(path).read_text().splitlines()
    return [row.split("\t") for row in rows if row and not row.startswith("#")]


def summary(results, explained):
    table = collections.defaultdict(collections.Counter)
    for kind, _, file, _, old, new in results:
        if kind == "survives" and (file, old, new) in explained:
            kind = "explained"
        for row in (os.path.dirname(file), "together"):
            table[row][kind] += 1
    print("directory       mutants  " + "  ".join(KINDS))
    for row in sorted(table, key=lambda r: (r == "together", r)):
        counts = table[row]
        print(f"{row:15} {sum(counts.values()):7}  " + "  ".join(f"{counts[k]:{len(k)}}" for k in KINDS))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="sources; none: all of src/")
    parser.add_argument("--by", action="append", default=[], help="a test that judges; may be given several times")
    parser.add_argument("--dir", default="build-mutate", help="the copy and its builds")
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=60, help="seconds of tests for a mutant")
    parser.add_argument("--summary", action="store_true", help="only show what is known")
    arguments = parser.parse_args()
    os.chdir(pathlib.Path(__file__).resolve().parent.parent)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # puts the source back
    kept = pathlib.Path(arguments.dir) / "mutants.tsv"
    results = read_table(kept)
    explained = {tuple(row[:3]) for row in read_table("test/mutants.tsv")}
    if not arguments.summary:
        place = Place(arguments.dir, arguments.by)
        os.chdir(place.tree)
        files = arguments.files or [str(path) for path in pathlib.Path("src").glob("**/*.[ch]")]
        done = {(row[2], row[3], row[5]) for row in results}
        made = 0
        for file, number, old, new in sample(files, arguments.seed):
            if made == arguments.count:
                break
            if file.endswith(".h") and str(number) not in place.runs.get(file, {}):
                continue  # a declaration
            made += 1
            if (file, str(number), new.strip()) in done:
                continue
            kind, by = place.judge(file, number, new, arguments.patience)
            row = [kind, by, file, str(number), old.strip(), new.strip()]
            results.append(row)
            with (place.directory / "mutants.tsv").open("a") as stream:
                stream.write("\t".join(row) + "\n")
            if kind in ("survives", "unrun") and (file, old.strip(), new.strip()) not in explained:
                print(f"{kind}: {file}:{number}: {old.strip()}  ->  {new.strip()}", flush=True)
    summary(results, explained)


main()
