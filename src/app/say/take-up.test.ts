import { expect, test } from "vitest";
import { grooming, sessionProject } from "../../../test/support/session-project.ts";
import { decide } from "../../core/decide/decide.ts";
import type { TeamEvent } from "../../core/facts/events.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { toArray } from "../../core/text/appended.ts";
import { replyTo } from "./reply-to.ts";
import { say } from "./say.ts";
import { takeUp } from "./take-up.ts";

const now = "2026-02-01T00:00:00.000Z";

async function exploring(turns: number, how: "said" | "passed" = "said"): Promise<Journal> {
  const { open } = await sessionProject();
  const { journal } = await open("Offline mode", grooming);
  await add(journal, entered(1));
  for (let turn = 1; turn <= turns; turn++) await speaks(journal, turn, how);
  return journal;
}

function entered(visit: number): TeamEvent {
  return { type: "phase.entered", phase: "exploration", visit, kickoff: "", charter: "c" };
}

async function add(journal: Journal, ...events: readonly [TeamEvent, ...TeamEvent[]]): Promise<void> {
  const [first, ...rest] = events;
  await journal.append(() => [
    { actor: "harness", event: first },
    ...rest.map((event) => ({ actor: "harness" as const, event })),
  ]);
}

async function speaks(journal: Journal, turn: number, how: "said" | "passed"): Promise<void> {
  const thread = `turn/exploration.1/${turn}`;
  const seat = turn % 2 === 1 ? "ada" : "bo";
  await add(
    journal,
    { type: "turn.started", thread, seat, round: Math.ceil(turn / 2), kind: "engineer" },
    { type: "turn.ended", thread, how },
  );
}

async function hasBrief(journal: Journal): Promise<string> {
  const body = { title: "T", brief: "B", findings: [], openQuestions: [], outOfScope: [] };
  await add(journal, {
    type: "artifact.submitted",
    kind: "brief",
    phase: "exploration",
    visit: 1,
    version: 1,
    body,
  });
  return `a${journal.state().head}`;
}

const wanted = (journal: Journal) => decide(journal.state(), now).steps.map((step) => step.key);
const waits = (journal: Journal) => decide(journal.state(), now).waits.map((wait) => wait.kind);

test("in the middle it simply goes on, with what is said first", async () => {
  const journal = await exploring(3);
  const { head } = journal.state();
  await takeUp(journal, { words: "" });
  expect(journal.state().head).toBe(head);
  await takeUp(journal, { words: "And on a train?" });
  expect(journal.state().transcript.length).toBe(1);
  expect(wanted(journal)).toEqual(["turn/exploration.1/4"]);
});

test("out of turns it gets as many again, or as many as are wanted", async () => {
  const journal = await exploring(6);
  expect(waits(journal)).toEqual(["limit"]);
  await takeUp(journal, { words: "" });
  expect(journal.state().stage).toMatchObject({ turns: 6, limit: 12 });
  await takeUp(journal, { words: "", turns: 9 });
  expect(journal.state().stage).toMatchObject({ turns: 6, limit: 15 });
  expect(wanted(journal)).toEqual(["turn/exploration.1/7"]);
});

test("passes count as turns after a return as well, and a silence ends when the talk is continued", async () => {
  const journal = await exploring(2, "passed");
  expect(journal.state().stage).toMatchObject({ turns: 2, silent: 2 });
  expect(waits(journal)).toEqual(["limit"]);
  await takeUp(journal, { words: "" });
  expect(journal.state().stage).toMatchObject({ turns: 2, silent: 0, limit: 6 });
  expect(wanted(journal)).toEqual(["turn/exploration.1/3"]);
});

test("a brief that waits goes back, and one that was asked for is not written", async () => {
  const journal = await exploring(2);
  await add(journal, { type: "phase.signalled", summary: "" });
  const writing = "artifact/exploration.1/1";
  await add(journal, { type: "turn.started", thread: writing, seat: "coach", round: 1, kind: "artifact" });
  expect(wanted(journal)).toEqual([writing]);
  await takeUp(journal, { words: "" });
  expect(wanted(journal)).toEqual(["turn/exploration.1/3"]);
  expect(journal.state().threads).toEqual([]);

  await add(journal, { type: "phase.signalled", summary: "" });
  const id = await hasBrief(journal);
  expect(waits(journal)).toEqual(["accept"]);
  await takeUp(journal, { words: "Not yet." });
  expect(waits(journal)).toEqual([]);
  expect(toArray(journal.state().transcript).at(-1)).toMatchObject({ text: "Not yet.", returned: { id } });
  expect(wanted(journal)).toEqual(["turn/exploration.1/3"]);
});

test("after its brief was accepted a new visit starts, with as many turns as wanted, and the member who is called speaks first", async () => {
  const journal = await exploring(2);
  await replyTo(journal, await hasBrief(journal), "yes", now);
  expect(decide(journal.state(), now).ending).toMatchObject({ kind: "finished" });
  await takeUp(journal, { words: "@coach, what did we leave open?", turns: 3 });
  expect(wanted(journal)).toEqual(["enter/exploration.2"]);
  await takeUp(journal, { words: "", turns: 4 });
  await add(journal, entered(2));
  expect(journal.state().stage).toMatchObject({ visit: 2, turns: 0, limit: 4 });
  expect(wanted(journal)).toEqual(["coach/exploration.2/1"]);
});

test("the coach is silent until called, even before the first turn", async () => {
  const { open } = await sessionProject();
  const { journal } = await open("Offline mode", grooming);
  await say(journal, "What do you know about it?", { to: ["coach"] });
  await add(journal, entered(1));
  expect(wanted(journal)).toEqual(["coach/exploration.1/1"]);
  const silent = await exploring(4);
  expect(wanted(silent)).toEqual(["turn/exploration.1/5"]);
});
