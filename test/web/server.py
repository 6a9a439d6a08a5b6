#!/usr/bin/env python3
"""What the explorer's server answers, and what it endures: GRUNDY=build/grundy test/web/server.py

Each test_ function gets a server of its own kind; raw sockets are used where a client misbehaves.
"""
import concurrent.futures
import http.client
import json
import os
import random
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse

GRUNDY = os.environ.get("GRUNDY", "grundy")
HARD = {"ruleset": "cram", "position": "9x9"}  # which nobody waits for


class Server:
    def __init__(self, *options):
        self.process = subprocess.Popen(
            [GRUNDY, "serve", "--port", "0", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.url = self.process.stdout.readline().strip()
        assert self.url, self.process.stderr.read()
        parts = urllib.parse.urlsplit(self.url)
        self.host, self.port = parts.hostname, parts.port

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                code = self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                raise
            assert code == 0, f"exit status {code}: {self.process.stderr.read()}"

    def ask(self, path, query=None, method="GET", body=None, headers=None, timeout=60, host=None):
        connection = http.client.HTTPConnection(host or self.host, self.port, timeout=timeout)
        if query:
            path += "?" + urllib.parse.urlencode(query)
        connection.request(method, path, body=body, headers=headers or {})
        response = connection.getresponse()
        data = response.read()
        connection.close()
        return response.status, dict(response.getheaders()), data

    def json(self, path, query=None, expect=200, **more):
        status, headers, data = self.ask(path, query, **more)
        assert status == expect, (path, query, status, data)
        assert headers["Content-Type"].startswith("application/json"), headers
        return json.loads(data)

    def connect(self):
        return socket.create_connection((self.host, self.port), timeout=60)

    def raw(self, data, wait=60):
        with self.connect() as s:
            s.settimeout(wait)
            s.sendall(data)
            return read_all(s)

    def memory(self):
        """Resident memory in MiB."""
        with open(f"/proc/{self.process.pid}/status") as f:
            return next(int(line.split()[1]) / 1024 for line in f if line.startswith("VmRSS"))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


def read_all(s):
    data = b""
    try:
        while True:
            more = s.recv(65536)
            if not more:
                return data
            data += more
    except (ConnectionResetError, TimeoutError):
        return data


def grundy(*arguments):
    return subprocess.run([GRUNDY, *arguments], capture_output=True, text=True, check=True).stdout


def eventually(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come to be"
        time.sleep(0.05)


# ---- answers: each is compared with what the command prints ----


def test_values_are_those_of_the_command(s):
    cases = [
        ("nim", "3,5,7"), ("wythoff", "7,9"), ("push(nim,euclid)", "2:4,9"), ("octal(0.07)", "12,7"), ("cram", "..#/.../#.."),
        ("welter", "{3,5}"), ("pnim", "[4,2,1]"), ("rnim", "<5,4,2>"), ("ruler(divisors(12))", "{6,12}"), ("sum(nim,kayles)", "3,5 | 7"),
    ]
    for ruleset, position in cases:
        for misere in (0, 1):
            more = ["--misere"] if misere else []
            told = s.json("/api/value", {"ruleset": ruleset, "position": position, "misere": misere})
            assert told["value"] == grundy("value", ruleset, position, *more).strip(), (ruleset, position, misere, told)
            assert told["outcome"] == grundy("outcome", ruleset, position, *more).strip(), told
            assert told["reason"], told


def test_options_are_the_moves_of_the_command(s):
    for ruleset, position in [("wythoff", "4,6"), ("kayles", "9,3"), ("pnim", "[3,2]"), ("nim", "0")]:
        told = s.json("/api/options", {"ruleset": ruleset, "position": position})
        lines = "".join(f"{p}\t{v}\n" for p, v in told["options"])
        assert lines == grundy("moves", ruleset, position), (ruleset, lines)
        assert told["total"] == len(told["options"]) and told["undecided"] is None


def test_too_many_options_leave_a_winning_one(s):
    told = s.json("/api/options", {"ruleset": "nim", "position": "100000,2000"})
    assert told["total"] is None and told["options"] == [["2000,2000", "0"]], told


def test_the_reply_wins_where_it_can(s):
    assert s.json("/api/reply", {"ruleset": "nim", "position": "1,2"}) == {"position": "1,1", "winning": True}
    assert s.json("/api/reply", {"ruleset": "nim", "position": "0"})["position"] is None
    told = s.json("/api/reply", {"ruleset": "nim", "position": "5,5", "seed": 7})
    assert told["winning"] is False and told["position"] in [o[0] for o in s.json("/api/options", {"ruleset": "nim", "position": "5,5"})["options"]]
    told = s.json("/api/reply", {"ruleset": "nim", "position": "1,1", "misere": 1})
    assert told == {"position": "0,1", "winning": True} or told == {"position": "1,0", "winning": True}, told


def test_tables(s):
    query = {"ruleset": "push(nim,euclid)", "position": "a,b", "variables": "a=0..9; b=a..15", "format": "csv"}
    status, headers, data = s.ask("/api/table", query)
    assert status == 200 and headers["Content-Type"].startswith("text/csv") and "grundy.csv" in headers["Content-Disposition"]
    assert data.decode() == grundy("table", "push(nim,euclid)", "a,b", "a=0..9", "b=a..15", "--format", "csv")


def tile(s, **query):
    status, _, data = s.ask("/api/tile", query)
    assert status == 200, data
    size, _, width, height = struct.unpack("<BBHH", data[:6])
    cells = struct.unpack("<%d%s" % (width * height, {1: "B", 2: "H", 4: "I", 8: "Q"}[size]), data[6:])
    return size, [cells[i * width:(i + 1) * width] for i in range(height)]


def test_tiles(s):
    size, cells = tile(s, ruleset="nim", position="a,b", x="a", y="b", x0=10, y0=7, step=5, width=4, height=3)
    assert size == 1 and cells == [tuple((10 + 5 * i) ^ (7 + 5 * j) for i in range(4)) for j in range(3)]
    size, cells = tile(s, ruleset="nim", position="a,b", x="a", y="b", x0=254, y0=0, width=2, height=1)
    assert size == 2 and cells == [(254, 255)]  # 254 and 255 of one byte mean something else
    size, cells = tile(s, ruleset="welter", position="{a,b}", x="a", y="b", width=3, height=3)
    assert [row[i] for i, row in enumerate(cells)] == [255] * 3 and cells[0][1:] == (0, 1)
    size, cells = tile(s, ruleset="nim", position="(1000000000000*a),b", x="a", y="b", width=3, height=2)
    assert size == 8 and cells[1] == (1, 10**12 ^ 1, 2 * 10**12 ^ 1)
    told = s.json("/api/tile", {"ruleset": "nim", "position": "a,,b", "x": "a", "y": "b"}, expect=400)
    assert "column" in told["error"]


def test_sequences(s):
    told = s.json("/api/sequence", {"ruleset": "kayles", "to": 20})
    assert " ".join(told["values"]) == " ".join(grundy("value", "kayles", *map(str, range(21))).split())
    period = told["period"]
    assert grundy("period", "kayles").split()[:4] == ["preperiod", period["preperiod"], "period", period["period"]] and period["proved"]


def test_elements_of_a_poset(s):
    told = s.json("/api/elements", {"ruleset": "ruler(divisors(12))"})
    names = told["elements"]
    assert sorted(map(int, names)) == [1, 2, 3, 4, 6, 12]
    covers = {(int(names[a]), int(names[b])) for a, b in told["covers"]}
    assert covers == {(1, 2), (1, 3), (2, 4), (2, 6), (3, 6), (4, 12), (6, 12)}
    for name, value in zip(names, told["values"]):
        assert value == grundy("value", "ruler(divisors(12))", name).strip()


def test_every_ruleset_is_listed_and_its_example_works(s):
    told = s.json("/api/rulesets")["rulesets"]
    assert {f["name"] for f in told} == {line.split()[0] for line in grundy("rulesets").splitlines()}
    for f in told:
        expect = 403 if "examples/" in f["ruleset"] else 200  # which is in a file
        s.json("/api/value", {"ruleset": f["ruleset"], "position": f["position"]}, expect=expect)


def test_post_and_get_are_the_same(s):
    query = {"ruleset": "nim", "position": "3 + 5", "misere": True}
    posted = s.json("/api/value", method="POST", body=json.dumps(query), headers={"Content-Type": "application/json; charset=utf-8"})
    assert posted == s.json("/api/value", {**query, "misere": 1})


# ---- what is refused ----


def test_bad_input_has_the_exit_status_of_the_command(s):
    for expect, code, query in [
        (400, 2, {"ruleset": "nim", "position": "3,,5"}), (400, 2, {"ruleset": "chess", "position": "1"}), (400, 2, {"ruleset": "nim"}),
        (400, 2, {"ruleset": "nim", "position": "3", "misere": "yes"}), (400, 2, {"ruleset": "nim", "position": "3", "colour": "red"}),
    ]:
        told = s.json("/api/value", query, expect=expect)
        assert told["exit"] == code and "\n" not in told["error"] and told["error"], told


def test_files_are_not_read(s):
    secret = tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False)
    secret.write("swordfish < nothing\n")
    secret.close()
    for expression in ('ruler(poset("%s"))', 'lua("%s")', 'coins("%s")', 'sum(nim,turtles(poset("%s")))', 'push(coins("%s"),coins("%s"))'):
        expression = expression.replace("%s", secret.name)
        for path, more in [("/api/value", {"position": "swordfish"}), ("/api/elements", {}), ("/api/sequence", {}),
                           ("/api/table", {"position": "e", "variables": "e=elements"})]:
            status, _, data = s.ask(path, {"ruleset": expression, **more})
            assert status == 403 and b"not allowed" in data, (path, expression, status, data)
    missing = s.json("/api/elements", {"ruleset": 'ruler(poset("/no/such/file"))'}, expect=403)
    assert missing["exit"] == 6 and "No such" not in missing["error"]
    with Server("--files") as open_server:
        told = open_server.json("/api/elements", {"ruleset": f'ruler(poset("{secret.name}"))'})
        assert set(told["elements"]) == {"swordfish", "nothing"}
    os.unlink(secret.name)


def test_nothing_but_the_page_is_served(s):
    for path in ["/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/page.js/../../server.c", "//etc/passwd", "/api", "/api/", "/api/value/",
                 "/index.html%00.css", "/%00", "/%00?a=b", "/api/value%00?ruleset=nim&position=1", "/API/VALUE", "/%2e%2e/%2e%2e/etc/passwd", "/.git/config"]:
        status, _, data = s.ask(path)
        assert status == 404, (path, status, data[:80])
    for path, kind in [("/", "text/html"), ("/page.js", "text/javascript"), ("/page.css", "text/css"), ("/icon.svg", "image/svg+xml")]:
        status, headers, data = s.ask(path)
        assert status == 200 and headers["Content-Type"].startswith(kind) and len(data) > 100
        assert s.ask(path, method="HEAD")[2] == b""


def test_wrong_methods(s):
    for path, allow in [("/", "GET, HEAD"), ("/page.js", "GET, HEAD"), ("/api/value", "GET, HEAD, POST")]:
        for method in ("PUT", "DELETE", "OPTIONS", "PATCH", "BREW") + (("POST",) if "POST" not in allow else ()):
            status, headers, _ = s.ask(path, method=method)
            assert status == 405 and headers["Allow"] == allow, (path, method, status, headers)


def test_encodings(s):
    post = {"Content-Type": "application/json"}
    bodies = [b"", b"{", b"[]", b"null", b'{"ruleset": "nim", "position": ["3"]}', b'{"ruleset": 1.5}', b'{"ruleset":"nim","position":"1","position":"2"}',
              b'{"ruleset": "\xff", "position": "1"}', b'{"ruleset": "n\\u0000im", "position": "1"}', b"\x00" * 100, b'{"ruleset": "nim"} x',
              b"[" * 30000]
    for body in bodies:
        told = s.json("/api/value", method="POST", body=body, headers=post, expect=400)
        assert told["exit"] == 2
        assert ("the body is empty; expected a JSON object" in told["error"]) == (body == b""), told
    for query in ["ruleset=%ff&position=1", "ruleset=n%00im&position=1", "ruleset&position=1", "%ff=1", "ruleset=nim&position=%c0%ae"]:
        assert s.json("/api/value?" + query, expect=400)["exit"] == 2, query
    s.json("/api/value", method="POST", body="ruleset=nim", headers={"Content-Type": "application/x-www-form-urlencoded"}, expect=415)
    s.json("/api/value", method="POST", body="{}", expect=415)
    for nonsense in [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 100, b"G" * 100000,
                     b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
                     b"POST /api/value HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"]:
        s.raw(nonsense, wait=2)
    s.json("/api/rulesets")


def test_refused_by_the_library(s):
    """What never gets as far as the server's own answers has a fixed text, or none, and ends the connection."""
    head = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: marker\r\n"
    for request, status in [(b"GET\r\n\r\n", b""), (b"GET /marker HTTP/9.9\r\nHost: localhost\r\n\r\n", b"505"),
                            (head + b"Content-Length: -1\r\n\r\n", b"400"), (head + b"Content-Length: 18446744073709551617\r\n\r\n", b"413"),
                            (b"GET /" + b"marker" * 10000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b"414"),
                            (head + b"Y: " + b"marker" * 10000 + b"\r\n\r\n", b"431")]:
        got = s.raw(request)
        assert got[9:12] == status and b"marker" not in got, got[:300]
        assert not got or (b"Connection: close\r\n" in got and b"Content-Type" not in got and b"<script" not in got), got[:300]


def test_oversized(s):
    post = {"Content-Type": "application/json"}
    large = json.dumps({"ruleset": "nim", "position": "1," * 40000 + "1"})
    s.json("/api/value", method="POST", body=large, headers=post, expect=413)
    # without a length, and without an end
    head = b"POST /api/value HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"1000\r\n" + b" " * 4096 + b"\r\n"
    assert b" 413 " in s.raw(head + 20 * chunk + b"0\r\n\r\n")
    with s.connect() as c:
        try:
            c.sendall(head)
            for _ in range(4000):
                c.sendall(chunk)
            raise AssertionError("an endless body is read for ever")
        except (BrokenPipeError, ConnectionResetError):
            pass
    # a length alone is enough to be refused
    got = s.raw(b"POST /api/value HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9999999999\r\n\r\n")
    assert b" 413 " in got
    assert s.ask("/api/value?ruleset=" + "n" * 60000)[0] in (400, 413, 414, 431)


def test_headers(s):
    for path in ["/", "/page.js", "/api/rulesets", "/nothing", "/api/value"]:
        headers = s.ask(path)[1]
        csp = headers["Content-Security-Policy"]
        for part in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"]:
            assert part in csp, csp
        assert "unsafe" not in csp and "*" not in csp and "http" not in csp
        assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] in ("no-store", "no-cache") and "Access-Control-Allow-Origin" not in headers


def test_names_of_other_hosts(s):
    for host in ["evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", "", "[::1", "localhost:80:80", "[evil]", "a" * 300]:
        got = s.raw(f"GET /api/rulesets HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert b" 421 " in got.split(b"\r\n")[0] or b" 400 " in got.split(b"\r\n")[0], (host, got[:60])
    assert b" 400 " in s.raw(b"GET / HTTP/1.0\r\n\r\n").split(b"\r\n")[0]
    for host in ["localhost", "LOCALHOST:1", "127.0.0.1", f"127.0.0.1:{s.port}", "[::1]", f"[::1]:{s.port}"]:
        got = s.raw(f"GET /api/rulesets HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert b" 200 " in got.split(b"\r\n")[0], (host, got[:60])
    s.json("/api/rulesets", headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    s.json("/api/rulesets", headers={"Sec-Fetch-Site": "same-origin"})


def test_loopback_alone(s):
    """Listens on loopback and nowhere else, unless told."""
    with open(f"/proc/{s.process.pid}/net/tcp") as f:
        listening = [line.split()[1] for line in f if line.split()[3] == "0A"]
    assert f"0100007F:{s.port:04X}" in listening and f"00000000:{s.port:04X}" not in listening
    with Server("--listen", "0.0.0.0") as other:
        other.json("/api/rulesets", host="127.0.0.1")
        other.process.send_signal(signal.SIGTERM)
        assert other.process.wait(20) == 0
        assert "warning" in other.process.stderr.read()
    with Server("--listen", "localhost") as other:
        other.process.send_signal(signal.SIGTERM)
        assert other.process.wait(20) == 0 and other.process.stderr.read() == ""


def test_a_port_that_is_taken(s):
    got = subprocess.run([GRUNDY, "serve", "--port", str(s.port)], capture_output=True, text=True)
    assert got.returncode == 6 and str(s.port) in got.stderr and got.stderr.count("\n") == 1


# ---- limits ----


def test_time_is_limited(_):
    with Server("--time", "0.5s") as s:
        told = s.json("/api/value", HARD)
        assert "value" not in told and "0.5 seconds" in told["undecided"]
        told = s.json("/api/table", {"ruleset": "cram", "position": "8xn", "variables": "n=9..11"}, expect=422)
        assert told["exit"] == 3


def test_memory_is_limited(_):
    with Server("--memory", "4M", "--time", "60s") as s:
        told = s.json("/api/table", {"ruleset": "nim", "position": "a,b", "variables": "a=0..999;b=0..999"}, expect=422)
        assert told["exit"] == 3 and "memory" in told["error"], told
        s.json("/api/value", {"ruleset": "octal(0.07)", "position": "1000000000"})
        assert s.memory() < 200, s.memory()


def test_a_crowd_is_turned_away_but_the_page_is_served(_):
    """200 hard questions at once: the queue fills, and whoever comes then is told to come back; the page still comes."""
    with Server("--threads", "2", "--time", "30s") as s:
        question = ("GET /api/value?" + urllib.parse.urlencode(HARD) + " HTTP/1.1\r\nHost: localhost\r\n\r\n").encode()
        crowd = [s.connect() for _ in range(200)]
        for c in crowd:
            c.sendall(question)
        turned_away = lambda: s.ask("/api/rulesets")[0] == 503
        eventually(turned_away)
        status, headers, _ = s.ask("/api/rulesets")
        assert status == 503 and int(headers["Retry-After"]) >= 1
        for path in ("/", "/page.js", "/page.css"):
            assert s.ask(path, timeout=20)[0] == 200
        for c in crowd:
            c.close()
        eventually(lambda: s.ask("/api/rulesets")[0] == 200)  # computations stopped with their clients


def test_a_client_that_leaves_stops_its_computation(_):
    with Server("--threads", "1", "--time", "600s") as s:
        for _ in range(5):
            c = s.connect()
            c.sendall(("GET /api/value?" + urllib.parse.urlencode(HARD) + " HTTP/1.1\r\nHost: localhost\r\n\r\n").encode())
            time.sleep(0.2)
            c.close()
        s.json("/api/value", {"ruleset": "nim", "position": "1"}, timeout=60)


def test_mixed_crowd(_):
    """200 connections at once with all kinds of requests, some of which are broken off; memory and descriptors stay bounded."""
    with Server("--threads", "2", "--time", "2s", "--memory", "64M") as s:
        before = s.descriptors()
        kinds = [
            lambda: s.ask("/api/value", {"ruleset": "nim", "position": "3,5,7"}),
            lambda: s.ask("/api/value", HARD),
            lambda: s.ask("/api/tile", {"ruleset": "zeruclid", "position": "1,a,b", "x": "a", "y": "b", "x0": 500, "y0": 500}),
            lambda: s.ask("/"),
            lambda: s.ask("/api/value", method="POST", body=b"x" * 70000, headers={"Content-Type": "application/json"}),
            lambda: s.ask("/api/options", {"ruleset": "wythoff", "position": "60,70"}),
            lambda: s.ask("/api/table", {"ruleset": "nim", "position": "a,b", "variables": "a=0..999;b=0..999"}),
            lambda: s.ask("/nothing"),
            lambda: s.ask("/", method="DELETE"),
            lambda: leave(s),
        ]
        choice = random.Random(5)
        peak = 0

        def one(i):
            try:
                return kinds[i % len(kinds)]()[0]
            except (http.client.HTTPException, ConnectionError):
                return None

        with concurrent.futures.ThreadPoolExecutor(200) as pool:
            order = list(range(400))
            choice.shuffle(order)
            futures = [pool.submit(one, i) for i in order]
            while not all(f.done() for f in futures):
                peak = max(peak, s.memory())
                time.sleep(0.1)
        seen = {f.result() for f in futures}
        assert 200 in seen and 404 in seen and 405 in seen and 413 in seen, seen
        assert seen <= {None, 200, 404, 405, 413, 422, 503}, seen
        assert peak < 400, peak
        eventually(lambda: s.descriptors() <= before + 2)
        assert s.json("/api/value", {"ruleset": "nim", "position": "3,5,7"})["value"] == "1"


def leave(s):
    """Break off somewhere in a request."""
    data = b'POST /api/value HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 37\r\n\r\n{"ruleset":"nim","position":"3,5,7,99"}'
    with s.connect() as c:
        c.sendall(data[: random.randrange(1, len(data))])
        if random.random() < 0.5:  # with a reset
            c.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return (None,)


def test_slow_senders_are_cut_off_and_others_served(_):
    with Server() as s:
        slow = [s.connect() for _ in range(100)]
        begun = time.monotonic()
        open_ones = set(slow)
        for c in slow:
            c.setblocking(False)
            c.send(b"GET /api/rulesets HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        while open_ones and time.monotonic() - begun < 60:
            assert s.ask("/", timeout=20)[0] == 200 and s.ask("/api/value", {"ruleset": "nim", "position": "1"}, timeout=20)[0] == 200
            for c in list(open_ones):  # a byte at a time keeps an ordinary time-out from striking
                try:
                    c.send(b"x")
                    if c.recv(1000) == b"":
                        open_ones.discard(c)
                except BlockingIOError:
                    pass
                except OSError:
                    open_ones.discard(c)
            time.sleep(0.3)
        assert not open_ones, f"{len(open_ones)} slow senders are still there"
        for c in slow:
            c.close()


def test_more_slow_senders_than_there_is_room_for(_):
    with Server() as s:
        slow = []
        for _ in range(1100):
            c = s.connect()
            c.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
            slow.append(c)
        assert s.ask("/", timeout=60)[0] == 200
        for c in slow:
            c.close()


def test_stopping_in_the_middle(_):
    for number in (signal.SIGINT, signal.SIGTERM):
        with Server("--time", "600s") as s:
            crowd = [s.connect() for _ in range(20)]
            for c in crowd:
                c.sendall(("GET /api/value?" + urllib.parse.urlencode(HARD) + " HTTP/1.1\r\nHost: localhost\r\n\r\n").encode())
            time.sleep(0.5)
            s.process.send_signal(number)
            assert s.process.wait(20) == 0
            for c in crowd:
                c.close()


def main():
    wanted = sys.argv[1:]
    tests = [(n, f) for n, f in globals().items() if n.startswith("test_") and (not wanted or n in wanted)]
    failed = 0
    with Server() as shared:
        for name, test in tests:
            begun = time.monotonic()
            try:
                test(shared)
                print(f"ok   {name} ({time.monotonic() - begun:.1f} s)", flush=True)
            except Exception as mistake:  # the others are still worth a try
                failed += 1
                print(f"FAIL {name}: {type(mistake).__name__}: {mistake}", flush=True)
                if os.environ.get("TRACE"):
                    import traceback
                    traceback.print_exc()
    print(f"{len(tests) - failed} passed, {failed} failed")
    return failed != 0 or not tests


if __name__ == "__main__":
    sys.exit(main())
