import fc from "fast-check";
import { expect, test } from "vitest";
import { exactGlob } from "./globs.ts";
import { type InForce, type WriteVerdict, writeVerdicts } from "./write-verdict.ts";

const kindOf = (inForce: InForce, path: string) => writeVerdicts(inForce)(path).kind;
const may = (match: string): InForce["permits"] => [{ kind: "path", match }];

test.each<readonly [string, InForce, string, WriteVerdict["kind"]]>([
  ["without rules, a file of the project", {}, "src/a.ts", "allowed"],
  ["without rules, git's own", {}, "lib/.git/config", "denied"],
  ["without rules, Huddle's own", {}, ".huddle/team.json", "denied"],
  ["without rules, a secret", {}, "config/.env", "denied"],
  ["without rules, CI", {}, ".github/workflows/ci.yml", "asks"],
  ["without rules, a hook in another spelling", {}, ".HUSKY/pre-commit", "asks"],
  ["a denied folder", { write: { deny: ["vendor/"] } }, "vendor/x/y.js", "denied"],
  ["a denied folder, in another case", { write: { deny: ["vendor/"] } }, "Vendor/y.js", "denied"],
  [
    "a denied folder, spelled with what is invisible",
    { write: { deny: ["vendor"] } },
    "vendor\u200d\u200c/y",
    "denied",
  ],
  ["a denied folder, by detours", { write: { deny: ["/vendor/"] } }, "./vendor//y.js", "denied"],
  [
    "an exception from what is denied",
    { write: { deny: ["gen/*", "!gen/keep.ts"] } },
    "gen/keep.ts",
    "allowed",
  ],
  ["denied and asked for", { write: { deny: ["a"], ask: ["a"], allow: ["a"] } }, "a", "denied"],
  ["asked for and allowed", { write: { ask: ["*.sql"], allow: ["*.sql"] } }, "db/1.sql", "asks"],
  ["allowed", { write: { allow: ["src/**"] } }, "src/a/b.ts", "allowed"],
  ["allowed in another case", { write: { allow: ["src/**"] } }, "SRC/a.ts", "asks"],
  ["not among the allowed", { write: { allow: ["src/**"] } }, "docs/a.md", "asks"],
  ["in the session's folder", { write: { within: "packages/api" } }, "./packages/api/a.ts", "allowed"],
  ["beside the session's folder", { write: { within: "packages/api" } }, "packages/api-old/a.ts", "denied"],
  ["outside the session's folder, in another case", { write: { within: "api" } }, "API/a.ts", "denied"],
  [
    "outside the session's folder, permitted and allowed",
    { write: { within: "api", allow: ["web/**"] }, permits: may("web/**") },
    "web/a.ts",
    "denied",
  ],
  ["CI in the session's folder", { write: { within: "api" } }, "api/.husky/pre-commit", "asks"],
  ["nothing is allowed", { write: { allow: [] } }, "src/a.ts", "asks"],
  ["denied by name, allowed by the project", { write: { allow: [".env", ".huddle/**"] } }, ".env", "denied"],
  ["CI, allowed by the project", { write: { allow: [".github/**"] } }, ".github/workflows/ci.yml", "asks"],
  ["CI, denied by the project", { write: { deny: [".github/"] } }, ".github/workflows/ci.yml", "denied"],
  ["asked for, permitted", { write: { ask: ["*.sql"] }, permits: may("db/*.sql") }, "db/1.sql", "allowed"],
  [
    "asked for, another one permitted",
    { write: { ask: ["*.sql"] }, permits: may("/db/2.sql") },
    "db/1.sql",
    "asks",
  ],
  ["denied, permitted", { write: { deny: ["*.sql"] }, permits: may("*.sql") }, "db/1.sql", "denied"],
  ["CI, permitted", { permits: may(".github/**") }, ".github/workflows/ci.yml", "asks"],
  ["a secret, permitted", { permits: may("**") }, "id_rsa", "denied"],
  [
    "a command is permitted",
    { write: { allow: [] }, permits: [{ kind: "command", match: "**" }] },
    "a",
    "asks",
  ],
])("%s", (_, inForce, path, kind) => {
  expect(kindOf(inForce, path)).toBe(kind);
});

const name = fc.constantFrom(
  "src",
  "Src",
  "a.ts",
  ".github",
  "workflows",
  ".env",
  ".git",
  "x",
  "vendor",
  "[b]",
);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const glob = fc
  .array(fc.oneof(name, fc.constantFrom("*", "**", "*.ts", "s?c")), { minLength: 1, maxLength: 3 })
  .chain((parts) => fc.constantFrom("", "!", "/").map((start) => start + parts.join("/")));
const list = fc.option(fc.array(glob, { maxLength: 3 }), { nil: undefined });
const write = fc.record({ allow: list, ask: list, deny: list });
const strictness = { allowed: 0, asks: 1, denied: 2 };

test("a project's rules only narrow, whatever they say", () => {
  fc.assert(
    fc.property(path, write, (path, write) => {
      const [without, within] = [kindOf({}, path), kindOf({ write }, path)];
      expect(strictness[within]).toBeGreaterThanOrEqual(strictness[without]);
    }),
    { numRuns: 400 },
  );
});

test("a person's permits lift a question of the project, and nothing else", () => {
  fc.assert(
    fc.property(path, write, fc.array(glob, { maxLength: 3 }), (path, write, matches) => {
      const permits = matches.map((match) => ({ kind: "path" as const, match }));
      const [without, within] = [kindOf({ write }, path), kindOf({ write, permits }, path)];
      const least = kindOf({}, path);
      expect(strictness[within]).toBeGreaterThanOrEqual(strictness[least]);
      if (without === "denied") expect(within).toBe("denied");
    }),
    { numRuns: 400 },
  );
});

test("a pattern made for a path lets through that path and no other", () => {
  const odd = fc.string({
    unit: fc.constantFrom("a", "B", "*", "[", "]", "?", "\\", "!", "#", " ", "."),
    minLength: 1,
    maxLength: 6,
  });
  const named = odd.filter((one) => !/^\.+$/.test(one));
  fc.assert(
    fc.property(named, named, (one, other) => {
      const inForce = { write: { allow: [] }, permits: may(exactGlob(one)) };
      expect(kindOf(inForce, one)).toBe("allowed");
      if (other !== one) expect(kindOf(inForce, other)).toBe("asks");
    }),
    { numRuns: 400 },
  );
});
