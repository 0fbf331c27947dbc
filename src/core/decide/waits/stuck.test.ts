import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { refined } from "../../../../test/support/pasts.ts";
import { planned, seat } from "../../../../test/support/plans.ts";
import type { EventOf } from "../../facts/events.ts";
import type { Remedy } from "../../facts/remedy-schema.ts";
import { loopOf } from "../../state/threads.ts";
import { answerStuck, type StuckAnswer, type StuckWait, stuckWaits } from "./stuck.ts";

const step = "turn/refinement.1/1";

test("only a step that could run and is not tried again by itself waits", () => {
  const past = refined();
  past.fails(step, 1_000);
  expect(stuckWaits(past.state, [{ key: step, loop: undefined }], past.state.headAt)).toEqual([]);
  const { seq } = past.fails(step);
  expect(stuckWaits(past.state, [{ key: step, loop: undefined }], past.state.headAt)).toEqual([
    { kind: "stuck", id: `s${seq}`, since: seq, step, error: "it broke" },
  ]);
  expect(
    stuckWaits(past.state, [{ key: "turn/refinement.1/2", loop: undefined }], past.state.headAt),
  ).toEqual([]);
});

test("it is tried again", () => {
  const past = refined();
  past.fails(step);
  const [wait] = stuckWaits(past.state, [{ key: step, loop: undefined }], past.state.headAt);
  if (!wait) throw new Error("nothing is stuck");
  expect(answerStuck({ wait, answer: { kind: "retry" }, at: past.state, first: 9 })).toEqual([
    { actor: "human", event: { type: "step.retried", step } },
  ]);
});

test("10.14: words are read by a member who got nowhere, and refused where nobody would read them", () => {
  const past = refined();
  const wait = (code: string) => ({ kind: "stuck", id: "s9", since: 9, step, error: "no", code }) as const;
  const advise = { kind: "advise", words: "Shorter." } as const;
  expect(answerStuck({ wait: wait("no.result"), answer: advise, at: past.state, first: 9 })).toEqual([
    { actor: "human", event: { type: "message.posted", text: "Shorter." } },
    { actor: "human", event: { type: "step.retried", step } },
  ]);
  for (const code of ["no.reply", "branch.moved"])
    expect(answerStuck({ wait: wait(code), answer: advise, at: past.state, first: 9 })).toEqual({
      refused: "No member would read your words here. Mend what is in the way, then answer yes.",
    });
});

const minute = 60_000;

test("a step that is tried again by itself waits only if that is more than ten minutes ahead, and says when", () => {
  const past = refined();
  const { seq } = past.fails(step, 60 * minute);
  const retryAt = past.state.failures[step]?.retryAt ?? "";
  const waits = (ahead: number) =>
    stuckWaits(
      past.state,
      [{ key: step, loop: undefined }],
      new Date(Date.parse(retryAt) - ahead).toISOString(),
    );
  expect(waits(10 * minute)).toEqual([]);
  expect(waits(10 * minute + 1)).toEqual([
    { kind: "stuck", id: `s${seq}`, since: seq, step, error: "it broke", until: retryAt },
  ]);
  past.human({ type: "step.retried", step });
  expect(waits(60 * minute)).toEqual([]);
});

test("the code of the failure and what Huddle can do about it are told", () => {
  const past = refined();
  const told = {
    error: "locked",
    code: "git.locked",
    remedy: { kind: "lock", path: "p", mark: "m" },
  } as const;
  const { seq } = past.harness({ type: "step.failed", step, ...told }, step);
  expect(stuckWaits(past.state, [{ key: step, loop: undefined }], past.now)).toEqual([
    { kind: "stuck", id: `s${seq}`, since: seq, step, ...told },
  ]);
});

describe("steps that got no answer from a provider", () => {
  const engineers = ["ada", "bo", "cy", "di"];
  const ids = ["t1", "t2", "t3", "t4"];

  /** Each engineer at a task of its own; they ask these models, which fail in turn, the last one first. */
  function silent(
    models: readonly string[],
    { failure = "unreachable", outcome = "model-error" }: Partial<Told> = {},
  ) {
    const past = Past.opened({ seats: engineers.map((id) => seat(id)) }).reaches(
      "implementation",
      ids.map((id) => planned(id)),
      engineers,
    );
    const loops = models.map((model, index) => {
      past.threadOpens(`coding/t${index + 1}`, engineers[index] ?? "", "coding", `t${index + 1}`);
      const loop = past.loopOpens(`coding/t${index + 1}`, "done");
      const { seq } = past.harness({ ...asking, loop, model });
      past.harness({ type: "model.failed", asked: seq, loop, ask: 1, failure, text: "No." });
      past.harness({ type: "loop.closed", loop, outcome });
      return loop;
    });
    for (const index of models.keys()) past.fails(`step ${models.length - index}`);
    const tried = loops.map((id, index) => ({ key: `step ${index + 1}`, loop: loopOf(past.state, id) }));
    return stuckWaits(past.state, tried, past.now).map(({ step: key, also, provider }) => ({
      key,
      also,
      provider,
    }));
  }
  interface Told {
    readonly failure: EventOf<"model.failed">["failure"];
    readonly outcome: EventOf<"loop.closed">["outcome"];
  }
  const asking = {
    type: "model.asked",
    ask: 1,
    attempt: 1,
    renderer: 1,
    hash: "h",
    bytes: 1,
  } as const;

  test("are one wait for each provider, the oldest of them with the others", () => {
    expect(silent(["acme/a", "other/b", "acme/c", "acme/a"])).toEqual([
      { key: "step 4", also: ["step 3", "step 1"], provider: "acme" },
      { key: "step 2", also: undefined, provider: "other" },
    ]);
  });

  test.each<Partial<Told>>([{ failure: "refused" }, { failure: "stopped" }, { outcome: "iteration-limit" }])(
    "are separate where it did answer, or was not what ended the conversation: %j",
    (told) => {
      expect(silent(["acme/a", "acme/a"], told)).toEqual([
        { key: "step 2", also: undefined, provider: undefined },
        { key: "step 1", also: undefined, provider: undefined },
      ]);
    },
  );
});

describe("what an answer does", () => {
  const lock: Remedy = { kind: "lock", path: "p", mark: "m" };
  const moved: Remedy = { kind: "moved", ref: "r", was: "one", now: "two" };
  const retried = (key: string) => ({ actor: "human", event: { type: "step.retried", step: key } });
  const agreed = { actor: "human", event: { type: "step.retried", step, agreed: true } };
  const answered = (answer: StuckAnswer, wait: Partial<StuckWait>) =>
    answerStuck({
      wait: { kind: "stuck", id: "s9", since: 9, step, error: "no", ...wait },
      answer,
      at: refined().state,
      first: 10,
    });

  test("all steps with the same trouble are sent on, with words as well as without", () => {
    const also = ["b", "c"];
    expect(answered({ kind: "retry" }, { also })).toEqual([retried(step), retried("b"), retried("c")]);
    expect(answered({ kind: "advise", words: "Go." }, { also, code: "no.result" })).toEqual([
      { actor: "human", event: { type: "message.posted", text: "Go." } },
      retried(step),
      retried("b"),
      retried("c"),
    ]);
  });

  test("no words are no advice", () => {
    expect(answered({ kind: "advise", words: "" }, { code: "no.result" })).toEqual({
      refused: "Say what should be done differently.",
    });
  });

  test("a lock is removed where there is one", () => {
    expect(answered({ kind: "unlock" }, { remedy: lock })).toEqual([agreed]);
    for (const wait of [{}, { remedy: moved }])
      expect(answered({ kind: "unlock" }, wait)).toEqual({ refused: "No lock is in the way here." });
  });

  test("a branch that was moved is taken where it is: that of the session here, that of a task by its step", () => {
    expect(answered({ kind: "take" }, { remedy: moved })).toEqual([
      { actor: "human", event: { type: "branch.taken", was: "one", commit: "two" } },
      retried(step),
    ]);
    expect(answered({ kind: "take" }, { remedy: { ...moved, task: "t1" } })).toEqual([agreed]);
    for (const wait of [{}, { remedy: lock }, { remedy: { ...moved, now: null } }])
      expect(answered({ kind: "take" }, wait)).toEqual({
        refused: "There is no branch here that could be taken as it is.",
      });
  });
});
