import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, team } from "../../../../test/support/plans.ts";
import { asksAbout } from "../../../../test/support/waiting.ts";
import { localTimes } from "../../../cli/print/local-time.ts";
import type { Fact } from "../../facts/fact.ts";
import { fold } from "../../fold/fold.ts";
import type { Signal } from "../../ports/signal.ts";
import type { State } from "../../state/state.ts";
import type { Layout } from "../rows/layout.ts";
import { renderLive } from "../rows/render-live.ts";
import { painter } from "../rows/theme.ts";
import { type Live, liveAfter, quiet } from "./live.ts";

const layout: Layout = {
  width: 50,
  paint: painter(false),
  seats: team,
  human: "you",
  airy: true,
  times: localTimes,
};
const thread = "turn/refinement.1/1";
const began = (ask = 1, where = thread): Signal => ({ type: "ask.began", thread: where, ask, seat: "ada" });
const word = (text: string, ask = 1, where = thread): Signal => ({
  type: "text.delta",
  thread: where,
  ask,
  seat: "ada",
  text,
});

function heard(...signals: Signal[]): Live {
  return signals.reduce(afterSignal, quiet);
}

function afterSignal(live: Live, signal: Signal): Live {
  return liveAfter(live, { kind: "signal", signal });
}

function afterFact(live: Live, fact: Fact, before: State): Live {
  return liveAfter(live, { kind: "fact", fact, before, after: fold(before, fact) });
}

/** What each task does, where it is not the usual. */
function wordsIn({ doing }: Live): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(doing).flatMap(([task, { words }]) => (words === undefined ? [] : [[task, words]])),
  );
}

describe("words as they are spoken", () => {
  test("stand as they will stand when they are told", () => {
    const past = Past.opened();
    expect(renderLive(heard(began()), past.state, layout)).toEqual(["", "ada        thinks …"]);
    expect(renderLive(heard(began(), word("Let us "), word("begin.")), past.state, layout)).toEqual([
      "",
      "ada        Let us begin.",
    ]);
  });

  test("what a command prints is not among them", () => {
    const printed: Signal = { type: "run.printed", step: "task/t1", command: "x", run: 1, text: "out\n" };
    expect(heard(printed)).toEqual(quiet);
  });

  test("somebody who looks in late sees the words from there on", () => {
    expect(heard(word("begin.")).words[thread]?.text).toBe("begin.");
  });

  test("are gone as soon as the reply is told, and late words of it are not shown", () => {
    const past = Past.opened();
    const loop = past.turnStarts(thread, "ada");
    past.asks(loop);
    const before = past.state;
    const fact = past.replies(loop, 1, "Let us begin.");
    const live = afterFact(heard(began(), word("Let us ")), fact, before);
    expect(live.words).toEqual({});
    expect(afterSignal(live, word("begin.")).words).toEqual({});
    const ended = afterFact(live, past.harness({ type: "turn.ended", thread, how: "said" }), past.state);
    expect(afterSignal(ended, word("begin.")).words).toEqual({});
    expect(afterSignal(live, word("Next", 2)).words[thread]?.text).toBe("Next");
  });

  test("who spoke long before is not remembered, so that a long talk is told as quickly as a short one", () => {
    const past = Past.opened();
    let live = quiet;
    for (let turn = 1; turn <= 200; turn += 1) {
      const name = `turn/refinement.1/${turn}`;
      const loop = past.turnStarts(name, "ada");
      past.asks(loop);
      const before = past.state;
      live = afterFact(live, past.replies(loop, 1, "Yes."), before);
      past.harness({ type: "turn.ended", thread: name, how: "said" });
    }
    expect(live.told.length).toBeLessThan(50);
    expect(afterSignal(live, word("late", 1, "turn/refinement.1/200")).words).toEqual({});
  });

  test("of the next ask stay when the reply before it is told late", () => {
    const past = Past.opened();
    const loop = past.turnStarts(thread, "ada");
    past.asks(loop);
    const before = past.state;
    const live = heard(began(1), word("One"), began(2), word("Two", 2));
    expect(afterFact(live, past.replies(loop, 1, "One"), before).words[thread]?.text).toBe("Two");
  });

  test("of a step that failed or a runner that left are gone", () => {
    const past = Past.opened();
    const live = heard(began(), word("Let"));
    expect(afterFact(live, past.fails(thread, 1000), past.state).words).toEqual({});
    expect(afterFact(live, past.runs(), past.state).words).toEqual({});
  });

  test("somebody whose request is held back is seen waiting, and their words are gone when it fails", () => {
    const past = Past.opened();
    const loop = past.turnStarts(thread, "ada");
    past.asks(loop);
    const waiting: Signal = { type: "model.waiting", thread, ask: 1, seat: "ada", why: "rate limit" };
    expect(renderLive(heard(began(), waiting), past.state, layout)[1]).toBe("ada        waits: rate limit");
    const speaks = heard(began(), waiting, word("Let"));
    expect(renderLive(speaks, past.state, layout)[1]).toBe("ada        Let");
    const failed = past.harness({
      type: "model.failed",
      asked: 1,
      loop,
      ask: 1,
      failure: "cut",
      text: "cut",
    });
    expect(afterFact(speaks, failed, past.state).words).toEqual({});
  });

  test("a signal of a kind nobody knows changes nothing", () => {
    const strange = { type: "moon.rose" } as unknown as Signal;
    expect(afterSignal(quiet, strange)).toBe(quiet);
  });
});

describe("tasks at work", () => {
  const building = () => {
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
    past.runs();
    past.moves("t1", "dispatched");
    past.moves("t1", "ready");
    past.moves("t2", "dispatched");
    return past;
  };
  const shown = (live: Live, past: Past) => renderLive(live, past.state, layout).map((row) => row.trimEnd());

  test("each has one row, in the order of the plan", () => {
    expect(shown(quiet, building())).toEqual([
      "",
      "ada        t1  thinks …",
      "bo         t2  gets a worktree …",
    ]);
  });

  test("name nobody for what Huddle does: its engineer neither tests it nor merges it", () => {
    const past = building();
    const rows = (["done", "passed", "approved", "prepared"] as const).map((trigger) => {
      past.moves("t1", trigger);
      return shown(quiet, past)[1];
    });
    expect(rows).toEqual([
      "           t1  runs the tests …",
      "architect  t1  has it next for review …",
      "           t1  sees whether it can land …",
      "           t1  waits to merge it …",
    ]);
  });

  test("show the file that is written, until the task moves on", () => {
    const past = building();
    past.threadOpens("coding/t1.1", "ada", "coding", "t1");
    const loop = past.loopOpens("coding/t1.1", "done");
    const changes = [{ path: "src/a.js", before: null, after: "h" }];
    const live = later(quiet, past, () =>
      past.harness({ type: "tool.called", loop, call: "c", tool: "write_file", changes }),
    );
    expect(shown(live, past)[1]).toBe("ada        t1  writes src/a.js …");
    const moved = later(live, past, () => past.moves("t1", "done"));
    expect(shown(moved, past)[1]).toBe("           t1  runs the tests …");
  });

  test("show that a member thinks again once its calls are over and it is asked again", () => {
    const past = building();
    past.threadOpens("coding/t1.1", "ada", "coding", "t1");
    const loop = past.loopOpens("coding/t1.1", "done");
    past.asks(loop);
    const busy = later(quiet, past, () => past.replies(loop, 1, "", { tool: "run_checks", input: {} }));
    expect(shown(busy, past)[1]).toBe("ada        t1  runs the checks …");
    const asked = later(busy, past, () => past.asks(loop, 2));
    expect(shown(asked, past)[1]).toBe("ada        t1  thinks …");
  });

  test("what was done when the last run ended is not done any more", () => {
    const past = building();
    const busy: Live = { ...quiet, doing: { t1: { words: "runs the checks" } } };
    expect(later(busy, past, () => past.runs()).doing).toEqual({});
  });

  test("show that a task waits for a yes, until there is one", () => {
    const past = building();
    const words = { shown: "b", hash: "h", risk: "raised", why: "w" } as const;
    let approval = "";
    const waiting = later(quiet, past, () => {
      const fact = past.harness({
        type: "approval.requested",
        action: "commit",
        seat: "ada",
        task: "t1",
        ...words,
      });
      approval = `y${fact.seq}`;
      return fact;
    });
    expect(shown(waiting, past)[1]).toBe("ada        t1  waits for your yes …");
    const resolved = { type: "approval.resolved", approval, hash: "h", verdict: "granted" } as const;
    expect(wordsIn(later(waiting, past, () => past.human(resolved)))).toEqual({});
  });

  test("show the end of what is being said, on one row", () => {
    const words = word("A long explanation of what is about to be done here.", 1, "coding/t1.1");
    expect(shown(heard(words), building())[1]).toBe("ada        t1  … of what is about to be done here.");
  });

  test("name the reviewer while a review goes on, and say when it has to wait", () => {
    const past = building();
    past.moves("t1", "done");
    past.moves("t1", "passed");
    expect(shown(quiet, past)[1]).toBe("architect  t1  has it next for review …");
    past.threadOpens("review/t1.1/1", "architect", "review", "t1");
    expect(shown(quiet, past)[1]).toBe("architect  t1  reviews …");
  });

  test.each([
    ["human", "ada        t1  waits for your answer …"],
    ["architect", "architect  t1  answers ada …"],
  ] as const)("say who has to answer: %s", (to, row) => {
    const past = asksAbout({ to });
    past.runs();
    expect(shown(quiet, past)[1]).toBe(row);
  });

  test("show the newest line that a command has printed, until the next thing happens", () => {
    const past = building();
    const tests = later(quiet, past, () => past.moves("t1", "done"));
    const prints = (text: string, task?: string): Signal => ({
      type: "run.printed",
      step: "task/t1",
      command: "npm test",
      run: 1,
      text,
      ...(task !== undefined && { task }),
    });
    const printed = [prints("✓ one\n  ✓ two\n\n", "t1"), prints("\n", "t1"), prints("x\n")].reduce(
      afterSignal,
      tests,
    );
    expect(shown(printed, past)[1]).toBe("           t1  runs the tests …: ✓ two");
    expect(
      shown(
        later(printed, past, () => past.moves("t1", "passed")),
        past,
      )[1],
    ).toBe("architect  t1  has it next for review …");
  });

  test("have a clock once it takes longer, and none while they wait", () => {
    const past = building();
    const live = later(quiet, past, () => past.moves("t1", "done"));
    const shownAfter = (seconds: number) =>
      renderLive(live, past.state, {
        ...layout,
        now: new Date(Date.parse(past.facts.at(-1)?.at ?? "") + seconds * 1_000).toISOString(),
      });
    expect(shownAfter(4)[1]).toBe("           t1  runs the tests …");
    expect(shownAfter(65)[1]).toBe("           t1  runs the tests … 1 min 5 s");
  });

  test.each([
    [{ on: "budget", scope: "session", why: "The budget." }, "waits: the budget is used up"],
    [{ on: "window", model: "acme/m", needs: 9, why: "Too long." }, "waits: too long for its model"],
    [
      { on: "provider", scope: "acme", model: "acme/m", failure: "rate", why: "Slow down." },
      "waits for acme",
    ],
  ] as const)("do not think while their request cannot be made: %j", (paused, words) => {
    const past = building();
    past.threadOpens("coding/t1.1", "ada", "coding", "t1");
    const loop = past.loopOpens("coding/t1.1", "done");
    past.harness({ type: "loop.paused", loop, ...paused });
    expect(shown(quiet, past)[1]).toBe(`ada        t1  ${words}`);
  });

  test("nobody works when nobody runs it", () => {
    const past = building();
    past.harness({ type: "runner.stopped", why: "stopped by you" });
    expect(shown(quiet, past)).toEqual([]);
  });

  function later(live: Live, past: Past, tell: () => Fact): Live {
    const before = past.state;
    return afterFact(live, tell(), before);
  }
});

describe("what a member does on its task", () => {
  const thread = "coding/t1.1";
  const built = () => {
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
    past.threadOpens(thread, "ada", "coding", "t1");
    const loop = past.loopOpens(thread, "done");
    past.asks(loop);
    return { past, loop };
  };
  const others: Live = {
    words: { x: { seat: "bo", ask: 1, text: "Hm", arrived: 2 } },
    told: [{ thread: "x", ask: 1 }],
    doing: { t2: { words: "looks around" } },
    asked: { x: "2026-01-01T00:00:00.000Z" },
  };

  test.each<[string, unknown, string | undefined]>([
    ["read_file", { path: "a.js" }, "reads a.js"],
    ["write_file", { path: "a.js" }, "writes a.js"],
    ["edit_file", { path: "a.js" }, "writes a.js"],
    ["move_file", { from: "a.js" }, "tidies files"],
    ["delete_file", { path: "a.js" }, "tidies files"],
    ["list_files", {}, "looks around"],
    ["read_diff", {}, "reads the change"],
    ["run_checks", {}, "runs the checks"],
    ["run_command", { command: "npm test\n" }, "runs `npm test`"],
    ["run_command", { cmd: "ls" }, "runs `ls`"],
    ["run_command", null, "runs ``"],
    ["read_output", { call: "c5_1" }, "reads what it printed"],
    ["done", {}, undefined],
    ["read_file", { path: 7 }, "reads "],
    ["read_file", {}, "reads "],
    ["read_file", null, "reads "],
    ["read_file", "a.js", "reads "],
  ])("is seen by its first call: %s %j", (tool, input, doing) => {
    const { past, loop } = built();
    const fact = past.replies(loop, 1, "", { tool, input: {} }, { tool: "list_files", input: {} });
    const calls = "calls" in fact.event ? fact.event.calls : [];
    const event = { ...fact.event, calls: calls.map((call, at) => (at === 0 ? { ...call, input } : call)) };
    const live = liveAfter(others, {
      kind: "fact",
      fact: { ...fact, event } as Fact,
      before: past.state,
      after: past.state,
    });
    expect(wordsIn(live)).toEqual({ t2: "looks around", ...(doing !== undefined && { t1: doing }) });
    expect(live.told).toEqual([...others.told, { thread, ask: 1 }]);
    expect([live.words, live.asked]).toEqual([others.words, others.asked]);
  });

  test("is seen by its only call, too", () => {
    const { past, loop } = built();
    const fact = past.replies(loop, 1, "", { tool: "read_file", input: { path: "a.js" } });
    expect(afterFact(quiet, fact, past.state).doing).toEqual({ t1: { words: "reads a.js", since: fact.at } });
  });

  test("is not there in a talk, or after a reply without calls", () => {
    const past = Past.opened();
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    past.asks(loop);
    const said = past.replies(loop, 1, "", { tool: "read_file", input: { path: "a.js" } });
    expect(afterFact(others, said, past.state).doing).toEqual(others.doing);
    const { past: other, loop: its } = built();
    expect(afterFact(others, other.replies(its, 1, "Done."), other.state).doing).toEqual(others.doing);
  });

  test("is what it writes, of a task and of a change", () => {
    const { past, loop } = built();
    const called = (of: string, ...paths: string[]) =>
      past.harness({
        type: "tool.called",
        loop: of,
        call: "c",
        tool: "write_file",
        changes: paths.map((path) => ({ path, before: null, after: "h" })),
      });
    expect(wordsIn(afterFact(others, called(loop, "a.js"), past.state))).toEqual({
      t2: "looks around",
      t1: "writes a.js",
    });
    expect(afterFact(others, called(loop), past.state)).toBe(others);
    expect(afterFact(others, called("l999", "a.js"), past.state)).toBe(others);
  });

  test("facts of conversations that nobody opened change nothing", () => {
    const { past } = built();
    const failed = {
      type: "model.failed",
      asked: 1,
      loop: "l999",
      ask: 1,
      failure: "cut",
      text: "",
    } as const;
    for (const fact of [past.harness(failed), past.replies("l999", 1, "x"), past.asks("l999")])
      expect(afterFact(others, fact, past.state)).toBe(others);
  });

  test("what ends for one stays for the others", () => {
    const { past, loop } = built();
    const asked = afterFact(others, past.asks(loop, 2), past.state);
    expect(Object.keys(asked.asked)).toEqual(["x", thread]);
    const heardBoth = afterSignal(asked, word("So", 2, thread));
    expect(Object.keys(heardBoth.words)).toEqual(["x", thread]);
    const failed = { type: "model.failed", asked: 1, loop, ask: 2, failure: "cut", text: "" } as const;
    const { doing, ...rest } = afterFact(heardBoth, past.harness(failed), past.state);
    expect({ ...rest, doing: { t2: doing.t2 } }).toEqual(others);
    const runs = past.runs();
    const left = afterFact(heardBoth, runs, past.state);
    expect(left).toEqual({ ...others, words: {}, doing: {}, asked: {}, runsSince: runs.at });
  });

  test("each thread is remembered once, and the newest ones longest", () => {
    const { past, loop } = built();
    const again = afterFact(
      afterFact(others, past.replies(loop, 1, "x"), past.state),
      past.replies(loop, 2, "y"),
      past.state,
    );
    expect(again.told).toEqual([...others.told, { thread, ask: 2 }]);
    const told = Array.from({ length: 40 }, (_, index) => ({ thread: `x${index}`, ask: 1 }));
    const kept = afterFact({ ...quiet, told }, past.replies(loop, 3, "z"), past.state).told;
    expect(kept).toHaveLength(32);
    expect(kept.slice(-2)).toEqual([
      { thread: "x39", ask: 1 },
      { thread, ask: 3 },
    ]);
  });
});
