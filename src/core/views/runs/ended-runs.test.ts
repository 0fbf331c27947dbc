import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import type { EventOf } from "../../facts/events.ts";
import { endedRuns } from "./ended-runs.ts";

type Settled = Partial<EventOf<"tool.settled">>;

function coding(): { past: Past; loop: string } {
  const past = Past.opened({ policy: { setup: { run: "npm ci", update: "npm update" } } });
  past.reaches("implementation");
  past.moves("t1", "dispatched");
  past.moves("t1", "ready");
  past.threadOpens("coding/t1.1", "ada", "coding", "t1");
  const loop = past.loopOpens("coding/t1.1", "done");
  past.asks(loop);
  return { past, loop };
}

test.each<[string, { tool: string; input: Record<string, string> }, Settled, object | undefined]>([
  [
    "a command",
    { tool: "run_command", input: { command: "npm\ntest" } },
    { failed: true, exit: 1, ms: 1_234, tree: "tree", blob: "b1" },
    { task: "t1", title: "ada runs `npm test`", end: "exit 1, 1.2 s", blob: "b1" },
  ],
  [
    "a command that a limit ended",
    { tool: "run_command", input: { cmd: "x" } },
    { exit: null, ms: 90, tree: "tree", over: "memory", blob: "b1" },
    { title: "ada runs `x`", end: "ended: too much memory, 0.1 s" },
  ],
  [
    "checks of an author",
    { tool: "run_checks", input: {} },
    { ms: 2_000, tree: "tree", blob: "b2" },
    { title: "ada runs the checks", end: "green, 2.0 s", blob: "b2" },
  ],
  [
    "set-up that an author runs again",
    { tool: "install", input: {} },
    { ms: 2_000, tree: "tree", blob: "b2" },
    { title: "ada runs set-up: `npm update`, then `npm ci`", end: "green, 2.0 s" },
  ],
  [
    "a command that was interrupted",
    { tool: "run_command", input: { command: "x" } },
    { failed: true, tree: "tree", changed: [] },
    { title: "ada runs `x`", end: "interrupted, may have partly run" },
  ],
  ["a call that runs nothing", { tool: "read_file", input: { path: "a" } }, {}, undefined],
])("%s", (_, call, settled, told) => {
  const { past, loop } = coding();
  const { seq } = past.replies(loop, 1, "", call);
  const before = past.state;
  const event = { loop, call: `c${seq}_1`, failed: false, text: "", ...settled } as const;
  const fact = past.harness({ type: "tool.settled", ...event });
  const runs = endedRuns(fact, before);
  if (told === undefined) expect(runs).toEqual([]);
  else expect(runs).toEqual([expect.objectContaining({ seq: fact.seq, at: fact.at, ...told })]);
  expect(runs.every((run) => "blob" in run === (settled.blob !== undefined))).toBe(true);
});

test.each<[EventOf<"checks.finished">["why"], string | undefined, string]>([
  ["baseline", undefined, "check on the base commit"],
  ["testing", "t1", "check of the task"],
  ["landing", "t1", "check before landing"],
  ["ship", undefined, "check before shipping"],
])("every check of %s, with its occasion", (why, task, occasion) => {
  const past = Past.opened();
  const fact = past.harness({
    type: "checks.finished",
    ...(task !== undefined && { task }),
    commit: "c",
    why,
    passed: false,
    sandboxed: false,
    results: [
      { name: "tests", command: "npm test", exit: 1, ms: 40, blob: "b1" },
      { name: "lint", command: "lint", exit: null, ms: 0, blob: "b2" },
    ],
  });
  const about = { seq: fact.seq, at: fact.at, ...(task !== undefined && { task }) };
  expect(endedRuns(fact, past.state)).toEqual([
    { ...about, title: `${occasion}: tests (npm test)`, end: "exit 1, 0.0 s", blob: "b1" },
    { ...about, title: `${occasion}: lint`, end: "ended by a signal, 0.0 s", blob: "b2" },
  ]);
});
