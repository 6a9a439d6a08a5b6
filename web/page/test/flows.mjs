// What people do with the explorer, in Chromium: GRUNDY=build/grundy node web/page/test/flows.mjs [NAME...]
//
// Values that the page shows are compared with what the command prints. With SCREENSHOTS=DIRECTORY the main states are
// kept as pictures.
import { chromium } from "playwright-core";
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";

const grundy = process.env.GRUNDY ?? "grundy";
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
const desk = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

const run = (...args) => execFileSync(grundy, args, { encoding: "utf8" });

async function serve(...options) {
  const process = spawn(grundy, ["serve", "--port", "0", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    process.stdout.once("data", (data) => resolve(String(data).split("\n")[0]));
    process.once("exit", () => reject(new Error("the server ended")));
  });
  return { url, stop: () => new Promise((resolve) => (process.once("exit", resolve), process.kill("SIGINT"))) };
}

const address = (state) => "?" + new URLSearchParams(state);

class Visit {
  constructor(page, url) {
    this.page = page;
    this.url = url;
    this.faults = [];
    this.tolerate = 0;
    page.on("pageerror", (error) => this.faults.push(error.message));
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && this.faults.push(message.text()));
    page.on("request", (request) => request.url().startsWith(url) || this.faults.push(`asks ${request.url()}`));
  }

  async open(state) {
    await this.page.goto(this.url + (state ? address(state) : ""));
    await this.settled();
  }

  async settled() {
    await this.page.waitForSelector(".result .big, .result .error", { state: "attached" });
    await this.page.waitForSelector(".result[aria-busy]", { state: "detached" });
  }

  value() {
    return this.page.locator(".big").textContent();
  }

  position() {
    return this.page.getByLabel("Position", { exact: true }).inputValue();
  }

  /** Do something that leads to another position. */
  async leadsTo(position, act) {
    await act();
    await this.page.waitForFunction((p) => new URLSearchParams(location.search).get("position") === p, position);
    await this.settled();
  }

  async valueIsThatOfTheCommand(misere = false) {
    const ruleset = await this.page.getByLabel("Ruleset", { exact: true }).inputValue();
    const wanted = run("value", ruleset, await this.position(), ...(misere ? ["--misere"] : [])).trim();
    await this.page.waitForFunction((v) => document.querySelector(".big")?.textContent === v, wanted);
  }
}

const tests = {
  async "a value, and how it was found"(v) {
    await v.open();
    assert.equal(await v.value(), "1");
    assert.match(await v.page.locator(".result").textContent(), /Grundy value.*N.*next player.*By formula.*Bouton/s);
    await v.page.getByLabel("Position", { exact: true }).fill("3,5,6");
    await v.leadsTo("3,5,6", () => v.page.keyboard.press("Enter"));
    assert.equal(await v.value(), "0");
    assert.match(await v.page.locator(".result").textContent(), /P.*previous player/s);
    await v.page.getByLabel("Misère play").check();
    await v.valueIsThatOfTheCommand(true);
    await v.page.getByLabel("Position", { exact: true }).fill("3,,6");
    await v.page.keyboard.press("Enter");
    await v.page.waitForSelector(".result .error");
    assert.match(await v.page.locator(".result .error").textContent(), /column 3/);
    v.faults = v.faults.filter((fault) => !fault.includes("400")); // which the console mentions
  },

  async "choose a ruleset"(v) {
    await v.open();
    await v.page.getByLabel("Filter rulesets").fill("Sato");
    const names = v.page.locator("nav li button");
    assert.equal(await names.count(), 1);
    await names.first().click();
    await v.leadsTo("{3,5}", async () => {});
    await v.valueIsThatOfTheCommand();
    await v.page.getByText("Rules, notation and theorems").click();
    assert.match(await v.page.locator(".about").textContent(), /Balls lie on different places.*Welter's function/s);
    await v.page.getByLabel("Ruleset", { exact: true }).fill("push(nim,euclid)");
    await v.page.keyboard.press("Enter");
    await v.page.waitForSelector(".result .error"); // a set is no position of it
    v.faults = v.faults.filter((fault) => !fault.includes("400"));
  },

  async "build positions by clicking"(v) {
    const press = (name) => () => v.page.locator(".building").getByRole("button", { name, exact: true }).click();
    const cases = [
      ["nim", "3,5,7", [["Heap 3: leave 6", "3,5,6"], ["Heap 1: one more", "4,5,6"], ["Remove heap 2", "4,6"], ["Add a heap", "4,6,1"]]],
      ["rnim", "<5,4,2>", [["Side 2: one less", "<5,3,2>"]]],
      ["cram", "2x2", [["row 1, column 2, free", ".#/.."], ["row 1, column 2, blocked", "2x2"], ["Rows: one more", "3x2"]]],
      ["pnim", "[4,2,1]", [["row 3, column 2, empty; extend to here", "[4,2,2]"], ["row 1, column 4, a cell; take it and those after it", "[3,2,2]"]]],
      ["welter", "{3,5}", [["place 4, free", "{3,4,5}"], ["place 5, taken", "{3,4}"]]],
      ["ruler(divisors(12))", "{6,12}", [["4: tails, value 1", "{6,12,4}"], ["12: heads, value 2", "{4,6}"]]],
      ["row(\"3\")", "{2,5}", [["1: tails, value 0", "{2,5,1}"]]],
    ];
    for (const [ruleset, position, clicks] of cases) {
      await v.open({ ruleset, position });
      for (const [name, next] of clicks) {
        const button = v.page.locator(".building").getByRole("button", { name, exact: true });
        if (ruleset.startsWith("row") && (await button.count()) === 0) continue; // a row without end is no poset
        await v.leadsTo(next, press(name));
        await v.valueIsThatOfTheCommand();
        if (next.startsWith("{") || next.startsWith("[")) await v.open({ ruleset, position: run("moves", ruleset, next) && next });
      }
    }
    await v.open({ ruleset: "push(nim,euclid)", position: "3,5" });
    await v.leadsTo("2:3,5", () => v.page.getByLabel("The rules have been switched").check());
    await v.valueIsThatOfTheCommand();
    await v.open({ ruleset: "sum(wythoff,kayles)", position: "3,5 | 7" });
    await v.leadsTo("3,5 | 6", () => v.page.getByRole("group", { name: "Part 2" }).getByRole("button", { name: "Heap 1: one less" }).click());
    await v.valueIsThatOfTheCommand();
  },

  async "positions too large to be built by clicking"(v) {
    const last = 2 ** 53 - 1;
    await v.open({ ruleset: "nim", position: `${last},1000000` });
    for (const [heap, shown] of [["Heap 1", last], ["Heap 2", 1000000]]) {
      const input = v.page.locator(".building").getByLabel(heap, { exact: true });
      assert.equal(await input.inputValue(), String(shown));
      assert.ok(await input.evaluate((i) => i.scrollWidth <= i.clientWidth), `all digits of ${shown} are seen`);
    }
    assert.ok(await v.page.locator(".building").getByRole("button", { name: "Heap 1: one more" }).isDisabled());
    await v.leadsTo(`${last},999999`, () => v.page.getByRole("button", { name: "Heap 2: one less" }).click());
    await v.open({ ruleset: "nim", position: `${2n ** 53n + 1n},1` }); // which a number of the page cannot hold
    assert.equal(await v.value(), String(2n ** 53n));
    await v.page.getByText("The heaps are too large to be built by clicking.").waitFor();
    await v.open({ ruleset: "lctr", position: "[10^4000]" });
    await v.page.getByText("The diagram is too large to draw.").waitFor();
    // Whether these are refused or have a value, the page goes on.
    for (const [ruleset, position] of [["pnim", "[1^4000000000]"], ["cram", "4000000000x4000000000"], ["cram", "2x4000000000"]]) {
      await v.open({ ruleset, position });
    }
    v.faults = v.faults.filter((fault) => !/4\d\d/.test(fault));
  },

  async "a wide Hasse diagram is seen from its middle, and stays where it is"(v) {
    await v.open({ ruleset: "ruler(boolean(5))", position: "{}" });
    const root = v.page.locator(".building .hasse");
    const coin = (name) => root.getByRole("button", { name: new RegExp(`^${name}: `) });
    await v.page.waitForFunction(() => document.querySelector(".building .hasse").scrollLeft > 0);
    const place = await root.evaluate((r) => [2 * r.scrollLeft, r.scrollWidth - r.clientWidth]);
    assert.ok(Math.abs(place[0] - place[1]) <= 2, `in the middle: ${place}`);
    await root.evaluate((r) => (r.scrollLeft = 5));
    await v.leadsTo("{{1,2}}", () => coin("\\{1,2\\}").click());
    await v.page.waitForTimeout(100);
    assert.equal(await root.evaluate((r) => r.scrollLeft), 5);
  },

  async "all moves, the winning ones marked"(v) {
    await v.open({ ruleset: "wythoff", position: "7,9" });
    await v.page.waitForSelector(".moves tbody tr");
    const rows = await v.page.locator(".moves tbody tr").evaluateAll((list) => list.map((r) => [...r.querySelectorAll("td")].map((d) => d.textContent)));
    assert.equal(rows.map(([move, value]) => `${move}\t${value}\n`).join(""), run("moves", "wythoff", "7,9"));
    assert.deepEqual(rows.filter((r) => r[2] === "wins").map((r) => r[0]), ["3,5", "7,4"]);
    await v.leadsTo("3,5", () => v.page.getByRole("button", { name: "3,5", exact: true }).click());
    assert.equal(await v.value(), "0");
    await v.open({ ruleset: "nim", position: "0" });
    await v.page.getByText("No moves: the game is over.").waitFor();
  },

  async "play a game and win"(v) {
    await v.open({ ruleset: "nim", position: "1,3,5", view: "play" });
    for (let turn = 0; turn < 20; turn++) {
      await v.page.locator(".turn, .verdict").getByText(/Your turn\.|You win|The computer wins/).waitFor();
      if ((await v.page.locator(".verdict").count()) > 0) break;
      await v.page.getByRole("button", { name: "Hint" }).click();
      const hint = await v.page.locator(".play .hint").getByText(/A winning move: to/).textContent();
      const moves = Number(((await v.page.locator(".history summary").textContent({ timeout: 200 }).catch(() => "0")) ?? "0").split(" ")[0]);
      await v.page.getByLabel("Choose a move from the list").selectOption({ label: hint.replace("A winning move: to ", "").slice(0, -1) });
      await v.page.waitForFunction((n) => document.querySelector(".verdict") || Number(document.querySelector(".history summary")?.textContent.split(" ")[0]) >= n + 2, moves);
    }
    assert.match(await v.page.locator(".verdict").textContent(), /You win/);
    await v.page.getByRole("button", { name: "Undo" }).click();
    await v.page.locator(".turn").getByText("Your turn.").waitFor();
  },

  async "play by clicking, against a computer that begins, in misère play"(v) {
    await v.open({ ruleset: "nim", position: "1,1", view: "play", misere: 1 });
    await v.page.getByLabel("Who begins").selectOption({ label: "the computer begins" });
    await v.page.locator(".turn").getByText(/The computer moves to/).waitFor();
    const position = (await v.page.locator(".turn").textContent()).match(/to ([\d,]+)/)[1];
    const heap = position.split(",").indexOf("1") + 1;
    await v.page.locator(".play").getByRole("button", { name: `Heap ${heap}: one less` }).click();
    await v.page.getByRole("button", { name: "Move to 0,0" }).click();
    await v.page.locator(".verdict").waitFor();
    assert.match(await v.page.locator(".verdict").textContent(), /The computer wins/);
    await v.open({ ruleset: "cram", position: "2x3", view: "play" });
    const play = v.page.locator(".play");
    await play.getByRole("button", { name: "row 1, column 1, free" }).click();
    await play.getByText("is no move").waitFor();
    assert.ok(await play.getByRole("button", { name: "Move", exact: true }).isDisabled());
    await play.getByRole("button", { name: "row 2, column 1, free" }).click();
    await play.getByRole("button", { name: /^Move to/ }).click();
    await v.page.getByText(/2 moves so far|1 moves so far/).waitFor();
  },

  async "a map, by tiles, with values on hover"(v) {
    await v.open({ ruleset: "zeruclid", position: "1,4,7", view: "map", zoom: 3 });
    const canvas = v.page.locator(".map canvas");
    await canvas.scrollIntoViewIfNeeded();
    await v.page.waitForFunction(() => document.querySelector(".map canvas")?.getAttribute("aria-busy") === "false");
    const box = await canvas.boundingBox();
    const readout = v.page.locator(".readout");
    for (const [a, b] of [[0, 0], [4, 7], [10, 3], [41, 33]]) {
      await v.page.mouse.move(box.x + 8 * a + 4, box.y + box.height - 8 * b - 4);
      const value = run("value", "zeruclid", `1,${a},${b}`).trim();
      await v.page.waitForFunction((t) => document.querySelector(".readout").textContent === t, `a = ${a}, b = ${b}: value ${value}`);
    }
    await v.page.mouse.wheel(0, -120);
    await v.page.waitForFunction(() => new URLSearchParams(location.search).get("zoom") === "4");
    const x = Number(new URL(v.page.url()).searchParams.get("x"));
    await v.page.mouse.down();
    await v.page.mouse.move(box.x + 8 * 41 + 4 - 160, box.y + box.height - 200, { steps: 4 });
    await v.page.mouse.up();
    const moved = Number(new URL(v.page.url()).searchParams.get("x"));
    assert.equal(moved, x + 10);
    await v.page.getByRole("button", { name: "To the corner" }).click();
    for (let i = 0; i < 6; i++) await v.page.getByRole("button", { name: "Zoom out" }).click();
    await v.page.locator(".legend").getByText("every 4th cell").waitFor();
    await v.page.waitForFunction(() => document.querySelector(".map canvas")?.getAttribute("aria-busy") === "false");
    await canvas.focus();
    for (let i = 0; i < 3; i++) await v.page.keyboard.press("ArrowRight");
    await v.page.waitForFunction(() => /value \d+/.test(document.querySelector(".readout").textContent));
    const text = await readout.textContent();
    const [, a, b, value] = text.match(/a = (\d+), b = (\d+): value (\d+)/);
    assert.equal(value, run("value", "zeruclid", `1,${a},${b}`).trim(), text);
    await v.leadsTo(`1,${a},${b}`, () => v.page.keyboard.press("Enter"));
    await v.open({ ruleset: "welter", position: "{3,5}", view: "map", zoom: 5, outcome: 1 });
    await v.page.waitForFunction(() => document.querySelector(".map canvas")?.getAttribute("aria-busy") === "false");
    await canvas.scrollIntoViewIfNeeded();
    const other = await canvas.boundingBox();
    await v.page.mouse.move(other.x + 48, other.y + other.height - 48);
    await v.page.getByText("a = 1, b = 1: no position").waitFor();
    await v.page.mouse.move(other.x + 48, other.y + other.height - 16);
    await v.page.getByText("a = 1, b = 0: P").waitFor();
  },

  async "a sequence with its period"(v) {
    await v.open({ ruleset: "kayles", position: "7,7", view: "sequence", to: 100 });
    await v.page.locator(".period").getByText("Period 12").waitFor();
    assert.match(await v.page.locator(".period").textContent(), /from n = 71 on, proved/);
    const values = await v.page.locator(".values td").allTextContents();
    assert.deepEqual(values, run("value", "kayles", ...Array.from({ length: 101 }, (_, n) => String(n))).trim().split("\n"));
  },

  async "a table, as CSV"(v) {
    await v.open({ ruleset: "push(nim,euclid)", position: "3,5", view: "table" });
    await v.page.getByLabel("Variables", { exact: true }).fill("a=0..9; b=a..15");
    await v.page.keyboard.press("Enter");
    await v.page.getByText("115 rows").waitFor();
    const [download] = await Promise.all([v.page.waitForEvent("download"), v.page.getByText("Download CSV").click()]);
    assert.equal(download.suggestedFilename(), "grundy.csv");
    assert.equal(readFileSync(await download.path(), "utf8"), run("table", "push(nim,euclid)", "a,b", "a=0..9", "b=a..15", "--format", "csv"));
  },

  async "a link reproduces the state, back and forward work"(v) {
    await v.open();
    await v.leadsTo("3,5,6", () => v.page.getByRole("button", { name: "3,5,6", exact: true }).click());
    await v.page.getByRole("tab", { name: "Sequence" }).click();
    await v.page.getByText("Period").first().waitFor();
    await v.page.goBack();
    await v.page.goBack();
    await v.page.waitForFunction(() => document.querySelector(".big")?.textContent === "1");
    await v.page.goForward();
    await v.page.waitForFunction(() => document.querySelector(".big")?.textContent === "0");
    const states = [
      { ruleset: "nim", position: "1,2", view: "play", game: "1,1;0,1", misere: 1 },
      { ruleset: "wythoff", position: "7,9", view: "map", x: 100, y: 200, zoom: 2, outcome: 1, map: "a,b" },
      { ruleset: "octal(0.07)", position: "12", view: "sequence", to: 50 },
      { ruleset: "welter", position: "{3,5}", view: "table", table: "x", variables: "x=subsets(0..4,2)" },
    ];
    for (const state of states) {
      await v.open(state);
      await v.page.waitForTimeout(700);
      const text = await v.page.locator("main").innerText();
      const copy = await v.page.context().newPage();
      await copy.goto(v.page.url());
      await copy.waitForFunction((t) => document.querySelector("main").innerText === t, text, { timeout: 10000 });
      await copy.close();
    }
  },

  async "by keyboard alone"(v) {
    await v.open();
    await v.page.keyboard.press("Tab");
    assert.equal(await v.page.evaluate(() => document.activeElement.textContent), "Skip to the game");
    await v.page.keyboard.press("Enter");
    const reach = async (label) => {
      for (let i = 0; i < 60; i++) {
        const name = await v.page.evaluate(() => {
          const e = document.activeElement;
          return e.getAttribute("aria-label") ?? e.labels?.[0]?.textContent ?? e.textContent;
        });
        if (name === label) return;
        await v.page.keyboard.press("Tab");
      }
      assert.fail(`${label} is not reached by Tab`);
    };
    await reach("Position");
    await v.page.keyboard.press("Control+A");
    await v.page.keyboard.type("2,3,3");
    await v.leadsTo("2,3,3", () => v.page.keyboard.press("Enter"));
    await reach("Heap 3: leave 0"); // one stop of each row of tokens
    await v.page.keyboard.press("ArrowRight");
    await v.leadsTo("2,3,1", () => v.page.keyboard.press("Enter"));
    assert.equal(await v.page.evaluate(() => document.activeElement.closest(".building") !== null), true, "the focus stays where one works");
    await v.page.waitForFunction(() => /2,3,1: value 0, P/.test(document.getElementById("status").textContent));
    await reach("Moves");
    for (const name of ["Play", "Map"]) {
      await v.page.keyboard.press("ArrowRight");
      assert.equal(await v.page.evaluate(() => document.activeElement.textContent), name);
    }
    await reach("Heat map. Arrow keys move the cursor, plus and minus zoom, Enter opens the position.");
    await v.page.keyboard.press("ArrowRight");
    await v.page.keyboard.press("ArrowUp");
    await v.page.waitForFunction(() => /a = 1, b = 1: value 2/.test(document.getElementById("status").textContent) || document.querySelector(".readout").textContent === "a = 1, b = 1: value 2");
    await v.leadsTo("2,1,1", () => v.page.keyboard.press("Enter"));
    await v.open({ ruleset: "ruler(divisors(12))", position: "{6,12}" });
    await v.page.locator(".coin[tabindex='0']").focus();
    await v.page.keyboard.press("ArrowRight");
    await v.leadsTo("{6,12,2}", () => v.page.keyboard.press("Space"));
    await v.page.waitForFunction(() => document.activeElement.classList.contains("coin"));
  },

  async "names and roles for a screen reader"(v) {
    const states = [{ ruleset: "nim", position: "3,5,7" }, { ruleset: "cram", position: "2x3", view: "play" }, { ruleset: "wythoff", position: "3,5", view: "map" },
      { ruleset: "ruler(divisors(12))", position: "{6,12}", view: "table" }, { ruleset: "kayles", position: "5", view: "sequence" }];
    for (const state of states) {
      await v.open(state);
      await v.page.waitForTimeout(500);
      const nameless = await v.page.evaluate(() =>
        [...document.querySelectorAll("button, input:not([hidden]), select, canvas, a, [role=button]")]
          .filter((e) => e.checkVisibility?.() ?? true)
          .filter((e) => !(e.getAttribute("aria-label") ?? (e.labels?.[0]?.textContent || e.textContent)).trim())
          .map((e) => e.outerHTML.slice(0, 120)));
      assert.deepEqual(nameless, []);
      for (const role of ["banner", "navigation", "main", "tablist", "tabpanel", "status"]) assert.equal(await v.page.getByRole(role).count(), 1, role);
      assert.equal(await v.page.locator("h1").count(), 1);
      assert.equal(await v.page.locator("html").getAttribute("lang"), "en");
    }
  },

  async "dark and light are readable"(v) {
    for (const scheme of ["light", "dark"]) {
      await v.page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      for (const state of [{ ruleset: "nim", position: "3,5,7" }, { ruleset: "welter", position: "{3,5}", view: "sequence" }, { ruleset: "ruler(divisors(12))", position: "{6,12}", view: "table" }]) {
        await v.open(state);
        await v.page.waitForTimeout(500);
        const { poor, background, moving } = await v.page.evaluate(() => {
          const parse = (text) => text.match(/[\d.]+/g).map(Number);
          const light = ([r, g, b]) => [r, g, b].map((x) => ((x /= 255) <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)).reduce((s, x, i) => s + x * [0.2126, 0.7152, 0.0722][i], 0);
          const behind = (e) => {
            for (; e; e = e.parentElement) {
              const c = parse(getComputedStyle(e).backgroundColor);
              if (c.length < 4 || c[3] > 0.9) return c;
            }
            return [255, 255, 255];
          };
          const poor = [];
          for (const e of document.querySelectorAll("main *, nav *, header *")) {
            if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) || !e.checkVisibility() || e.closest(":disabled, svg, .unseen, details:not([open]) > :not(summary)")) continue;
            const [a, b] = [light(parse(getComputedStyle(e).color)), light(behind(e))].sort((p, q) => q - p);
            if ((a + 0.05) / (b + 0.05) < 4.5) poor.push(`${e.className} ${e.textContent.slice(0, 30)} ${((a + 0.05) / (b + 0.05)).toFixed(2)}`);
          }
          const moving = [...document.querySelectorAll("button")].filter((e) => getComputedStyle(e).transitionDuration !== "0s").length;
          return { poor: [...new Set(poor)], background: light(parse(getComputedStyle(document.body).backgroundColor)), moving };
        });
        assert.deepEqual(poor, [], scheme);
        assert.equal(moving, 0, "nothing moves for those who want less motion");
        assert.ok(scheme === "dark" ? background < 0.05 : background > 0.8);
      }
    }
  },

  async "every ruleset fits a phone and a desk"(v) {
    const families = await (await v.page.request.get(v.url + "api/rulesets")).json();
    for (const size of [phone, { width: 320, height: 600 }, desk]) {
      await v.page.setViewportSize(size);
      for (const f of families.rulesets) {
        if (size !== phone && !["nim", "cram", "pnim", "ruler", "welter", "product"].includes(f.name)) continue;
        if (f.ruleset === null || f.ruleset.includes("examples/")) continue;
        await v.open({ ruleset: f.ruleset, position: f.position, view: ["moves", "play", "map", "sequence", "table"][f.name.length % 5] });
        await v.page.waitForTimeout(60);
        const over = await v.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(over <= 0, `${f.ruleset} overflows by ${over} at ${size.width}`);
        assert.equal(await v.page.locator(".result .error").count(), 0, f.ruleset);
      }
    }
    v.faults = v.faults.filter((fault) => !/40[0-9]|422/.test(fault)); // views that a ruleset does not have
  },

  async "a question that is no longer wanted is given up"(v) {
    const server = await serve("--threads", "1", "--time", "600s");
    try {
      const page = await v.page.context().newPage();
      await page.goto(server.url + address({ ruleset: "cram", position: "9x9" }));
      await page.waitForSelector(".result[aria-busy]");
      await page.waitForTimeout(300);
      await page.getByLabel("Position", { exact: true }).fill("3x3");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.querySelector(".big")?.textContent === "0", null, { timeout: 20000 });
      await page.close();
    } finally {
      await server.stop();
    }
  },
};

async function screenshots(browser, url, directory) {
  const states = [
    ["explorer-moves", desk, "light", { ruleset: "wythoff", position: "7,9" }],
    ["explorer-map", { width: 1120, height: 780 }, "light", { ruleset: "zeruclid", position: "1,4,7", view: "map", zoom: 1 }],
    ["explorer-play", desk, "light", { ruleset: "cram", position: "4x5", view: "play", game: "#..../#..../...../.....;#..../#..../...../..##." }],
    ["explorer-sequence", desk, "light", { ruleset: "kayles", position: "7,7", view: "sequence", to: 200 }],
    ["explorer-hasse-dark", desk, "dark", { ruleset: "ruler(divisors(360))", position: "{24,90,360}" }],
    ["explorer-phone", phone, "light", { ruleset: "pnim", position: "[4,2,1]" }],
    ["explorer-phone-map-dark", phone, "dark", { ruleset: "welter", position: "{3,5}", view: "map", zoom: 4 }],
  ];
  for (const [name, viewport, colorScheme, state] of states) {
    const page = await browser.newPage({ viewport, colorScheme });
    await page.goto(url + address(state));
    await page.waitForSelector(".result .big", { state: "attached" });
    await page.waitForTimeout(600);
    if (state.view === "map")
      await page.waitForFunction(() => document.querySelector(".map canvas")?.getAttribute("aria-busy") === "false", null, { timeout: 60000 });
    if (state.view === "map") await page.locator(".map canvas").evaluate((c) => c.scrollIntoView({ block: "center" }));
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${directory}/${name}.png` });
    await page.close();
  }
}

const server = await serve();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
let failed = 0;
let passed = 0;
if (process.env.SCREENSHOTS) await screenshots(browser, server.url, process.env.SCREENSHOTS);
else
  for (const [name, test] of Object.entries(tests)) {
    if (process.argv.length > 2 && !process.argv.slice(2).some((word) => name.includes(word))) continue;
    const context = await browser.newContext({ viewport: desk, acceptDownloads: true });
    context.setDefaultTimeout(20000);
    const visit = new Visit(await context.newPage(), server.url);
    const begun = Date.now();
    try {
      await test(visit);
      assert.deepEqual(visit.faults, [], "the console is silent, and nobody else is asked");
      passed++;
      console.log(`ok   ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed++;
      console.log(`FAIL ${name}: ${error.message}\n${String(error.stack).split("\n").filter((l) => l.includes("flows.mjs")).slice(0, 2).join("\n")}`);
    }
    await context.close();
  }
await browser.close();
await server.stop();
if (!process.env.SCREENSHOTS) console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && (passed > 0 || process.env.SCREENSHOTS) ? 0 : 1);
