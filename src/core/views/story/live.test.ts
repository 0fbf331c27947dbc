import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, team } from "../../../../test/support/plans.ts";
import type { Layout } from "../../../cli/face/layout.ts";
import { renderLive } from "../../../cli/face/render-live.ts";
import { painter } from "../../../cli/face/theme.ts";
import type { Fact } from "../../facts/fact.ts";
import { fold } from "../../fold/fold.ts";
import type { Signal } from "../../ports/signal.ts";
import type { State } from "../../state/state.ts";
import { type Live, liveAfter, quiet } from "./live.ts";

const layout: Layout = { width: 50, paint: painter(false), seats: team, human: "you", airy: true };
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

describe("words as they are spoken", () => {
  test("stand as they will stand when they are told", () => {
    const past = Past.opened();
    expect(renderLive(heard(began()), past.state, layout)).toEqual(["", "ada        thinks …"]);
    expect(renderLive(heard(began(), word("Let us "), word("begin.")), past.state, layout)).toEqual([
      "",
      "ada        Let us begin.",
    ]);
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
    expect(shown(moved, past)[1]).toBe("ada        t1  runs the tests …");
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
