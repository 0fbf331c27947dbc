import { describe, expect, onTestFinished, test } from "vitest";
import type { AskedBy } from "../../src/core/ports/model.ts";
import { defaultPolicy } from "../../src/core/terms/defaults.ts";
import type { Policy } from "../../src/core/terms/policy.ts";
import { traceOf } from "../../src/core/views/trace/trace.ts";
import { type Verdict, verdictOf } from "../../src/core/views/verdict/verdict.ts";
import { FakeSession, type FakeSessionOptions, obliging } from "../support/fake-session.ts";
import { gatewayTo, modelOf, type StageWire, wires } from "../support/gateway-stage.ts";
import { realClock } from "../support/plain.ts";
import { planned, team } from "../support/plans.ts";
import type { Answer } from "../support/provider-server/answer.ts";
import { everyMisbehaviour } from "../support/provider-server/every-misbehaviour.ts";
import type { Recorded } from "../support/provider-server/recorded.ts";
import { startProviderServer } from "../support/provider-server/start-provider-server.ts";

type Asked = Pick<AskedBy, "thread" | "ask">;

interface Cast {
  readonly name: string;
  /** What somebody says instead of doing their work. */
  says?(by: Asked): Answer | undefined;
  /** The provider is away for this request. */
  isAway?(by: Asked, at: FakeSession): boolean;
  readonly options?: FakeSessionOptions;
  prepare?(at: FakeSession): void;
  /** The whole talk before building. */
  readonly talks?: true;
  readonly exit: number;
  readonly outcomes: Readonly<Record<string, string>>;
  /** The escalation that is left, if one is. */
  readonly kinds: readonly string[];
  readonly atMost: number;
}

const tenMinutes = 10 * 60_000;
const is = (kind: string, { thread }: Asked) => thread.startsWith(`${kind}/`);
const isOfT1 = (by: Asked) => by.thread.startsWith("coding/t1.");
const call = (tool: string, input: Record<string, unknown>): Answer => ({ calls: [{ tool, input }] });
const calls = (...all: { tool: string; input: Record<string, unknown> }[]): Answer => ({ calls: all });

const tests =
  'test("doubles", () => assert.equal(twice(2), 4));\ntest("zero", () => assert.equal(twice(0), 0));\n';
const t2 = "landed";

const casts: readonly Cast[] = [
  {
    name: "an engineer that never stops",
    says: (by) => (isOfT1(by) ? call("list_files", { path: `d${by.ask}` }) : undefined),
    exit: 5,
    outcomes: { t1: "failed", t2 },
    kinds: ["requeue"],
    atMost: 40,
  },
  {
    name: "an engineer that claims without doing",
    says: (by) =>
      isOfT1(by) ? call("done", { summary: `All done, all tests pass (${by.ask})` }) : undefined,
    exit: 5,
    outcomes: { t1: "failed", t2 },
    kinds: ["requeue"],
    atMost: 25,
  },
  {
    name: "an engineer that edits tests to pass",
    says: (by) =>
      isOfT1(by)
        ? calls(
            { tool: "write_file", input: { path: "twice.test.js", content: `// ${by.ask}\n` } },
            { tool: "done", input: { summary: "Make the tests pass" } },
          )
        : undefined,
    options: { files: { "twice.test.js": tests } },
    exit: 3,
    outcomes: { t1: "blocked", t2 },
    kinds: ["budget-review"],
    atMost: 15,
  },
  {
    name: "a reviewer that always approves",
    says: (by) =>
      is("review", by) ? call("review_complete", { status: "approved", feedback: "LGTM" }) : undefined,
    exit: 3,
    outcomes: { t1: "blocked", t2: "blocked" },
    kinds: ["budget-review", "budget-review"],
    atMost: 15,
  },
  {
    name: "a reviewer that never does",
    says: (by) =>
      is("review", by)
        ? call("review_complete", { status: "changes", feedback: `Not yet: ${by.thread}` })
        : undefined,
    exit: 3,
    outcomes: { t1: "blocked", t2: "blocked" },
    kinds: ["budget-review", "budget-review"],
    atMost: 25,
  },
  {
    name: "an architect that is down for ten minutes",
    isAway: (by, at) => is("review", by) && at.clock.ms < Date.UTC(2026, 0, 1) + tenMinutes,
    exit: 3,
    outcomes: { t1: "landed", t2 },
    kinds: ["approval"],
    atMost: 25,
  },
  {
    name: "an architect that cannot answer",
    says: (by) =>
      is("answer", by)
        ? call("submit_reply", { cannot: "It is about money." })
        : isOfT1(by)
          ? call("ask_question", { question: "Which port?" })
          : undefined,
    exit: 3,
    outcomes: { t1: "blocked", t2 },
    kinds: ["clarify"],
    atMost: 10,
  },
  {
    name: "nobody at the keyboard",
    says: (by) =>
      is("coach", by) && by.ask === 1
        ? call("ask_pm", { question: "How many?", options: ["1", "2"] })
        : undefined,
    talks: true,
    exit: 3,
    outcomes: { t1: "landed", t2 },
    kinds: ["approval"],
    atMost: 40,
  },
];

const run = { name: "tests", run: "t" };
const policy: Partial<Policy> = {
  ...defaultPolicy,
  pace: "auto",
  baseline: false,
  sizing: false,
  asks: { ...defaultPolicy.asks, coding: 6 },
  checks: { quick: [run], full: [run], timeoutMs: 9 },
};

/** The cast plays over one wire, without a person, until nothing goes on. */
async function plays(cast: Cast, wire: StageWire): Promise<{ verdict: Verdict; requests: number }> {
  const tasks = [planned("t1"), planned("t2")];
  const at = new FakeSession({
    ...cast.options,
    seats: team.map((seat) => ({ ...seat, model: modelOf(wire) })),
    policy: { ...policy, ...(!cast.talks && { phases: ["implementation"] }) },
  });
  cast.prepare?.(at);
  await (cast.talks ? at.open() : at.build(tasks));
  const answers = (by: Asked, words: string): Answer => {
    const said = cast.says?.(by);
    if (said) return said;
    if (is("review", by)) return judgement(words);
    const reply = obliging({ ...by, seat: "somebody" }, tasks);
    if (reply.kind !== "replied") throw new Error("it never fails");
    return { text: reply.text, calls: reply.calls };
  };
  const server = await startProviderServer({
    answers: ({ messages }, { by }) => answers(known(by), JSON.stringify(messages)),
    plan: ({ by }) => (by && cast.isAway?.(by, at) ? [everyMisbehaviour["hangs up"]] : []),
  });
  onTestFinished(() => server.close());
  const model = gatewayTo(
    server,
    {},
    {
      // Waiting for a provider is the session's; a request takes real time.
      clock: { now: () => at.clock.now(), sleep: realClock.sleep },
      headers: ({ thread, ask }) => ({ "x-huddle-ask": `${thread}#${ask}` }),
    },
  );
  const ended = await at.run({ model, waitMs: 0 });
  server.assertSpent();
  const around = { session: "s", ended, trace: traceOf(at.state, []), lines: [], now: at.clock.now() };
  return { verdict: verdictOf(at.state, around), requests: server.requests.length };
}

/** A reviewer who looks: each criterion is held to the check, and what green checks do not show is not let through. */
function judgement(words: string): Answer {
  if (words.includes("Green checks do not show this"))
    return call("review_complete", { status: "changes", feedback: "The tests are gone. Put them back." });
  const ids = [...new Set([...words.matchAll(/- ([rt]\d+\.\d+) /g)].map(([, id]) => id))];
  const criteria = ids.map((id) => ({ id, met: "yes", evidence: ["check tests"] }));
  return call("review_complete", { status: "approved", feedback: "Tried it.", criteria });
}

function known(by: Recorded["by"]): Asked {
  if (!by) throw new Error("it does not say who asks");
  return by;
}

describe.each(wires)("12: over the wire of %s, nobody holds up a run that nobody watches", (wire) => {
  test.each(casts)("$name", async (cast) => {
    const { verdict, requests } = await plays(cast, wire);
    const outcomes = Object.fromEntries(verdict.tasks.map(({ id, outcome }) => [id, outcome]));
    const kinds = verdict.waits.map(({ escalation }) => escalation.kind);
    expect({ exit: verdict.exit, outcomes, kinds }).toEqual({
      exit: cast.exit,
      outcomes: cast.outcomes,
      kinds: cast.kinds,
    });
    expect(requests).toBeLessThanOrEqual(cast.atMost);
  });
});
