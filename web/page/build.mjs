// Builds the page: node build.mjs DIRECTORY. With --check: fails unless the directory holds just what would be built.
import { build } from "esbuild";
import { readFileSync, writeFileSync, mkdirSync, readdirSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dirname, join } from "node:path";

const here = dirname(fileURLToPath(import.meta.url));
const check = process.argv.includes("--check");
const target = join(here, process.argv.filter((a) => a !== "--check")[2] ?? "dist");

const built = await build({
  absWorkingDir: here,
  entryPoints: ["src/page.ts", "src/page.css"],
  outdir: target,
  bundle: true,
  minify: true,
  write: false,
  charset: "utf8",
  format: "iife",
  target: ["es2021", "chrome100", "firefox100", "safari15.4"],
  legalComments: "none",
});
const files = new Map(built.outputFiles.map((f) => [f.path.split("/").pop(), Buffer.from(f.contents)]));
for (const name of ["index.html", "icon.svg"]) files.set(name, readFileSync(join(here, "src", name)));

let stale = 0;
if (check) {
  const present = existsSync(target) ? readdirSync(target) : [];
  for (const name of new Set([...present, ...files.keys()])) {
    const same = present.includes(name) && files.has(name) && readFileSync(join(target, name)).equals(files.get(name));
    if (!same) {
      console.error(`${join("web/page/dist", name)} is not what the sources give; run: npm run build`);
      stale++;
    }
  }
  if (stale === 0) console.log(`page: ${files.size} files up to date`);
} else {
  mkdirSync(target, { recursive: true });
  for (const [name, bytes] of files) {
    writeFileSync(join(target, name), bytes);
    console.log(`${name} ${bytes.length} bytes`);
  }
}
process.exit(stale === 0 ? 0 : 1);
