import { describe, expect, test } from "vitest";
import { openTestJournal, temporaryLog } from "../../../test/support/log-fixtures.ts";
import { instant, Past } from "../../../test/support/past.ts";
import { planned, scope } from "../../../test/support/plans.ts";
import type { Draft } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { advance, replyTo, requestShip } from "./human.ts";
import { say } from "./say.ts";
import { setPace } from "./set-pace.ts";

const now = instant(10_000);

/** A real log on disk that holds this past. */
async function journalOf(past: Past): Promise<Journal> {
  const journal = await openTestJournal(await temporaryLog());
  const [first, ...others] = past.facts.map(({ actor, event }) => ({ actor, event }) as Draft); // a past knows every type
  if (first) await journal.append(() => [first, ...others]);
  return journal;
}

/** What a person's act adds to the log. */
async function added(journal: Journal, act: Promise<unknown>): Promise<readonly Draft[]> {
  const before = journal.state().head;
  await act;
  const facts: Draft[] = [];
  for await (const { seq, actor, event } of journal.read(before + 1))
    if (seq > before && event.type !== "unknown") facts.push({ actor, event });
  return facts;
}

async function refuses(journal: Journal, act: Promise<unknown>, words: RegExp | string): Promise<void> {
  const before = journal.state().head;
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Fault);
  expect(error).toMatchObject({ code: "refused" });
  expect((error as Fault).message).toMatch(words);
  expect(journal.state().head).toBe(before);
}

function refined(): Past {
  const past = Past.opened();
  past.enters("refinement");
  return past;
}

function submitted(): { past: Past; id: string } {
  const past = refined();
  past.signals();
  return { past, id: past.submits("scope", scope) };
}

function asked(options: string[]): { past: Past; id: string } {
  const past = refined();
  const thread = "coach/refinement.1/1";
  const loop = past.turnStarts(thread, "coach", "coach");
  past.asks(loop);
  const { seq } = past.replies(loop, 1, "", { tool: "ask_pm", input: {} });
  past.add("coach", { type: "question.asked", text: "Big?", options, thread, loop, call: `c${seq}_1` });
  return { past, id: `q${past.state.head}` };
}

function reviewed(): Past {
  const past = Past.opened().reaches("code-review");
  past.accepts(past.submits("findings", { summary: "Nothing.", findings: [] }));
  return past;
}

function closed(): Past {
  const past = reviewed();
  past.harness({ type: "session.closed", how: "finished", why: "shipped" });
  return past;
}

describe("saying something", () => {
  test("is a message by the person, trimmed, to whom it was addressed", async () => {
    const journal = await journalOf(refined());
    expect(await added(journal, say(journal, "  Be brief. \n", { to: ["ada"] }))).toEqual([
      { actor: "human", event: { type: "message.posted", text: "Be brief.", to: ["ada"] } },
    ]);
    expect(await added(journal, say(journal, "To all."))).toEqual([
      { actor: "human", event: { type: "message.posted", text: "To all." } },
    ]);
  });

  test("nothing, to nobody, or when it is over is refused", async () => {
    const journal = await journalOf(refined());
    await refuses(journal, say(journal, " \n"), "There is nothing to say in an empty message.");
    await refuses(
      journal,
      say(journal, "x", { to: ["ada", "zed"] }),
      "There is nobody called zed. The team: ada, bo, coach, architect.",
    );
    const ended = await journalOf(closed());
    await refuses(ended, say(ended, "x"), "This session is over. Start another with: huddle new");
  });
});

describe("answering what waits", () => {
  test("a question by the number of an option", async () => {
    const { past, id } = asked(["yes", "no"]);
    const journal = await journalOf(past);
    expect(await added(journal, replyTo(journal, id, " 2 ", now))).toEqual([
      { actor: "human", event: { type: "question.answered", question: id, text: "no", option: 2 } },
    ]);
    expect(journal.state().questions).toEqual({});
  });

  test("a question in words, with options or without; a number is words where there are no options", async () => {
    const { past, id } = asked(["yes", "no"]);
    const journal = await journalOf(past);
    expect(await added(journal, replyTo(journal, id, "rather not", now))).toMatchObject([
      { event: { text: "rather not" } },
    ]);
    const free = asked([]);
    const other = await journalOf(free.past);
    expect(await added(other, replyTo(other, free.id, "7", now))).toEqual([
      { actor: "human", event: { type: "question.answered", question: free.id, text: "7" } },
    ]);
  });

  test("an option that is not there and nothing at all are refused", async () => {
    const { past, id } = asked(["yes", "no"]);
    const journal = await journalOf(past);
    await refuses(journal, replyTo(journal, id, "3", now), "There are only 2 options.");
    await refuses(journal, replyTo(journal, id, " ", now), "Say something, or the number of an option.");
  });

  test.each(["yes", "Y", "ok", "accept"])("an artifact with %s is accepted", async (answer) => {
    const { past, id } = submitted();
    const journal = await journalOf(past);
    expect(await added(journal, replyTo(journal, id, answer, now))).toEqual([
      { actor: "human", event: { type: "artifact.settled", artifact: id, verdict: "accepted", reasons: [] } },
    ]);
  });

  test.each([
    "back Smaller, please.",
    "no Smaller, please.",
    "No, Smaller, please.",
    "back: Smaller, please.",
  ])("an artifact is sent back with %s, and the reason is what the team reads next", async (answer) => {
    const { past, id } = submitted();
    const journal = await journalOf(past);
    expect(await added(journal, replyTo(journal, id, answer, now))).toEqual([
      {
        actor: "human",
        event: { type: "artifact.settled", artifact: id, verdict: "returned", reasons: ["Smaller, please."] },
      },
      { actor: "human", event: { type: "message.posted", text: "Smaller, please." } },
    ]);
  });

  test("a bare no is asked for its reason", async () => {
    const { past, id } = submitted();
    const journal = await journalOf(past);
    for (const answer of ["no", "No", "back", "back: "])
      await refuses(
        journal,
        replyTo(journal, id, answer, now),
        `Say what must be different: huddle reply ${id} back "…"`,
      );
  });

  test.each(["looks good", "nothing to add", "backwards is fine", "", "yes please"])(
    "%j could mean either, so it is refused with both ways named",
    async (answer) => {
      const { past, id } = submitted();
      const journal = await journalOf(past);
      await refuses(journal, replyTo(journal, id, answer, now), `huddle reply ${id} yes. To send it back`);
    },
  );

  test("an accepted plan makes its tasks in the same append", async () => {
    const past = Past.opened().reaches("planning");
    past.signals();
    const id = past.submits("tasks", { tasks: [planned("t1"), planned("t2")] });
    const journal = await journalOf(past);
    const types = (await added(journal, replyTo(journal, id, "yes", now))).map(({ event }) => event.type);
    expect(types).toEqual(["artifact.settled", "tasks.planned", "task.assigned", "task.assigned"]);
  });

  test("a stuck step is tried again with yes or retry, and with nothing else", async () => {
    const past = refined();
    past.fails("turn/refinement.1/1");
    const journal = await journalOf(past);
    const id = `s${past.state.head}`;
    await refuses(journal, replyTo(journal, id, "hm", now), "Answer yes to try it again.");
    expect(await added(journal, replyTo(journal, id, "retry", now))).toEqual([
      { actor: "human", event: { type: "step.retried", step: "turn/refinement.1/1" } },
    ]);
  });

  test("what can be shipped says how", async () => {
    const past = reviewed();
    const journal = await journalOf(past);
    await refuses(journal, replyTo(journal, `p${past.state.head}`, "yes", now), "Type: huddle ship");
  });

  test("an item that is not there names those that are", async () => {
    const { past, id } = submitted();
    const journal = await journalOf(past);
    await refuses(
      journal,
      replyTo(journal, "q9", "yes", now),
      `There is no item q9 in the inbox. Open: ${id}.`,
    );
    const empty = await journalOf(refined());
    await refuses(empty, replyTo(empty, "q9", "yes", now), "There is no item q9; nothing waits for you.");
  });

  test("the second of two who answer at once is told that nothing waits any more", async () => {
    const { past, id } = submitted();
    const path = await temporaryLog();
    const one = await openTestJournal(path);
    const [first, ...others] = past.facts.map(({ actor, event }) => ({ actor, event }) as Draft);
    if (first) await one.append(() => [first, ...others]);
    const two = await openTestJournal(path);
    const both = await Promise.allSettled([replyTo(one, id, "yes", now), replyTo(two, id, "Smaller.", now)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const settled = [];
    for await (const { event } of one.read(1)) if (event.type === "artifact.settled") settled.push(event);
    expect(settled).toHaveLength(1);
  });
});

describe("moving on", () => {
  test("accepts what waits to be accepted", async () => {
    const { past, id } = submitted();
    const journal = await journalOf(past);
    expect(await added(journal, advance(journal))).toMatchObject([
      { event: { type: "artifact.settled", artifact: id, verdict: "accepted" } },
    ]);
  });

  test("asks for the artifact where there is none yet, once", async () => {
    const journal = await journalOf(refined());
    expect(await added(journal, advance(journal))).toEqual([
      {
        actor: "human",
        event: { type: "phase.signalled", summary: "The product manager wants to move on." },
      },
    ]);
    expect(await added(journal, advance(journal))).toEqual([]);
  });

  test.each<[what: string, past: () => Past, words: RegExp]>([
    ["before it began", () => Past.opened(), /has not begun\. Type: huddle run/],
    [
      "with a question open",
      () => asked([]).past,
      /A question waits for you first\. Type: huddle reply q\d+ "…"/,
    ],
    [
      "while building",
      () => Past.opened().reaches("implementation"),
      /Building ends when all tasks have landed/,
    ],
    [
      "from a phase that is done",
      () => {
        const { past, id } = submitted();
        past.accepts(id);
        return past;
      },
      /already done\. Type: huddle run/,
    ],
    ["from the last phase", reviewed, /Everything is reviewed\. Type: huddle ship/],
    ["when it is over", closed, /This session is over/],
  ])("%s is refused", async (_, past, words) => {
    const journal = await journalOf(past());
    await refuses(journal, advance(journal), words);
  });
});

describe("asking to ship", () => {
  test("is recorded when everything is reviewed", async () => {
    const journal = await journalOf(reviewed());
    expect(await added(journal, requestShip(journal, "trunk", "fast-forward", now))).toEqual([
      { actor: "human", event: { type: "ship.requested", onto: "trunk", how: "fast-forward" } },
    ]);
    await refuses(
      journal,
      requestShip(journal, "other", "branch", now),
      "It is being shipped onto trunk already",
    );
  });

  test("is possible again where it got stuck", async () => {
    const past = reviewed();
    const { seq } = past.human({ type: "ship.requested", onto: "trunk", how: "fast-forward" });
    past.fails(`ship@${seq}`);
    const journal = await journalOf(past);
    expect(await added(journal, requestShip(journal, "other", "branch", now))).toMatchObject([
      { event: { type: "ship.requested", onto: "other" } },
    ]);
  });

  test("is refused before the last review, and after it was shipped", async () => {
    const early = await journalOf(Past.opened().reaches("implementation"));
    await refuses(early, requestShip(early, "trunk", "branch", now), "There is nothing to ship yet");
    const past = reviewed();
    past.harness({
      type: "session.shipped",
      onto: "trunk",
      how: "branch",
      was: null,
      commit: "c",
      effect: "e",
    });
    const late = await journalOf(past);
    await refuses(late, requestShip(late, "trunk", "branch", now), "Already shipped onto trunk.");
  });
});

test("a pace that is set already is no fact", async () => {
  const journal = await journalOf(refined());
  expect(await added(journal, setPace(journal, "auto", "--auto"))).toMatchObject([
    { actor: "human", event: { type: "policy.changed", patch: { pace: "auto" }, why: "--auto" } },
  ]);
  expect(await added(journal, setPace(journal, "auto", "--auto"))).toEqual([]);
});
