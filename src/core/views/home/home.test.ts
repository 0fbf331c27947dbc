import { describe, expect, test } from "vitest";
import { bareRows, expectHarmless, hostileTexts } from "../../../../test/support/harmless-rows.ts";
import type { ListedSession, ReadSession } from "../documents/session-rows.ts";
import type { Whereabouts } from "../next/whereabouts.ts";
import { painter } from "../rows/theme.ts";
import { checklistOf } from "./checklist.ts";
import { type HomeEntry, homeEntries } from "./home.ts";
import { homeRows } from "./home-rows.ts";

const now = "2026-01-05T10:00:00.000Z";
const nothing = { kind: "nothing-open", root: "/p", groomings: [], unseen: [] } as const;
const open: Whereabouts = { kind: "open", session: "a", next: { command: "huddle run", why: "" } };

function one(session: string, more: Partial<ReadSession> = {}): ReadSession {
  return {
    session,
    isMeant: false,
    kind: "iteration",
    title: `The ${session}`,
    began: true,
    openedAt: "2026-01-05T08:00:00.000Z",
    lastAt: "2026-01-05T09:00:00.000Z",
    spent: { requests: 3, tokens: 10, micros: 420_000 },
    needs: [],
    ...more,
  };
}

const sessions: readonly ListedSession[] = [
  { session: "torn", isMeant: false, unreadable: "line 3 is damaged" },
  one("mode", { phase: "refinement", runner: { host: "h", pid: 7, isSure: true } }),
  one("parser", {
    phase: "implementation",
    tasks: { done: 2, all: 5 },
    needs: ["q57", "f63"],
    isMeant: true,
  }),
  one("fix", { small: true, phase: "implementation", tasks: { done: 0, all: 1 } }),
  one("ideas", { kind: "grooming", phase: "exploration" }),
  one("empty", { began: false }),
  one("done", { over: "shipped as the new branch huddle-done", tasks: { done: 1, all: 1 } }),
  one("gone", { over: "dropped" }),
];

const plain = (height: number, width = 80, selected = 0) => ({
  width,
  height,
  selected,
  now,
  paint: painter(false),
});
const named = (entries: readonly HomeEntry[]) =>
  entries.map((entry) =>
    entry.kind !== "session" ? entry.kind : `${entry.session.session}: ${entry.acts.join(" ")}`,
  );

test("what needs the person is on top, then what is open by its kind, then what is over", () => {
  expect(named(homeEntries({ at: open, sessions }))).toEqual([
    "torn: drop",
    "parser: open drop",
    "mode: open drop",
    "empty: drop",
    "fix: open drop",
    "ideas: open promote drop",
    "done: open reopen drop",
    "gone: open reopen drop",
  ]);
});

test("two rows for each session at 80 columns, one at 160", () => {
  const entries = homeEntries({ at: open, sessions });
  expect(homeRows(entries, plain(40, 80, 1))).toEqual([
    "Needs you",
    "  torn",
    "      cannot be read: line 3 is damaged",
    "▸ parser *: The parser",
    "      needs you: q57, f63 · build · 2 of 5 tasks done · $0.42 · 1 hour ago",
    "",
    "Iterations",
    "  mode: The mode",
    "      refinement · $0.42 · at work · 1 hour ago",
    "  empty: The empty",
    "      never began · $0.42 · 1 hour ago",
    "",
    "Small work",
    "  fix: The fix",
    "      build · 0 of 1 task done · $0.42 · 1 hour ago",
    "",
    "Groomings",
    "  ideas: The ideas",
    "      grooming · $0.42 · 1 hour ago",
    "",
    "Over",
    "  done: The done",
    "      over: shipped as the new branch huddle-done · $0.42 · 1 hour ago",
    "  gone: The gone",
    "      over: dropped · $0.42 · 1 hour ago",
  ]);
  const wide = homeRows(entries, plain(40, 160, 1));
  expect(wide).toHaveLength(17);
  expect(wide[2]).toMatch(/^▸ parser \* {2}The parser {2,}needs you: q57, f63 · build · 2 of 5 tasks done/);
});

describe("the first hour", () => {
  test.each<[at: Whereabouts, done: number, next: string | undefined]>([
    [{ kind: "no-repository", folder: "/p", isHome: false }, 0, "A git repository"],
    [{ kind: "no-checkout", folder: "/p" }, 0, "A git repository"],
    [{ kind: "no-identity" }, 1, "git knows who you are"],
    [{ kind: "no-commit", files: [], secrets: [] }, 2, "A first commit"],
    [{ kind: "no-team-file", root: "/p" }, 3, "A team file"],
    [{ kind: "no-model", why: "" }, 4, "A model"],
    [{ kind: "model-away", troubles: [], isAway: true }, 4, "A model"],
    [{ kind: "checks-untried", runs: [] }, 5, "Set-up and checks, tried"],
    [
      { kind: "checks-red", trial: { commit: "c", at: now, hash: "h", runs: [] } },
      5,
      "Set-up and checks, tried",
    ],
    [nothing, 6, "What should be built"],
    [open, 0, undefined],
    [{ ...open, kind: "needs-you" }, 0, undefined],
  ])("%j: all that comes before it is done", (at, done, next) => {
    const steps = checklistOf(at, false);
    expect(steps.filter(({ state }) => state === "done")).toHaveLength(done);
    expect(steps.find(({ state }) => state === "next")?.what).toBe(next);
    expect(checklistOf(at, true)).toEqual([]);
  });

  test("all steps are seen, with what Enter does about the next one", () => {
    const rows = homeRows(homeEntries({ at: { kind: "no-team-file", root: "/p" }, sessions: [] }), plain(20));
    expect(rows).toEqual([
      "Getting ready",
      "  ✓ A git repository",
      "  ✓ git knows who you are",
      "  ✓ A first commit",
      "▸ A team file",
      "      There is no team file in /p yet. It says who is on the team and which",
      "        checks count.",
      "      Enter: huddle init",
      "    A model",
      "    Set-up and checks, tried",
      "    What should be built",
      "",
    ]);
  });

  test("an empty repository says what to do; so does one in which all is over", () => {
    const first = homeRows(homeEntries({ at: nothing, sessions: [] }), plain(20));
    expect(first).toContain("      Enter: type what should be built, in a line");
    const later = homeRows(
      homeEntries({ at: { ...nothing, last: "gone" }, sessions: [one("gone", { over: "x" })] }),
      plain(20),
    );
    expect(later.slice(0, 2)).toEqual(["Next", "▸ Enter: type what should be built, in a line"]);
    expect(later).not.toContain("Getting ready");
  });

  test("a step that needs a shell says what to type there", () => {
    const rows = homeRows(
      homeEntries({ at: { kind: "no-checkout", folder: "/p" }, sessions: [] }),
      plain(20),
    );
    expect(rows).toContain("      In a shell: git worktree add ../checkout");
  });
});

test("what keeps it from being found out is told in full, and hides no session", () => {
  const trouble = "/p/.huddle/team.json is not valid:\n  line 2, pace: one of careful, normal, auto";
  const rows = homeRows(homeEntries({ trouble, sessions: [one("gone", { over: "x" })] }), plain(20));
  expect(rows.slice(0, 5)).toEqual([
    "Needs you",
    "▸ /p/.huddle/team.json is not valid:",
    "    line 2, pace: one of careful, normal, auto",
    "",
    "Over",
  ]);
});

describe("any terminal", () => {
  const many = Array.from({ length: 30 }, (_, index) => one(`s${index}`, { needs: index % 3 ? [] : ["q1"] }));
  const sizes = [
    [80, 24],
    [40, 10],
    [160, 45],
    [240, 70],
  ] as const;

  test.each(sizes)(
    "%s×%s: what is selected is seen, whichever it is, and no row is too many",
    (width, height) => {
      const entries = homeEntries({ at: open, sessions: many });
      for (const selected of entries.keys()) {
        const rows = homeRows(entries, plain(height, width, selected));
        expect(rows.length).toBeLessThanOrEqual(height);
        expect(rows.filter((row) => row.startsWith("▸"))).toHaveLength(1);
        expectHarmless(rows, width);
      }
    },
  );

  test.each(hostileTexts)("%j stays what it is: one row", (text) => {
    const hostile: readonly ListedSession[] = [
      { session: text, isMeant: true, unreadable: text },
      one("a", { title: text, over: text }),
      one("b", { title: text, runner: { host: text, pid: 1, isSure: false } }),
    ];
    for (const [width, height] of sizes) {
      const at: Whereabouts = { kind: "no-commit", files: [text], secrets: [text] };
      const entries = homeEntries({ at, sessions: hostile });
      const rows = homeRows(entries, { ...plain(1000, width), height, paint: painter(true) });
      expectHarmless(rows, width);
      const troubled = homeEntries({ trouble: text, sessions: hostile });
      expectHarmless(homeRows(troubled, { ...plain(height, width), paint: painter(true) }), width);
      expect(bareRows(rows).filter((row) => row === "Needs you").length).toBeLessThanOrEqual(1);
    }
  });
});
