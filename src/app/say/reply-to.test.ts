import { describe, expect, test } from "vitest";
import { instant, Past } from "../../../test/support/past.ts";
import { asked, refined, reviewed, submitted } from "../../../test/support/pasts.ts";
import { planned } from "../../../test/support/plans.ts";
import { added, journalOf, refuses } from "../../../test/support/told.ts";
import { waiting } from "../../../test/support/waiting.ts";
import { decide } from "../../core/decide/decide.ts";
import { replyTo } from "./reply-to.ts";

const now = instant(10_000);

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
      { actor: "human", event: { type: "message.posted", text: "Smaller, please.", returns: id } },
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
    await refuses(journal, replyTo(journal, id, "hm", now), `Type one of: huddle reply ${id} yes`);
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
      replyTo(journal, "q99", "yes", now),
      `There is no item q99 in the inbox. Open: ${id}.`,
    );
    const empty = await journalOf(refined());
    await refuses(
      empty,
      replyTo(empty, "q99", "yes", now),
      "There is no item q99 in the inbox. Nothing waits for you.",
    );
  });

  test("an item that was answered before is told so", async () => {
    const { past, id } = submitted();
    past.accepts(id);
    const journal = await journalOf(past);
    await refuses(
      journal,
      replyTo(journal, id, "yes", now),
      `${id} no longer waits for you: it was answered, or something else settled it. Nothing else waits for you. See: huddle show`,
    );
  });
});

test("another model: what is known of it decides whether a member can have it", async () => {
  const past = waiting.provider();
  const [wait] = decide(past.state, now).waits;
  const journal = await journalOf(past);
  const canUseTools = (model: string) => (model === "local/small" ? false : undefined);
  const id = wait?.id ?? "";
  await refuses(
    journal,
    replyTo(journal, id, "local/small", now, { canUseTools }),
    "local/small cannot use tools",
  );
  expect(await added(journal, replyTo(journal, id, "local/large", now, { canUseTools }))).toMatchObject([
    { event: { type: "seats.changed" } },
  ]);
});
