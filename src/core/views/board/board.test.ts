import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, team } from "../../../../test/support/plans.ts";
import { asksAbout } from "../../../../test/support/waiting.ts";
import { type Live, quiet } from "../now/live.ts";
import type { Layout } from "../rows/layout.ts";
import { painter } from "../rows/theme.ts";
import { widthOf } from "../text-width.ts";
import { type Board, liveBoard } from "./board-cards.ts";
import { type BoardMove, movedOn } from "./board-moves.ts";
import { boardHead, boardRows, boardTitles, boardTop } from "./board-rows.ts";

const paid = team.map((seat) => ({ ...seat, model: "openai/x" }));
const layout = (width: number): Layout => ({
  width,
  paint: painter(false),
  seats: paid,
  human: "you",
  airy: true,
  times: { time: (at) => at.slice(11, 19), dateAndTime: (at) => at },
  now: "2026-01-01T00:01:00.000Z",
});

/** t1 landed, t2 and t3 at work, t4 waits for both. */
function building(): Past {
  const past = Past.opened({ seats: paid }).reaches("implementation", [
    planned("t1"),
    planned("t2", "t1"),
    planned("t3", "t1"),
    planned("t4", "t2", "t3"),
  ]);
  past.harness({ type: "runner.started", host: "h", pid: 1, startedAt: past.now, mode: "run" });
  past.lands("t1");
  for (const id of ["t2", "t3"]) for (const one of ["dispatched", "ready"] as const) past.moves(id, one);
  past.moves("t3", "done");
  past.moves("t3", "failed", "1 failed", { feedback: "red" });
  return past;
}

const live: Live = {
  ...quiet,
  doing: { t2: { words: "writes src/a.js", since: "2026-01-01T00:00:20.000Z" } },
};

function shown(board: Board, width: number, task = "t1", top = 0, height = 40): readonly string[] {
  return [
    boardHead(board),
    boardTitles(board, layout(width)),
    ...boardRows({ board, task, top, height, layout: layout(width) }),
  ];
}

describe("the board", () => {
  test("has a row for each task, layer below layer, and below it what goes on in it", () => {
    expect(shown(liveBoard(building().state, live), 80, "t2")).toMatchInlineSnapshot(`
      [
        "1 of 4 tasks landed · 2 at work",
        "     task                        owner  state      rounds",
        " 1 ─ t1 Build t1                 ada    ✓ landed",
        "   ↓",
        "›2 ┌ t2 Build t2                 bo     ● working",
        "      writes src/a.js … 40 s",
        "   └ t3 Build t3                 ada    ● working  1 of 6",
        "      thinks …",
        "   ↓",
        " 3 ─ t4 Build t4 (after t2, t3)  bo     · queued",
      ]
    `);
  });

  test("shows what goes on beside the task where there is room", () => {
    expect(shown(liveBoard(building().state, live), 140, "t2")).toMatchInlineSnapshot(`
      [
        "1 of 4 tasks landed · 2 at work",
        "     task                        owner  state      rounds",
        " 1 ─ t1 Build t1                 ada    ✓ landed",
        "   ↓",
        "›2 ┌ t2 Build t2                 bo     ● working          writes src/a.js … 40 s",
        "   └ t3 Build t3                 ada    ● working  1 of 6  thinks …",
        "   ↓",
        " 3 ─ t4 Build t4 (after t2, t3)  bo     · queued",
      ]
    `);
  });

  test("shows what it cost, what was flagged, and what goes first", () => {
    const { state } = building();
    const t2 = state.tasks.t2;
    if (!t2) throw new Error("no t2");
    const flag = { id: "1", kind: "test-file", path: "a", text: "fewer", tier: "note" } as const;
    const spent = { tokens: 9_000, micros: 120_000 };
    const account = { spent, reserved: spent, unconfirmed: spent };
    const board = liveBoard(
      {
        ...state,
        tasks: { ...state.tasks, t2: { ...t2, flags: [flag], hurried: 9, attempt: 2 } },
        accounts: { session: account, "task:t2": account },
      },
      quiet,
    );
    expect(boardHead(board)).toBe("1 of 4 tasks landed · 2 at work · $0.12");
    expect(shown(board, 120).find((row) => row.includes("t2"))).toMatch(/» ⚑ .+ \(attempt 2\) .+\$0\.12/);
  });

  test("a rehearsal costs nothing, so nothing is said of it", () => {
    const seats = team.map((seat) => ({ ...seat, model: "rehearsal/calculator" }));
    const { state } = Past.opened({ seats }).reaches("implementation", [planned("t1")]);
    const amount = { tokens: 9, micros: 9 };
    const account = { spent: amount, reserved: amount, unconfirmed: amount };
    const board = liveBoard({ ...state, accounts: { session: account, "task:t1": account } }, quiet);
    expect(shown(board, 80).join("\n")).not.toMatch(/\$|cost|token/);
  });

  test("says in its head what waits for the person", () => {
    expect(boardHead(liveBoard(asksAbout().state, quiet))).toBe("0 of 1 task landed · 1 needs you");
  });

  test("before there are tasks, it is empty", () => {
    const board = liveBoard(Past.opened().state, quiet);
    expect(board.cards).toEqual([]);
    expect(movedOn(board, "t1", "down")).toBeUndefined();
  });

  test.each<[from: string | undefined, move: BoardMove | undefined, to: string]>([
    [undefined, undefined, "t1"],
    ["t9", undefined, "t1"],
    ["t1", "up", "t1"],
    ["t1", "down", "t2"],
    ["t4", "down", "t4"],
    ["t1", "last", "t4"],
    ["t3", "first", "t1"],
    ["t1", "next-layer", "t2"],
    ["t2", "next-layer", "t4"],
    ["t4", "next-layer", "t4"],
    ["t4", "layer-before", "t2"],
    ["t1", "layer-before", "t1"],
    ["t1", "next-waiting", "t1"],
  ])("from %s, %s leads to %s", (from, move, to) => {
    expect(movedOn(liveBoard(building().state, live), from, move)).toBe(to);
  });

  test("goes to what needs the person, and round", () => {
    const past = building();
    past.moves("t2", "blocked", "no", { origin: "CODING", blocked: "prerequisite" });
    const board = liveBoard(past.state, live);
    expect([movedOn(board, "t1", "next-waiting"), movedOn(board, "t3", "next-waiting")]).toEqual([
      "t2",
      "t2",
    ]);
  });

  test("the window follows the cursor, and no row is too wide, whatever the tasks are called", () => {
    const hostile = fc.string({
      unit: fc.constantFrom("a", " ", "日", "\n", "\u001b[2J", "\u202e", "\t", "\r", "👨‍👩‍👧", "⚑"),
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        hostile,
        fc.integer({ min: 60, max: 240 }),
        fc.integer({ min: 2, max: 12 }),
        (title, width, height) => {
          const tasks = ["t1", "t2", "t3", "t4", "t5"].map((id, at) => ({
            ...planned(id, ...(at > 1 ? [`t${at}`] : [])),
            title,
          }));
          const past = Past.opened({ seats: paid }).reaches("implementation", tasks);
          past.harness({ type: "runner.started", host: "h", pid: 1, startedAt: past.now, mode: "run" });
          past.moves("t1", "dispatched");
          const board = liveBoard(past.state, { ...quiet, doing: { t1: { words: title } } });
          let top = 0;
          for (const { id } of [...board.cards, ...board.cards.toReversed()]) {
            top = boardTop({ board, task: id, top, height, layout: layout(width) });
            const rows = boardRows({ board, task: id, top, height, layout: layout(width) });
            expect(rows.some((row) => row.startsWith("›") && row.includes(` ${id} `))).toBe(true);
            for (const row of rows) {
              expect(widthOf(row)).toBeLessThanOrEqual(width);
              expect(row).not.toMatch(/[\p{Cc}\u202e]/u);
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
