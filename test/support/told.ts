import { expect } from "vitest";
import type { Draft } from "../../src/core/facts/fact.ts";
import { Fault } from "../../src/core/fault.ts";
import type { Journal } from "../../src/core/ports/journal.ts";
import { openTestJournal, temporaryLog } from "./log-fixtures.ts";
import type { Past } from "./past.ts";

/** A real log on disk that holds this past. */
export async function journalOf(past: Past, path?: string): Promise<Journal> {
  const journal = await openTestJournal(path ?? (await temporaryLog()));
  const [first, ...others] = past.facts.map(({ actor, event }) => ({ actor, event }) as Draft); // a past knows every type
  if (first) await journal.append(() => [first, ...others]);
  return journal;
}

/** What a person's act adds to the log. */
export async function added(journal: Journal, act: Promise<unknown>): Promise<readonly Draft[]> {
  const before = journal.state().head;
  await act;
  const facts: Draft[] = [];
  for await (const { seq, actor, event } of journal.read(before + 1))
    if (seq > before && event.type !== "unknown") facts.push({ actor, event });
  return facts;
}

export async function refuses(
  journal: Journal,
  act: Promise<unknown>,
  words: RegExp | string,
): Promise<void> {
  const before = journal.state().head;
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Fault);
  expect(error).toMatchObject({ code: expect.stringMatching(/^(refused|usage)$/) });
  expect((error as Fault).message).toMatch(words);
  expect(journal.state().head).toBe(before);
}
