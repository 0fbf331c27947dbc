import { expect, test } from "vitest";
import { instant } from "../../test/support/past.ts";
import { asked } from "../../test/support/pasts.ts";
import { journalOf } from "../../test/support/told.ts";
import type { SessionFiles } from "../core/ports/sessions.ts";
import { inboxOf } from "../core/views/inbox/inbox.ts";
import type { Project } from "./project.ts";
import { settleItem } from "./settle-item.ts";

const now = instant(10_000);

/** A repository with one session, in which a question waits. */
async function asking() {
  const { past, id } = asked(["A", "B"]);
  const journal = await journalOf(past);
  let closed = 0;
  const close = async () => {
    closed += 1;
  };
  // Only what settling needs.
  const files = { id: "s", journal, writeView: async () => "", close };
  const sessions = { open: async () => files as unknown as SessionFiles };
  const project = { sessions, clock: { now: () => now }, canUseTools: () => undefined } as unknown as Project;
  const [seen] = inboxOf(journal.state(), now);
  if (!seen) throw new Error("nothing waits");
  return { id, journal, project, seen, closed: () => closed };
}

test.each<[what: string, decided: Parameters<typeof settleItem>[3], text: string]>([
  ["an offer", { answer: { kind: "choose", option: 2 } }, "B"],
  ["typed words", { typed: " 1 " }, "A"],
])("%s settles what was shown, and the session is closed", async (_, decided, text) => {
  const { id, journal, project, seen, closed } = await asking();
  await settleItem(project, "s", seen, decided);
  const events = [];
  for await (const { event } of journal.read(1)) if (event.type === "question.answered") events.push(event);
  expect(events).toMatchObject([{ question: id, text }]);
  expect(closed()).toBe(1);
});

test.each<Parameters<typeof settleItem>[3]>([{ answer: { kind: "choose", option: 1 } }, { typed: "1" }])(
  "%j about something that was shown otherwise is refused; nothing is said, and the session is closed",
  async (decided) => {
    const { journal, project, seen, closed } = await asking();
    const before = journal.state().head;
    const other = { ...seen, options: ["B", "A"] };
    await expect(settleItem(project, "s", other, decided)).rejects.toThrow("has changed since you looked");
    expect(journal.state().head).toBe(before);
    expect(closed()).toBe(1);
  },
);

test("words that answer nothing are refused with what can be typed", async () => {
  const { project, seen } = await asking();
  await expect(settleItem(project, "s", seen, { typed: "9" })).rejects.toThrow("There are only 2 options");
});
