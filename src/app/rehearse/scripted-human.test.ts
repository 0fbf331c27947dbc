import { expect, test } from "vitest";
import { MemoryLog } from "../../../test/support/memory-journal.ts";
import { Past } from "../../../test/support/past.ts";
import { scope } from "../../../test/support/plans.ts";
import { waitingCases } from "../../../test/support/waiting.ts";
import type { Clock } from "../../core/ports/clock.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { replyTo } from "../say/reply-to.ts";
import { type Act, playHuman, type ScriptedHuman } from "./scripted-human.ts";

const never = new AbortController().signal;
/** Time stands still; a sleep lasts until the test ends it. */
const sleepless: Clock = { now: () => "2026-01-01T01:00:00.000Z", sleep: async () => {} };

async function logOf(past: Past): Promise<MemoryLog> {
  const log = new MemoryLog(sleepless.now);
  for (const { actor, event } of past.facts)
    if (event.type !== "unknown") await log.append(() => [{ actor, event }], {});
  return log;
}

function scopeWaits(): Past {
  const past = Past.opened().reaches("refinement");
  past.signals();
  past.submits("scope", scope);
  return past;
}

const acceptScope: Act = { on: "accept", artifact: "scope", version: 1, waitMs: 700 };

function human(acts: readonly Act[], more: Partial<ScriptedHuman> = {}): ScriptedHuman {
  return { acts, onto: "main", clock: sleepless, delayMs: () => 0, ...more };
}

/** The session is over as soon as the script has acted, so the script leaves. */
function closesAfterwards(journal: Journal): Pick<ScriptedHuman, "onActed"> {
  return {
    onActed: () =>
      void journal.append(() => [
        { actor: "harness", event: { type: "session.closed", how: "finished", why: "" } },
      ]),
  };
}

test("it acts as the human on what waits, and leaves when the session is over", async () => {
  const log = await logOf(scopeWaits());
  const journal = log.journal();
  expect(await playHuman(journal, human([acceptScope], closesAfterwards(journal)), never)).toBeUndefined();
  const settled = log.facts.find((fact) => fact.event.type === "artifact.settled");
  expect(settled).toMatchObject({ actor: "human", event: { verdict: "accepted" } });
});

test("a question is answered with the option that its thread's line chooses", async () => {
  const past = Past.opened().reaches("refinement");
  const loop = past.turnStarts("coach/refinement.1/1", "coach", "coach");
  past.asks(loop);
  const asked = past.replies(loop, 1, "", { tool: "ask_pm", input: {} });
  past.add("coach", {
    type: "question.asked",
    text: "Which?",
    options: ["A", "B"],
    thread: "coach/refinement.1/1",
    loop,
    call: `c${asked.seq}_1`,
  });
  const log = await logOf(past);
  const journal = log.journal();
  const acts: Act[] = [
    { on: "question", thread: "coach/refinement.1/2", choose: 1, waitMs: 0 },
    { on: "question", thread: "coach/refinement.1/1", choose: 2, waitMs: 0 },
  ];
  await playHuman(journal, human(acts, closesAfterwards(journal)), never);
  expect(log.facts.find((fact) => fact.event.type === "question.answered")?.event).toMatchObject({
    text: "B",
    option: 2,
  });
});

test("a wait that the script does not know is returned, and nothing is done", async () => {
  const log = await logOf(scopeWaits());
  const facts = log.facts.length;
  const second: Act = { ...acceptScope, version: 2 };
  expect(await playHuman(log.journal(), human([second]), never)).toMatchObject({
    kind: "accept",
    version: 1,
  });
  expect(log.facts).toHaveLength(facts);
});

test("the script does nothing when somebody else acts first", async () => {
  const log = await logOf(scopeWaits());
  const journal = log.journal();
  const acted: string[] = [];
  const over = new AbortController();
  const asleep: Clock = {
    ...sleepless,
    sleep: (_, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
  };
  const playing = playHuman(
    journal,
    human([acceptScope], {
      clock: asleep,
      delayMs: (act) => act.waitMs,
      onWaiting: (wait, _, delayMs) => {
        acted.push(`waits ${delayMs}`);
        void replyTo(journal, wait.id, "yes", sleepless.now());
      },
      onActed: () => acted.push("acted"),
    }),
    over.signal,
  );
  await journal.moved(log.facts.length, never);
  over.abort();
  await playing;
  expect(acted).toEqual(["waits 700"]);
  expect(log.types().filter((type) => type === "artifact.settled")).toHaveLength(1);
});

test("a question about a task is answered in the words of its thread's line", async () => {
  const asked = waitingCases.find(({ name }) => name === "question, passed")?.past() ?? Past.opened();
  const log = await logOf(asked);
  const journal = log.journal();
  const acts: readonly Act[] = [
    { on: "answer", thread: "coding/t9.1", tell: "not this", waitMs: 0 },
    { on: "answer", thread: "coding/t1.1", tell: "9090", waitMs: 0 },
  ];
  await playHuman(journal, human(acts, closesAfterwards(journal)), never);
  expect(log.state.tasks.t1).toMatchObject({
    state: "CODING",
    questions: [{ answer: { by: "human", text: "9090" } }],
  });
});
