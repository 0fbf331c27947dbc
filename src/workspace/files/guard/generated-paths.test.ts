import { realpathSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace, writeFiles } from "../../../../test/support/git-place.ts";
import { guardPath } from "./guard-path.ts";

const count = 100_000;

/** Parts of paths that have led out of some program before, and some that lead nowhere. */
const parts = [
  ...["src", "a.ts", "deep", "none", "in", "out", "up", "loop", "abs", "key", "dotgit", "self", "beside"],
  ...["..", ".", "", "...", "..a", " ", "~", "$HOME", "%2e%2e", "a\\..", "..\\..", "C:", "con", "\u202e"],
  ...[
    ".git",
    ".GIT",
    ".git ",
    "git~1",
    ".g\u200cit",
    ".huddle",
    ".HUDDLE",
    ".env",
    ".ssh",
    "id_rsa",
    "hooks",
  ],
  ...["/", "//", "/etc", "passwd", "\0", "\n", "ä", "a\u0308", "x".repeat(300), "config", ".netrc", ".npmrc"],
];

/** The same numbers in every run. */
function* numbers(): Generator<number, never> {
  for (let at = 4242; ; ) {
    at = (at * 1_103_515_245 + 12_345) % 2 ** 31;
    yield at / 2 ** 31;
  }
}

/** What really stands at the nearest existing place on the way: found by the system, not by the guard. */
function reallyAt(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    try {
      return realpathSync(at);
    } catch {
      if (at === dirname(at)) return at;
    }
  }
}

test(`11: of ${count} generated paths through links, odd names and ways up, none leads out or to a secret`, async () => {
  const place = await emptyPlace();
  const root = join(place, "w");
  await writeFiles(root, {
    "src/a.ts": "",
    "src/deep/b.ts": "",
    ".git/config": "",
    ".huddle/team.json": "",
    ".env": "",
  });
  await writeFiles(place, { "wbeside/secret": "", ".ssh/id_rsa": "" });
  await mkdir(join(root, "self"));
  const links = {
    in: "src",
    out: "..",
    up: "../..",
    loop: "loop",
    abs: "/etc",
    key: "../.ssh",
    dotgit: ".git",
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(root, name));
  await symlink("../wbeside", join(root, "beside"));
  await symlink("../../out", join(root, "src", "out"));
  await writeFile(join(root, "src", "deep", "passwd"), "");
  const random = numbers();
  const pick = <T>(from: readonly T[]) => from[Math.floor(random.next().value * from.length)] as T; // never beyond
  const tally = { allowed: 0, denied: 0 };
  for (let at = 0; at < count; at += 1) {
    const length = 1 + Math.floor(random.next().value * 4);
    const path = Array.from({ length }, () => pick(parts)).join(pick(["/", "/", "/", "\\"]));
    const found = guardPath(root, path, pick(["read", "write"] as const));
    tally[found.kind] += 1;
    if (found.kind === "denied") continue;
    const real = reallyAt(found.real);
    if (real !== root && !real.startsWith(root + sep))
      throw new Error(`${JSON.stringify(path)} leads to ${real}`);
    if (/^(\.git|\.huddle|\.env)(\/|$)/i.test(real.slice(root.length + 1)))
      throw new Error(`${JSON.stringify(path)} leads to ${real}`);
  }
  expect(tally.allowed).toBeGreaterThan(count / 100);
  expect(tally.denied).toBeGreaterThan(count / 10);
}, 120_000);
