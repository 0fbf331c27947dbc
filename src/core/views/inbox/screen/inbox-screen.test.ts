import { describe, expect, test } from "vitest";
import { expectHarmless, hostileTexts } from "../../../../../test/support/harmless-rows.ts";
import { pressed, ScreenStage } from "../../../../../test/support/screen-stage.ts";
import { needsYes, waiting, waitingCases } from "../../../../../test/support/waiting.ts";
import { inboxOf } from "../inbox.ts";
import type { InboxEntry } from "./inbox-rows.ts";
import { inboxScreen } from "./inbox-screen.ts";

const { up, down, right, left, enter, leave, tab, pageDown, pageUp } = pressed;

function entryOf(session: string, past: ReturnType<(typeof waitingCases)[number]["past"]>): InboxEntry {
  const [item] = inboxOf(past.state, past.now);
  if (!item) throw new Error("nothing waits");
  return { session, item, estimate: [] };
}

const asks = entryOf("asks", waiting.question());
const scope = entryOf("scope", waiting.accept());
const writes = entryOf("writes", needsYes({ action: "write", risk: "high", paths: ["ci.yml"] }));
const ships = entryOf("ships", waiting.ship());
const all = [asks, scope, writes, ships];

function stage(entries: readonly InboxEntry[] = all, size = { columns: 80, rows: 22 }) {
  return new ScreenStage(inboxScreen as never, { size, reads: { inbox: () => ({ entries, damaged: [] }) } });
}

const settled = ({ session, item }: InboxEntry, decided: unknown) => ({
  kind: "settle",
  from: session,
  seen: item,
  decided,
});

describe("an item is settled as it was shown", () => {
  test.each<[keys: readonly string[], want: unknown]>([
    [[enter], settled(asks, { answer: { kind: "choose", option: 1 } })],
    [[right, enter], settled(asks, { answer: { kind: "choose", option: 2 } })],
    [[tab, "l", "h", enter], settled(asks, { answer: { kind: "choose", option: 2 } })],
    [[left, enter, "both", enter], settled(asks, { typed: "both" })],
    [["w", "neither", enter], settled(asks, { typed: "neither" })],
    [[down, enter], settled(scope, { answer: { kind: "approve" } })],
    [["j", right, enter], { kind: "command", args: ["edit", "scope"], session: "scope" }],
    [["j", right, right, enter, "smaller", enter], settled(scope, { typed: "back smaller" })],
    [["j", "j", enter, "not now", enter], settled(writes, { typed: "no not now" })],
    [["j", "j", right, enter], settled(writes, { answer: { kind: "yes" } })],
    [["j", "j", "j", "j", "k", up, "o"], { kind: "go", screen: "room", session: "scope" }],
    [["j", "j", "j", enter], { kind: "command", args: ["ship"], session: "ships" }],
  ])("%j", (keys, want) => {
    expect(stage().press(...keys).wants).toEqual([want]);
  });

  test("a command with a gap is told, and not run", () => {
    const at = stage([ships]).press(right, enter);
    expect(at.wants).toEqual([
      {
        kind: "notice",
        text: "It needs more words. Type it in a shell: huddle ship --onto <branch> --session ships",
      },
    ]);
  });

  test("words are about the item that was shown when they were begun, whatever waits by now", () => {
    const at = stage().press("w", "both");
    at.staged = { reads: { inbox: () => ({ entries: [ships], damaged: [] }) } };
    expect(at.text).toContain("Answers q7 of asks");
    expect(at.press(enter).wants).toEqual([settled(asks, { typed: "both" })]);
  });

  test("once the chosen item has gone, Enter decides nothing before the person has seen the next one", () => {
    const at = stage().press(down, right, right, right);
    at.staged = { reads: { inbox: () => ({ entries: [asks, writes], damaged: [] }) } };
    expect(at.text).toContain("▸ 1  no <why>");
    expect(at.press(enter).wants).toEqual([expect.objectContaining({ kind: "notice" })]);
    expect(at.press(right, enter).wants.at(-1)).toEqual(settled(writes, { answer: { kind: "yes" } }));
  });

  test("an item that comes before it does not move the choice", () => {
    const at = stage([scope, writes]).press(down, right);
    at.staged = { reads: { inbox: () => ({ entries: all, damaged: [] }) } };
    expect(at.press(enter).wants).toEqual([settled(writes, { answer: { kind: "yes" } })]);
  });

  test("an empty line sends nothing; Escape leaves it, and letters are text while it is typed", () => {
    const at = stage().press("w", enter, "jkow");
    expect(at.wants).toEqual([]);
    expect(at.press(leave).text).not.toContain("jkow");
  });

  test.each(waitingCases)("every way to settle $name does something", ({ past }) => {
    const entry = entryOf("s", past());
    for (const index of entry.item.offers.keys()) {
      const at = stage([entry]).press(...Array.from({ length: index }, () => right), enter);
      const isTyped = at.wants.length === 0;
      expect(isTyped ? at.press("x", enter).wants : at.wants).toHaveLength(1);
    }
  });
});

test("where nothing waits, that is said, and no key does anything but moving", () => {
  const at = stage([]);
  expect(at.text).toBe("Nothing waits for you.");
  for (const key of [enter, "w", "o", right, pageDown]) expect(() => at.press(key)).toThrow("does nothing");
});

test("what cannot be read is named above, and what can be read is decided", () => {
  const damaged = [{ session: "torn", damage: "line 3 is damaged" }];
  const at = new ScreenStage(inboxScreen as never, {
    reads: { inbox: () => ({ entries: [asks], damaged }) },
  });
  expect(at.rows[0]).toBe("! torn cannot be read: line 3 is damaged");
  expect(at.press(enter).wants).toHaveLength(1);
});

test("somebody who comes for one item finds it chosen", () => {
  const reads = { inbox: () => ({ entries: all, damaged: [] }) };
  const at = new ScreenStage(inboxScreen as never, { reads }, "scope/a6");
  expect(at.press(enter).wants).toEqual([settled(scope, { answer: { kind: "approve" } })]);
});

describe("any terminal", () => {
  const long = {
    ...asks,
    item: { ...asks.item, text: Array.from({ length: 200 }, (_, row) => `row ${row}`).join("\n") },
  };

  test.each([
    [80, 22],
    [60, 12],
    [160, 43],
    [240, 68],
  ])("%s×%s: an item is read to its end, with the ways to settle it always there", (columns, rows) => {
    const at = stage([long, scope], { columns, rows });
    expect(at.text).toContain("row 0");
    for (let page = 0; page < 60; page += 1) at.press(pageDown);
    expect(at.text).toMatch(/row 199/);
    expect(at.text).toContain("▸ 1  A");
    expect(at.rows.length).toBeLessThanOrEqual(rows);
    for (let page = 0; page < 60; page += 1) at.press(pageUp);
    expect(at.text).toContain("row 0");
  });

  test.each(hostileTexts)("%j stays in its rows", (text) => {
    const hostile = {
      session: text,
      estimate: [text],
      item: { ...asks.item, title: text, text, options: [text] },
    };
    for (const [columns, rows] of [
      [80, 22],
      [240, 68],
    ] as const) {
      const reads = { inbox: () => ({ entries: [hostile], damaged: [{ session: text, damage: text }] }) };
      const at = new ScreenStage(inboxScreen as never, { size: { columns, rows }, reads, colour: true });
      expectHarmless(at.rows, columns);
      at.press("w", "x");
      expectHarmless(at.rows, columns);
      expect(at.rows.length).toBeLessThanOrEqual(rows);
    }
  });
});
