import { describe, expect, test } from "vitest";
import { openTestJournal, temporaryLog } from "../../../test/support/log-fixtures.ts";
import { Past } from "../../../test/support/past.ts";
import { planned, scope } from "../../../test/support/plans.ts";
import type { Draft } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { toArray } from "../../core/text/appended.ts";
import { editableText } from "../../core/views/documents/artifact-edit.ts";
import { storyOf } from "../../core/views/story/story.ts";
import { editArtifact, editedVersion } from "./edit-artifact.ts";

async function journalOf(past: Past): Promise<Journal> {
  const journal = await openTestJournal(await temporaryLog());
  const [first, ...others] = past.facts.map(({ actor, event }) => ({ actor, event }) as Draft); // a past knows every type
  if (first) await journal.append(() => [first, ...others]);
  return journal;
}

async function addedSince(journal: Journal, head: number): Promise<readonly Draft[]> {
  const facts: Draft[] = [];
  for await (const { actor, event } of journal.read(head + 1))
    if (event.type !== "unknown") facts.push({ actor, event });
  return facts;
}

/** A scope waits to be accepted. */
function waiting(): { past: Past; id: string } {
  const past = Past.opened().reaches("refinement");
  past.signals();
  return { id: past.submits("scope", scope), past };
}

const smaller = JSON.stringify({ ...scope, summary: "Less." });

describe("an artifact that waits", () => {
  test("is handed in by the person as the next version, and accepted, in one append", async () => {
    const { past, id } = waiting();
    const journal = await journalOf(past);
    const { head } = journal.state();
    expect(await editArtifact(journal, "scope", smaller, id)).toEqual({
      kind: "done",
      version: 2,
      changes: ["summary: Less."],
      open: [],
    });
    expect(await addedSince(journal, head)).toMatchObject([
      {
        actor: "human",
        event: { type: "artifact.submitted", kind: "scope", phase: "refinement", visit: 1, version: 2 },
      },
      { actor: "human", event: { type: "message.posted" } },
      { actor: "human", event: { type: "artifact.settled", artifact: `a${head + 1}`, verdict: "accepted" } },
    ]);
    expect(journal.state().artifacts.scope).toMatchObject({ version: 2, settled: { verdict: "accepted" } });
  });

  test("unchanged, nothing is written", async () => {
    const { past, id } = waiting();
    const journal = await journalOf(past);
    const { head } = journal.state();
    const text = editableText(editedVersion(journal.state(), "scope"));
    expect(await editArtifact(journal, "scope", text, id)).toEqual({ kind: "unchanged" });
    expect(journal.state().head).toBe(head);
  });

  test("wrong, nothing is written and the faults are named", async () => {
    const { past, id } = waiting();
    const journal = await journalOf(past);
    const { head } = journal.state();
    const [one] = scope.requirements;
    const doubled = JSON.stringify({ ...scope, requirements: [one, one] });
    expect(await editArtifact(journal, "scope", doubled, id)).toEqual({
      kind: "wrong",
      faults: ["Two requirements have the id r1."],
    });
    expect(await editArtifact(journal, "scope", "{", id)).toMatchObject({ kind: "wrong" });
    expect(journal.state().head).toBe(head);
  });

  test("is not written over when another version came meanwhile", async () => {
    const { past, id } = waiting();
    past.human({ type: "artifact.settled", artifact: id, verdict: "returned", reasons: ["x"] });
    past.submits("scope", { ...scope, summary: "Another." }, 2);
    const journal = await journalOf(past);
    const { head } = journal.state();
    await expect(editArtifact(journal, "scope", smaller, id)).rejects.toMatchObject({
      code: "refused",
      message: expect.stringContaining("Version 2 of the scope came meanwhile"),
    });
    // A file says itself what it was made from.
    const newest = editedVersion(journal.state(), "scope");
    const old = `// scope ${id}: the scope, version 1.\n${smaller}`;
    await expect(editArtifact(journal, "scope", old, newest.id)).rejects.toMatchObject({ code: "refused" });
    expect(journal.state().head).toBe(head);
  });
});

describe("an artifact that was accepted earlier", () => {
  test("stays in the phase it is of, and what does not fit it any more is said", async () => {
    const journal = await journalOf(Past.opened().reaches("pre-code-review"));
    const { id } = editedVersion(journal.state(), "scope");
    const { head, stage } = journal.state();
    const added = { id: "r2", text: "more", accepted: ["seen"] };
    const text = JSON.stringify({ ...scope, requirements: [...scope.requirements, added] });
    expect(await editArtifact(journal, "scope", text, id)).toMatchObject({
      kind: "done",
      version: 2,
      changes: ["added r2: more"],
      open: ["No task meets requirement r2."],
    });
    expect((await addedSince(journal, head))[0]).toMatchObject({
      event: { phase: "refinement", visit: 1, version: 2 },
    });
    expect(journal.state().stage).toMatchObject({ phase: stage?.phase, versions: stage?.versions });
  });

  test("a plan is planned anew: what is gone is gone", async () => {
    const journal = await journalOf(Past.opened().reaches("pre-code-review", [planned("t1"), planned("t2")]));
    const { id } = editedVersion(journal.state(), "tasks");
    await editArtifact(journal, "tasks", JSON.stringify({ tasks: [planned("t1")] }), id);
    expect(Object.keys(journal.state().tasks)).toEqual(["t1"]);
  });

  test("what the person changed is told once, in the talk and in the story, as a message of theirs", async () => {
    const journal = await journalOf(Past.opened().reaches("planning"));
    const before = journal.state();
    const { id } = editedVersion(before, "scope");
    await editArtifact(journal, "scope", smaller, id);
    const text = "I have changed the scope by hand:\n- summary: Less.";
    const told = (await addedSince(journal, before.head)).flatMap(({ event }, index) =>
      event.type === "message.posted" ? [before.head + 1 + index] : [],
    );
    expect(told).toHaveLength(1);
    expect(toArray(journal.state().transcript, before.transcript.length)).toMatchObject([
      { seq: told[0], actor: "human", text },
    ]);
    const lines = [];
    for await (const fact of journal.read(before.head + 1))
      lines.push(...storyOf(fact, before, journal.state()));
    expect(lines.map(({ kind, who, seq }) => [kind, who, seq])).toEqual([
      ["document", "human", before.head + 1],
      ["said", "human", told[0]],
      ["accepted", "human", before.head + 3],
    ]);
    expect(lines[1]?.text).toBe(text);
  });

  test("a plan that is being built is not edited", async () => {
    const journal = await journalOf(Past.opened().reaches("implementation"));
    expect(() => editedVersion(journal.state(), "tasks")).toThrow(/is being built/);
  });

  test("what a review found is not edited while it is mended", async () => {
    const past = Past.opened().reaches("code-review");
    past.signals();
    past.accepts(past.submits("findings", { summary: "Not yet.", findings: [] }));
    past.enters("implementation", 2);
    const journal = await journalOf(past);
    expect(() => editedVersion(journal.state(), "findings")).toThrow(/is being worked on/);
  });
});

test("without one there is nothing to edit", () => {
  expect(() => editedVersion(Past.opened().reaches("refinement").state, "tasks")).toThrow(
    "There is no plan to edit yet.",
  );
});
