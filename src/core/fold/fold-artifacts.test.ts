import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned, scope } from "../../../test/support/plans.ts";
import type { TeamEvent } from "../facts/events.ts";
import { factVersion } from "../facts/fact.ts";
import type { State } from "../state/state.ts";
import { toArray } from "../text/appended.ts";
import { fold } from "./fold.ts";

/** What the transcript gains when a person hands something in, in a log of this version. */
function told(state: State, v: number, event: TeamEvent) {
  const seq = state.head + 1;
  const after = fold(state, { seq, prev: "", at: "t", v, actor: "human", event });
  return toArray(after.transcript, state.transcript.length);
}

const edited = {
  type: "artifact.submitted",
  kind: "scope",
  body: { ...scope, summary: "Less.", assumptions: ["One user."] },
  phase: "refinement",
  visit: 1,
  version: 2,
} as const satisfies TeamEvent;

describe("what a person changed by hand", () => {
  test("is told by the fact itself in a log of version 1", () => {
    const { state } = Past.opened().reaches("planning");
    const text = "I have changed the scope by hand:\n- summary: Less.\n- added assumption: One user.";
    expect(told(state, 1, edited)).toEqual([
      { seq: state.head + 1, at: "t", actor: "human", text, size: text.length },
    ]);
    expect(told(state, 1, { ...edited, body: scope })).toEqual([]);
  });

  test("was written anew where nothing stood before, as in small work of version 1", () => {
    const { state } = Past.opened();
    const body = { tasks: [planned("t1")] };
    const plan = { ...edited, kind: "tasks", body, phase: "implementation", version: 1 } as const;
    expect(told(state, 1, plan).map((entry) => entry.text)).toEqual([
      "I have changed the tasks by hand:\n- written anew",
    ]);
  });

  test("is not told by the fact any more: a message says it", () => {
    expect(told(Past.opened().reaches("planning").state, factVersion, edited)).toEqual([]);
  });
});
