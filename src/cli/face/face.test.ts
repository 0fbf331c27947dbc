import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { scope } from "../../../test/support/plans.ts";
import { TinyTerminal } from "../../../test/support/tiny-terminal.ts";
import type { Fact } from "../../core/facts/fact.ts";
import { fold } from "../../core/fold/fold.ts";
import { emptyState, type State } from "../../core/state/state.ts";
import type { FeedItem } from "../../core/views/now/feed.ts";
import { Face, type FaceOptions } from "./face.ts";

const thread = "turn/refinement.1/1";
const heard = (text: string): FeedItem => ({
  kind: "signal",
  signal: { type: "text.delta", thread, ask: 1, seat: "ada", text },
});

function faceOn(terminal: TinyTerminal, options: Partial<FaceOptions> = {}): Face {
  const place = {
    write: (text: string) => terminal.write(text.replace(/\n/g, "\r\n")),
    columns: () => 60,
    rows: () => 24,
  };
  return new Face({
    place,
    live: true,
    colour: false,
    human: "you",
    least: "plain",
    talk: { kind: "whole" },
    ...options,
  });
}

/** Shows facts on the face, from this state on. */
function tell(face: Face, facts: readonly Fact[], state: State = emptyState): State {
  return facts.reduce((before, fact) => {
    const after = fold(before, fact);
    face.show({ kind: "fact", fact, before, after });
    return after;
  }, state);
}

function spoken(): readonly Fact[] {
  const past = Past.opened();
  past.enters("refinement");
  past.turn(thread, "ada", "Let us begin.");
  return past.facts;
}

test("words appear as they are spoken, settle in the same place, and stand there once", () => {
  const terminal = new TinyTerminal(60);
  const face = faceOn(terminal);
  const facts = spoken();
  const replied = facts.findIndex((fact) => fact.event.type === "model.replied");
  const state = tell(face, facts.slice(0, replied));
  face.show({ kind: "signal", signal: { type: "ask.began", thread, ask: 1, seat: "ada" } });
  face.show(heard("Let us "));
  expect(terminal.text).toMatch(/\n\nada {8}Let us$/);
  face.show(heard("begin."));
  const whole = terminal.text;
  tell(face, facts.slice(replied), state);
  expect(terminal.text).toBe(whole);
  face.close();
  expect(terminal.text).toBe(whole);
  expect(terminal.cursorShown).toBe(true);
});

test("a batch is drawn when it is whole", () => {
  const terminal = new TinyTerminal(60);
  const face = faceOn(terminal);
  const facts = spoken();
  const state = tell(face, facts.slice(0, -1));
  terminal.written = "";
  const last = facts.at(-1);
  if (!last) throw new Error("no fact");
  const posts = (text: string): Fact => ({ ...last, event: { type: "message.posted", text } });
  face.show({ kind: "fact", fact: { ...posts("one"), more: true }, before: state, after: state });
  expect(terminal.written).toBe("");
  face.show({ kind: "fact", fact: posts("two"), before: state, after: state });
  expect(terminal.text).toContain("one");
  expect(terminal.text).toContain("two");
});

test("without a terminal there are plain lines, and signals are ignored", () => {
  const terminal = new TinyTerminal(1_000);
  const face = faceOn(terminal, { live: false });
  const facts = spoken();
  face.show(heard("Let us"));
  tell(face, facts);
  face.close();
  expect(terminal.written).not.toContain("\u001b");
  expect(terminal.text.match(/Let us begin\./g)).toHaveLength(1);
});

test("a face that only prints asks when the question is another, or when it is to be repeated", () => {
  const terminal = new TinyTerminal(60);
  let asked: readonly string[] = ["", "Go on?"];
  const face = faceOn(terminal, { live: false, breaks: true, below: () => asked });
  face.refresh();
  tell(face, spoken());
  expect(terminal.text.match(/Go on\?/g)).toHaveLength(1);
  face.repeatBelow();
  face.refresh();
  expect(terminal.text.match(/Go on\?/g)).toHaveLength(2);
  face.print(["An estimate."]);
  expect(terminal.text).toMatch(/An estimate\.\n\nGo on\?$/);
  asked = [];
  face.refresh();
  asked = ["Go on?"];
  face.refresh();
  expect(terminal.text.match(/Go on\?/g)).toHaveLength(4);
  expect(terminal.text).toMatch(/^── Refinement$/m);
  expect(terminal.written).not.toContain("\u001b");
  const live = new TinyTerminal(60);
  faceOn(live, { below: () => asked }).refresh();
  expect(live.text).toBe("");
});

test("lines that are too light for this screen are left out", () => {
  const terminal = new TinyTerminal(1_000);
  const face = faceOn(terminal, { live: false, least: "key" });
  tell(face, spoken());
  expect(terminal.text).toContain("── Refinement");
  expect(terminal.text).not.toContain("Let us begin.");
});

test("the bottom rows follow the live rows", () => {
  const terminal = new TinyTerminal(60);
  const face = faceOn(terminal, { bottom: () => ({ rows: ["", "› hello"], cursor: { row: 1, column: 7 } }) });
  face.show(heard("Let us"));
  expect(terminal.text).toBe("\nada      Let us\n\n› hello");
  expect(terminal.cursor).toEqual([3, 7]);
});

test("commands in a row are one line where they are told together, and what is left is told at the end", () => {
  const past = Past.opened();
  past.threadOpens("coding/t1.1", "ada", "coding", "t1");
  const loop = past.loopOpens("coding/t1.1", "done");
  for (let ask = 1; ask <= 3; ask++) {
    past.asks(loop, ask);
    const { seq } = past.replies(loop, ask, "", { tool: "run_command", input: { command: `try ${ask}` } });
    const settled = {
      type: "tool.settled",
      loop,
      call: `c${seq}_1`,
      text: "",
      tree: "t",
      ms: 1_000,
    } as const;
    past.harness({ ...settled, failed: ask === 1, exit: ask === 1 ? 1 : 0 });
  }
  const shown = (talk: FaceOptions["talk"]) => {
    const terminal = new TinyTerminal(90);
    const face = faceOn(terminal, { talk, live: false, least: "small" });
    tell(face, past.facts);
    face.close();
    return terminal.text.split("\n").filter((row) => row.includes("try"));
  };
  expect(shown({ kind: "short", asks: false, folds: true })).toEqual([
    expect.stringMatching(/ran 3 commands, 1 failed; the last: `try 3`: exit 0, 1\.0 s$/),
  ]);
  expect(shown({ kind: "said", folds: true })).toHaveLength(1);
  expect(shown({ kind: "short", asks: false })).toHaveLength(3);
  expect(shown({ kind: "whole" })).toHaveLength(3);
});

describe("in short", () => {
  const short = { talk: { kind: "short", asks: true } } as const;

  test("it shows who speaks, and then one line in its place", () => {
    const terminal = new TinyTerminal(60);
    const face = faceOn(terminal, short);
    const past = Past.opened();
    past.enters("refinement");
    past.turn(thread, "ada", "Let us begin with the parser. It is the hard part. All else waits for it.");
    const replied = past.facts.findIndex((fact) => fact.event.type === "model.replied");
    const state = tell(face, past.facts.slice(0, replied));
    face.show({ kind: "signal", signal: { type: "ask.began", thread, ask: 1, seat: "ada" } });
    expect(terminal.text).toMatch(/\nada {8}thinks …$/);
    face.show(heard("Let us begin with"));
    expect(terminal.text).toMatch(/\nada {8}speaks …$/);
    tell(face, past.facts.slice(replied), state);
    face.close();
    expect(terminal.text).toMatch(/\nada {8}Let us begin with the parser. …$/);
  });

  test("what the coach says appears as it is spoken and stands in full", () => {
    const terminal = new TinyTerminal(60);
    const face = faceOn(terminal, short);
    const past = Past.opened();
    past.enters("refinement");
    const coached = "coach/refinement.1/1";
    past.turn(coached, "coach", "We agree on the parser. Nobody wants more. Go on.");
    const replied = past.facts.findIndex((fact) => fact.event.type === "model.replied");
    const state = tell(face, past.facts.slice(0, replied));
    face.show({
      kind: "signal",
      signal: { type: "text.delta", thread: coached, ask: 1, seat: "coach", text: "We agree on the" },
    });
    expect(terminal.text).toMatch(/coach {6}We agree on the$/);
    tell(face, past.facts.slice(replied), state);
    expect(terminal.text.replace(/\s+/g, " ")).toContain(
      "coach We agree on the parser. Nobody wants more. Go on.",
    );
  });

  test("a scope that waits is shown in full where a person is asked, and as one line elsewhere", () => {
    const past = Past.opened().reaches("refinement");
    past.signals();
    past.submits("scope", scope);
    const rows = ([true, false] as const).map((asks) => {
      const terminal = new TinyTerminal(60);
      tell(faceOn(terminal, { talk: { kind: "short", asks }, least: "plain" }), past.facts);
      return terminal.text;
    });
    expect(rows[0]).toContain("r1  it works");
    expect(rows[1]).not.toContain("r1  it works");
    expect(rows[1]).toMatch(/The scope: One thing\.\n +See it: huddle show scope/);
  });
});
