import { describe, expect, test } from "vitest";
import { openTestJournal, temporaryLog } from "../../../test/support/log-fixtures.ts";
import { Past } from "../../../test/support/past.ts";
import { planned, scope } from "../../../test/support/plans.ts";
import type { Draft } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { PlannedTask } from "../../core/terms/artifacts.ts";
import { toArray } from "../../core/text/appended.ts";
import { editableText } from "../../core/views/edit/artifact-edit.ts";
import { storyOf } from "../../core/views/story/story.ts";
import { cancelTasks } from "./cancel-tasks.ts";
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
  test("is submitted by the person as the next version, and accepted, in one append", async () => {
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

  test("is not overwritten when another version came meanwhile", async () => {
    const { past, id } = waiting();
    past.human({ type: "artifact.settled", artifact: id, verdict: "returned", reasons: ["x"] });
    past.submits("scope", { ...scope, summary: "Another." }, 2);
    const journal = await journalOf(past);
    const { head } = journal.state();
    await expect(editArtifact(journal, "scope", smaller, id)).rejects.toMatchObject({
      code: "refused",
      message: expect.stringContaining("Version 2 of the scope has come in since"),
    });
    // A file names the version it was made from.
    const newest = editedVersion(journal.state(), "scope");
    const old = JSON.stringify({ artifact: "scope", id, version: 1, body: JSON.parse(smaller) });
    await expect(editArtifact(journal, "scope", old, newest.id)).rejects.toMatchObject({ code: "refused" });
    expect(journal.state().head).toBe(head);
  });
});

describe("an artifact that was accepted earlier", () => {
  test("stays in its phase, and what no longer fits it is named", async () => {
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

  test("a plan is replaced: tasks that are gone stay gone", async () => {
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

  test("a plan that has been built is not edited", async () => {
    const journal = await journalOf(Past.opened().reaches("code-review"));
    expect(() => editedVersion(journal.state(), "tasks")).toThrow(/has been built/);
  });

  describe("10.1: while a plan is being built", () => {
    const tasks = ["t1", "t2", "t3", "t4"].map((id) => planned(id));

    function building(): Past {
      const past = Past.opened().reaches("implementation", tasks, ["ada", "bo", "cy", "di"]);
      past.lands("t1");
      past.moves("t2", "dispatched");
      for (const trigger of ["dispatched", "ready"] as const) past.moves("t3", trigger);
      past.moves("t3", "limit", "no result", { origin: "CODING" });
      return past;
    }

    const edit = async (journal: Journal, change: (task: PlannedTask) => PlannedTask[]) =>
      editArtifact(
        journal,
        "tasks",
        JSON.stringify({ tasks: tasks.flatMap(change) }),
        editedVersion(journal.state(), "tasks").id,
      );
    const changed =
      (...ids: string[]) =>
      (task: PlannedTask) =>
        ids.includes(task.id) ? [{ ...task, approach: "another way" }] : [task];

    test("what waits for a person or has not started can change, and starts anew", async () => {
      const journal = await journalOf(building());
      expect(await edit(journal, changed("t3", "t4"))).toMatchObject({ kind: "done" });
      expect(journal.state().tasks).toMatchObject({
        t1: { state: "DONE" },
        t2: { state: "SETUP", attempt: 1 },
        t3: { state: "WAITING", attempt: 2, plan: { approach: "another way" } },
        t4: { state: "WAITING", attempt: 2 },
      });
    });

    test.each([
      ["t1", "t1 has landed, so it has to stay as it is."],
      ["t2", "bo is working on t2, so it has to stay as it is. To end it: huddle task cancel t2"],
    ])("%s cannot change and cannot be left out", async (id, fault) => {
      const journal = await journalOf(building());
      expect(await edit(journal, changed(id))).toEqual({ kind: "wrong", faults: [fault] });
      const without = (task: PlannedTask) => (task.id === id ? [] : [task]);
      expect(await edit(journal, without)).toEqual({ kind: "wrong", faults: [fault] });
    });

    test("a requirement that went leaves what was built for it, and the rest of the plan can follow", async () => {
      const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")], ["ada", "bo"]);
      past.lands("t1");
      const journal = await journalOf(past);
      const other = { ...scope, requirements: [{ id: "r2", text: "more", accepted: ["seen"] }] };
      const { id } = editedVersion(journal.state(), "scope");
      expect(await editArtifact(journal, "scope", JSON.stringify(other), id)).toMatchObject({
        open: ["There is no requirement r1 in the scope.", "No task meets requirement r2."],
      });
      const edited = async (requirements: readonly string[]) => {
        const text = JSON.stringify({ tasks: [planned("t1"), { ...planned("t2"), requirements }] });
        return editArtifact(journal, "tasks", text, editedVersion(journal.state(), "tasks").id);
      };
      expect(await edited(["r1", "r2"])).toEqual({
        kind: "wrong",
        faults: ["There is no requirement r1 in the scope."],
      });
      expect(await edited(["r2"])).toMatchObject({ kind: "done", open: [] });
      expect(journal.state().tasks).toMatchObject({ t1: { state: "DONE" }, t2: { state: "WAITING" } });
      const shorter = JSON.stringify({ ...other, summary: "Less." });
      const again = editedVersion(journal.state(), "scope").id;
      expect(await editArtifact(journal, "scope", shorter, again)).toMatchObject({ open: [] });
    });

    test("a new task has no approach yet, and needs none any more once it is cancelled", async () => {
      const past = Past.opened().reaches("implementation", [planned("t1")], ["ada"]);
      const journal = await journalOf(past);
      const edited = (approach: string) => {
        const text = JSON.stringify({ tasks: [{ ...planned("t1"), approach }, planned("t2")] });
        return editArtifact(journal, "tasks", text, editedVersion(journal.state(), "tasks").id);
      };
      expect(await edited("one way")).toMatchObject({ open: ["Task t2 has no approach."] });
      await cancelTasks(journal, ["t2"], true);
      expect(await edited("another way")).toMatchObject({ open: [] });
    });

    test("tasks that came from a review stay when the plan is edited", async () => {
      const past = building();
      past.harness({ type: "tasks.planned", tasks: [...tasks, planned("t5")], from: "a9" });
      const journal = await journalOf(past);
      expect(await edit(journal, changed("t4"))).toMatchObject({ kind: "done" });
      expect(Object.keys(journal.state().tasks)).toEqual(["t1", "t2", "t3", "t4", "t5"]);
    });
  });

  test("findings are not edited while they are being fixed", async () => {
    const past = Past.opened().reaches("code-review");
    past.signals();
    past.accepts(past.submits("findings", { summary: "Not yet.", findings: [] }));
    past.enters("implementation", 2);
    const journal = await journalOf(past);
    expect(() => editedVersion(journal.state(), "findings")).toThrow(/is working on the findings/);
  });
});

test.each([
  ["refinement", "tasks", "There is no plan to edit yet."],
  ["implementation", "findings", "There is no review to edit yet."],
] as const)("in %s without %s there is nothing to edit", (phase, kind, words) => {
  expect(() => editedVersion(Past.opened().reaches(phase).state, kind)).toThrow(words);
});
