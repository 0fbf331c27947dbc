import { describe, expect, test } from "vitest";
import { openTestJournal, temporaryLog } from "../../../test/support/log-fixtures.ts";
import { instant } from "../../../test/support/past.ts";
import { asked, submitted } from "../../../test/support/pasts.ts";
import { added, journalOf, refuses } from "../../../test/support/told.ts";
import { waitingCases } from "../../../test/support/waiting.ts";
import { decide } from "../../core/decide/decide.ts";
import type { Answer } from "../../core/decide/waits/wait.ts";
import { type InboxItem, itemOf } from "../../core/views/inbox/inbox.ts";
import { wordsOf } from "../../core/views/inbox/words-of.ts";
import { answer } from "./answer.ts";

const now = instant(10_000);
type Case = (typeof waitingCases)[number];

function waitOf({ kind, past }: Case) {
  const [wait] = past().decided(now).waits;
  if (wait?.kind !== kind) throw new Error(`${kind} does not wait`);
  return wait;
}

/** Every answer that is offered anywhere, as a button would send it. Shipping stands apart: git supplies its target. */
const offered: readonly { readonly name: string; readonly at: Case; readonly given: Answer }[] = [
  ...waitingCases.flatMap((at) =>
    wordsOf(waitOf(at)).offers.flatMap((offer) =>
      "answer" in offer ? [{ name: at.name, at, given: offer.answer }] : [],
    ),
  ),
  ...waitingCases
    .filter((at) => at.kind === "ship")
    .map((at) => ({
      name: at.name,
      at,
      given: { kind: "ship" as const, onto: "trunk", how: "fast-forward" as const },
    })),
];

describe("what is offered", () => {
  test.each(offered)("$given settles $name", async ({ at, given }) => {
    const journal = await journalOf(at.past());
    const { id } = waitOf(at);
    expect(await added(journal, answer(journal, id, given, now))).not.toEqual([]);
    expect(decide(journal.state(), now).waits.map((wait) => wait.id)).not.toContain(id);
  });

  test.each(waitingCases)("answers $name and nothing else", async (at) => {
    const journal = await journalOf(at.past());
    const { id } = waitOf(at);
    for (const other of offered.filter((one) => one.at.kind !== at.kind))
      await refuses(journal, answer(journal, id, other.given, now), `${id} cannot be answered like that`);
  });
});

describe("an answer is bound to what was shown", () => {
  const withOffer = waitingCases.flatMap((at) => {
    const [first] = offered.filter((one) => one.at === at);
    return first ? [{ ...at, given: first.given }] : [];
  });
  const seenIn = (at: Case): InboxItem => {
    const past = at.past();
    return itemOf(past.state, waitOf(at));
  };

  test.each(withOffer)("to $name, as it waits, it is given", async (at) => {
    const journal = await journalOf(at.past());
    const item = seenIn(at);
    // A face adds the side file to the text, and a page has been through JSON.
    const seen: InboxItem = JSON.parse(
      JSON.stringify(item.shown === undefined ? item : { ...item, text: `${item.text}\nall of it` }),
    );
    expect(await added(journal, answer(journal, item.id, at.given, now, { seen }))).not.toEqual([]);
  });

  test.each(withOffer)("to $name, once anything shown differs, it is refused", async (at) => {
    const journal = await journalOf(at.past());
    const item = seenIn(at);
    const others: Partial<InboxItem>[] = [
      { title: "other" },
      { offers: [] },
      { since: item.since + 1 },
      item.shown === undefined ? { text: "other" } : { shown: "other" },
      ...(item.kind === "approval" ? [{ approves: "other" }] : []),
    ];
    for (const other of others)
      await refuses(
        journal,
        answer(journal, item.id, at.given, now, { seen: { ...item, ...other } }),
        `${item.id} has changed since you looked`,
      );
  });
});

describe("an answer is taken as it is", () => {
  test("what must be different may be any words", async () => {
    const { past, id } = submitted();
    const journal = await journalOf(past);
    expect(await added(journal, answer(journal, id, { kind: "return", words: "yes" }, now))).toEqual([
      {
        actor: "human",
        event: { type: "artifact.settled", artifact: id, verdict: "returned", reasons: ["yes"] },
      },
      { actor: "human", event: { type: "message.posted", text: "yes", returns: id } },
    ]);
  });

  test("a number in words chooses no option", async () => {
    const { past, id } = asked(["A", "B"]);
    const journal = await journalOf(past);
    expect(await added(journal, answer(journal, id, { kind: "tell", words: "2" }, now))).toEqual([
      { actor: "human", event: { type: "question.answered", question: id, text: "2" } },
    ]);
  });
});

test("of two people who answer at once, the second is told that nothing waits any more", async () => {
  const { past, id } = submitted();
  const path = await temporaryLog();
  const one = await journalOf(past, path);
  const two = await openTestJournal(path);
  const both = await Promise.allSettled([
    answer(one, id, { kind: "approve" }, now),
    answer(two, id, { kind: "return", words: "Smaller." }, now),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const settled = [];
  for await (const { event } of one.read(1)) if (event.type === "artifact.settled") settled.push(event);
  expect(settled).toHaveLength(1);
});
