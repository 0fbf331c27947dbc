import { describe, expect, test } from "vitest";
import { expectHarmless, hostileTexts } from "../../../../test/support/harmless-rows.ts";
import { pressed, ScreenStage, type Staged } from "../../../../test/support/screen-stage.ts";
import type { ListedSession, ReadSession } from "../documents/session-rows.ts";
import type { Whereabouts } from "../next/whereabouts.ts";
import type { Home } from "./home.ts";
import { homeScreen } from "./home-screen.ts";

const { up, down, enter, leave, tab, home, end } = pressed;
const open: Whereabouts = { kind: "open", session: "a", next: { command: "huddle run", why: "" } };
const nothing: Whereabouts = { kind: "nothing-open", root: "/p", groomings: [], unseen: [] };

function one(session: string, more: Partial<ReadSession> = {}): ListedSession {
  return {
    session,
    isMeant: false,
    kind: "iteration",
    title: `The ${session}`,
    began: true,
    openedAt: "2026-01-01T00:00:00.000Z",
    lastAt: "2026-01-01T00:00:00.000Z",
    spent: { requests: 0, tokens: 0, micros: 0 },
    needs: [],
    ...more,
  };
}

const sessions: readonly ListedSession[] = [
  { session: "torn", isMeant: false, unreadable: "line 3 is damaged" },
  one("parser"),
  one("ideas", { kind: "grooming" }),
  one("gone", { over: "dropped" }),
];

function stage(
  given: Home,
  more: Omit<Staged, "reads"> = {},
  plan: readonly string[] | undefined = ["Dropping it"],
) {
  return new ScreenStage(homeScreen as never, {
    ...more,
    reads: { home: () => given, "drop-plan": () => plan },
  });
}

describe("sessions", () => {
  test.each<[keys: readonly string[], want: unknown]>([
    [[enter], { kind: "show", title: "torn cannot be read", text: "line 3 is damaged" }],
    [[down, enter], { kind: "go", screen: "room", session: "parser" }],
    [["j", "j", "p"], { kind: "promote", grooming: "ideas" }],
    [[end, "r"], { kind: "command", args: ["reopen", "gone"], session: "gone" }],
    [[end, up, home, down, enter], { kind: "go", screen: "room", session: "parser" }],
    [["j", "k", "j", "d", enter], { kind: "command", args: ["drop", "parser", "--yes"], session: "parser" }],
    [["d", "y"], { kind: "command", args: ["drop", "torn", "--yes"], session: "torn" }],
  ])("%j wants %j", (keys, want) => {
    expect(stage({ at: open, sessions }).press(...keys).wants).toEqual([want]);
  });

  test.each<[keys: readonly string[], left: string]>([
    [[], "p"],
    [[], "r"],
    [["j"], "p"],
    [["j"], "r"],
    [["j", "j", "j"], "p"],
  ])("after %j, %s does nothing there", (keys, left) => {
    const at = stage({ at: open, sessions }).press(...keys);
    expect(() => at.press(left)).toThrow("does nothing");
  });

  test("nothing is dropped before what that removes is shown, and Escape leaves it", () => {
    const unread = stage({ at: open, sessions }, {}, undefined).press("d");
    unread.staged = { reads: { home: () => ({ at: open, sessions }) } };
    expect(() => unread.press(enter)).toThrow("does nothing");
    const at = stage({ at: open, sessions }).press("d");
    expect(at.text).toContain("Dropping it");
    expect(at.press(leave).text).not.toContain("Dropping it");
    expect(at.press("d", "n").text).not.toContain("Dropping it");
    expect(at.wants).toEqual([]);
  });

  test("a session that never began has nothing to open", () => {
    const at = stage({ at: open, sessions: [one("empty", { began: false })] }).press(enter);
    expect(at.wants).toEqual([{ kind: "notice", text: "empty never began. d drops it." }]);
  });
});

describe("what is next", () => {
  test.each<[at: Whereabouts, want: unknown]>([
    [
      { kind: "no-repository", folder: "/p", isHome: false },
      { kind: "shell", line: "git init" },
    ],
    [
      { kind: "no-team-file", root: "/p" },
      { kind: "command", args: ["init"] },
    ],
    [
      { kind: "no-model", why: "None." },
      { kind: "command", args: ["model"] },
    ],
    [{ kind: "model-away", troubles: [], isAway: true }, { kind: "look-again" }],
    [
      { kind: "checks-untried", runs: ["make"] },
      { kind: "command", args: ["init", "--try"] },
    ],
    [
      { kind: "no-checkout", folder: "/p" },
      { kind: "notice", text: "git worktree add ../checkout" },
    ],
  ])("Enter at %j wants %j", (at, want) => {
    expect(stage({ at, sessions: [] }).press(enter).wants).toEqual([want]);
  });

  test("Enter twice takes a step once, until it is seen what came of it", () => {
    const at = stage({ at: { kind: "no-team-file", root: "/p" }, sessions: [] }).press(enter, enter);
    expect(at.wants).toHaveLength(1);
    at.staged = { reads: { home: () => ({ at: { kind: "no-model", why: "" }, sessions: [] }) } };
    expect(at.press(enter).wants).toHaveLength(2);
  });

  test("who git does not know types their name; what is no name is said, and kept", () => {
    const at = stage({ at: { kind: "no-identity" }, sessions: [] }).press(enter, "Ada", enter);
    expect(at.wants).toEqual([]);
    expect(at.text).toContain("Type your name and your e-mail address");
    expect(at.text.split("\n").at(-1)).toBe("› Ada");
    at.press(" <ada@example.com>", enter);
    expect(at.wants).toEqual([
      {
        kind: "shell",
        line: "git config --global user.name Ada && git config --global user.email ada@example.com",
      },
    ]);
  });

  test("a fault is shown in full", () => {
    const at = stage({ trouble: "team.json is not valid", sessions: [] }).press(enter);
    expect(at.wants).toEqual([{ kind: "show", title: "What is in the way", text: "team.json is not valid" }]);
  });
});

describe("new work", () => {
  test.each<[keys: readonly string[], what: string]>([
    [["n"], "iteration"],
    [[enter], "iteration"],
    [["n", tab], "small work"],
    [["n", tab, tab], "grooming"],
    [["n", tab, tab, tab], "iteration"],
    [["g"], "grooming"],
  ])("%j begins %s", (keys, what) => {
    const at = stage({ at: nothing, sessions: [] }).press(...keys, "a calculator", enter);
    expect(at.wants).toEqual([{ kind: "begin", what, title: "a calculator" }]);
    expect(at.text).not.toContain("a calculator");
  });

  test("letters are text while it is typed; an empty line begins nothing, and Escape leaves it", () => {
    const at = stage({ at: nothing, sessions: [] }).press("n", enter);
    expect(at.wants).toEqual([]);
    expect(at.press("drop nkj").text.split("\n").at(-1)).toBe("› drop nkj");
    expect(at.frame.cursor).toEqual({ row: 21, column: 10 });
    expect(at.press(leave).text).not.toContain("nkj");
  });

  test("nothing begins where a session has nothing to start from", () => {
    for (const at of [
      { kind: "no-identity" },
      { kind: "no-repository", folder: "/", isHome: false },
    ] as const)
      expect(() => stage({ at, sessions: [] }).press("n")).toThrow("does nothing");
  });
});

test("until it is known where the person stands, nothing is said and no key does anything", () => {
  const at = new ScreenStage(homeScreen as never);
  expect(at.text).toBe(" …");
  for (const key of [enter, "n", "d", "p", "r"]) expect(() => at.press(key)).toThrow("does nothing");
});

test.each([
  [80, 22],
  [40, 8],
  [160, 43],
  [240, 68],
])("at %s×%s, every state fits, whatever the texts are", (columns, rows) => {
  for (const text of hostileTexts) {
    const given: Home = { at: nothing, sessions: [one(text, { title: text, needs: [text] }), ...sessions] };
    const at = stage(given, { size: { columns, rows }, colour: true }, [text, text]);
    const shown = () => {
      expect(at.rows.length).toBeLessThanOrEqual(rows);
      expectHarmless(at.rows, Math.max(columns, 48));
    };
    shown();
    at.press(down, "d");
    shown();
    at.press(leave, "n", "x");
    shown();
  }
});
