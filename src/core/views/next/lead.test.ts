import { expect, test } from "vitest";
import { commandWords, leadOf } from "./lead.ts";
import { parseLead } from "./parse-lead.ts";
import type { Whereabouts } from "./whereabouts.ts";

const folder = "/p";
const run = { command: "huddle run", why: "the team has something to do" };
const empty = { kind: "no-commit", files: [], secrets: [] } as const;
const nothing = { kind: "nothing-open", root: folder, groomings: [], unseen: [] } as const;

/** Every place a person can be in: what Enter does there, what a plain sentence does, and what comes next. */
const places: readonly [
  at: Whereabouts,
  enter: string | undefined,
  typed: string | undefined,
  next: RegExp,
][] = [
  [{ kind: "no-repository", folder, isHome: false }, "git init", undefined, /^git init$/],
  [{ kind: "no-repository", folder, isHome: true }, "huddle demo", undefined, /^huddle demo$/],
  [{ kind: "no-checkout", folder }, undefined, undefined, /^git worktree add/],
  [
    { kind: "no-identity" },
    undefined,
    "git config --global user.name 'Ada Lovelace' && git config --global user.email ada@example.com",
    /^git config --global/,
  ],
  [empty, 'git commit --allow-empty -m "First commit"', undefined, /--allow-empty/],
  [{ ...empty, files: ["a"] }, 'git add -A && git commit -m "First commit"', undefined, /^git add -A/],
  [
    { ...empty, files: ["a", ".env"], secrets: [".env"] },
    "printf '%s\\n' /.env >> .gitignore",
    undefined,
    /gitignore$/,
  ],
  [{ kind: "no-team-file", root: folder }, "huddle init", undefined, /^huddle init$/],
  [{ kind: "no-model", why: "No model is set." }, "huddle model", undefined, /^huddle model$/],
  [
    { kind: "model-away", troubles: [{ what: "it is off", remedy: "Start it" }], isAway: true },
    "look again",
    undefined,
    /^huddle model$/,
  ],
  [
    { kind: "model-away", troubles: [{ what: "the key is refused", remedy: "Set another" }], isAway: false },
    "huddle model",
    undefined,
    /^huddle model$/,
  ],
  [
    { kind: "checks-untried", runs: ["make test"] },
    "huddle init --try",
    "huddle new -- 'Ada Lovelace <ada@example.com>'",
    /^huddle init --try$/,
  ],
  [
    { kind: "checks-red", trial: { commit: "c", at: "", hash: "h", runs: [] } },
    "huddle init --try",
    "huddle new -- 'Ada Lovelace <ada@example.com>'",
    /^huddle init --try$/,
  ],
  [nothing, undefined, "huddle new -- 'Ada Lovelace <ada@example.com>'", /^huddle new/],
  [{ ...nothing, last: "x" }, undefined, "huddle new -- 'Ada Lovelace <ada@example.com>'", /^huddle new/],
  [{ kind: "open", session: "s", next: run }, "huddle run", undefined, /^huddle run$/],
  [
    { kind: "open", session: "s", next: { command: "huddle run --budget <dollars>", why: "" } },
    undefined,
    undefined,
    /<dollars>$/,
  ],
  [
    { kind: "open", session: "s", next: { command: 'huddle new "…"', why: "" } },
    undefined,
    undefined,
    /^huddle new/,
  ],
  [
    { kind: "needs-you", session: "s", next: { command: "huddle reply q1 1", why: "" } },
    "huddle run --session s",
    undefined,
    /^huddle reply q1 1$/,
  ],
];

test.each(places)("%j leads on", (at, enter, typed, next) => {
  const lead = leadOf(at);
  expect(lead.next.command).toMatch(next);
  expect(lead.enter && commandWords(lead.enter)).toBe(enter);
  expect(parseLead(at, "  ")).toEqual(lead.enter ?? { kind: "leave" });
  const said = parseLead(at, "Ada Lovelace <ada@example.com>");
  const words = said.kind === "huddle" || said.kind === "shell" ? commandWords(said) : undefined;
  expect(words).toBe(typed);
  expect(lead.typed !== undefined).toBe(typed !== undefined);
  for (const word of ["q", "Q", " quit ", "exit", "later"])
    expect(parseLead(at, word)).toEqual({ kind: "leave" });
  expect(parseLead(at, " Home ")).toEqual({ kind: "home" });
  expect(parseLead(at, "huddle status --json")).toEqual({ kind: "huddle", args: ["status", "--json"] });
});

test.each<[line: string, args: readonly string[] | undefined]>([
  ['huddle new "a calculator" --budget 3', ["new", "a calculator", "--budget", "3"]],
  ["huddle say 'it''s' x\"y z\"", ["say", "its", "xy z"]],
  ["huddle   doctor ", ["doctor"]],
  ["huddle say $(rm -rf x) `y` ; z", ["say", "$(rm", "-rf", "x)", "`y`", ";", "z"]],
  ['huddle new "a calculator', undefined],
  ["huddle", undefined],
])("%s is a command of its own", (line, args) => {
  const answer = parseLead(nothing, line);
  if (args) expect(answer).toEqual({ kind: "huddle", args });
  else expect(answer).toMatchObject({ kind: "unclear" });
});

test.each(["Ada", "Ada <ada>", "<ada@example.com>", "ada@example.com", "Ada <a@b> c"])(
  "%s names nobody",
  (line) => {
    expect(parseLead({ kind: "no-identity" }, line)).toMatchObject({ kind: "unclear" });
  },
);

test("a path is one line of a .gitignore, and one word of the shell, whatever is in it", () => {
  const secrets = ["a b/!x.pem", "it's.key", "[#]*?\\.env"];
  const { enter } = leadOf({ kind: "no-commit", files: secrets, secrets });
  expect(enter).toEqual({
    kind: "shell",
    line: `printf '%s\\n' '/a\\ b/\\!x.pem' '/it'\\''s.key' '/\\[\\#\\]\\*\\?\\\\.env' >> .gitignore`,
  });
});

test("many files are counted, and a long list is cut", () => {
  const files = Array.from({ length: 20 }, (_, index) => `f${index}`);
  const { says } = leadOf({ ...empty, files });
  expect(says[0]).toContain("20 files");
  expect(says.at(-1)).toBe("  and 12 more");
  expect(says).toHaveLength(10);
});

test("what no commit holds is named before an idea is typed", () => {
  const says = (unseen: readonly string[]) => leadOf({ ...nothing, unseen }).says.slice(1);
  expect(says([])).toEqual([]);
  expect(says(["a"])).toEqual([
    "Not committed, so the team does not see it: a. To include that, commit it first.",
  ]);
  expect(says(["a", "b"])[0]).toContain("see it: a and b.");
  expect(says(["a", "b", "c", "d", "e"])[0]).toContain("see it: a, b, c and 2 more.");
});
