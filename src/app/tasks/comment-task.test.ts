import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { added, journalOf, refuses } from "../../../test/support/told.ts";
import { waitingCases } from "../../../test/support/waiting.ts";
import { decide } from "../../core/decide/decide.ts";
import type { Files } from "../../core/ports/files.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Trigger } from "../../core/terms/task-machine.ts";
import type { Project } from "../project.ts";
import { commentTask } from "./comment-task.ts";

function building(...triggers: readonly Trigger[]): Past {
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  for (const trigger of triggers) past.moves("t1", trigger);
  return past;
}

function waiting(name: string): Past {
  const found = waitingCases.find((one) => one.name === name);
  if (!found) throw new Error(`no case ${name}`);
  return found.past();
}

/** Without a line no file is read. */
function comment(journal: Journal, id: string, words = "Why twice?") {
  const nothing = {} as Project;
  const files = { id: "s", journal } as SessionFiles;
  return commentTask(nothing, files, id, { words });
}

/** A project in which every file of every worktree and commit has this text. */
function withFile(text: string): Project {
  const tree = { readText: async () => ({ kind: "text", text }) } as unknown as Files;
  const workspace = { worktree: async () => tree, tree: () => tree };
  return { openWorkspace: () => workspace } as unknown as Project;
}

const toReview = ["dispatched", "ready", "done", "passed"] as const;

describe("a comment on a task", () => {
  test.each<[state: string, triggers: readonly Trigger[], how: string, after: string]>([
    ["has not begun", [], "reads", "WAITING"],
    ["is set up", ["dispatched"], "reads", "SETUP"],
    ["is planned by its author", ["dispatched", "plan"], "reads", "PLANNING"],
    ["is written", ["dispatched", "ready"], "reads", "CODING"],
    ["waits for a judgement of its plan", ["dispatched", "plan", "planned"], "back", "PLANNING"],
    ["is tested", ["dispatched", "ready", "done"], "back", "CODING"],
    ["is reviewed", toReview, "back", "CODING"],
    ["is about to stand in line", [...toReview, "approved"], "back", "CODING"],
    ["stands in line", [...toReview, "approved", "prepared"], "back", "CODING"],
  ])("that %s", async (_, triggers, how, after) => {
    const journal = await journalOf(building(...triggers));
    const before = journal.state().head;
    expect(await comment(journal, "t1")).toMatchObject({ task: "t1", owner: "ada", how });
    expect(journal.state().tasks.t1?.state).toBe(after);
    expect(journal.state().head - before).toBe(how === "back" ? 2 : 1);
  });

  test("is in the person's own name, and its author reads where it is about", async () => {
    const journal = await journalOf(building(...toReview));
    expect(await added(journal, comment(journal, "t1", " Why twice? "))).toMatchObject([
      { actor: "human", event: { type: "message.posted", text: "About t1: Why twice?", to: ["ada"] } },
      {
        actor: "human",
        event: { trigger: "commented", feedback: "The product manager has sent it back with a comment." },
      },
    ]);
  });

  test.each<[state: string, past: Past]>([
    ["is written", building("dispatched", "ready")],
    ["is reviewed", building(...toReview)],
    ["waits because of its rounds", waiting("task, rounds")],
    ["makes no sense to its author", waiting("task, invalid-task")],
  ])("on lines has them as they are, whoever has the task: one that %s", async (_, past) => {
    const journal = await journalOf(past);
    const project = withFile(`${"a\n".repeat(26)}if x:\n    y()\n`);
    const files = { id: "s", journal } as SessionFiles;
    const at = { path: "src/a.py", from: 27, to: 28 };
    const told = await added(journal, commentTask(project, files, "t1", { words: "Why?", at }));
    expect(told[0]).toMatchObject({
      actor: "human",
      event: {
        text: "About t1, src/a.py:27-28: Why?",
        task: "t1",
        to: ["ada"],
        cited: [{ path: "src/a.py", from: 27, lines: ["if x:", "    y()"] }],
      },
    });
    expect(told.filter(({ event }) => event.type === "message.posted")).toHaveLength(1);
  });

  test.each<[what: string, text: string, seen: string, from: number | undefined]>([
    ["stands where it stood", "a\nb\nc\n", "b", 2],
    ["has moved down", "x\ny\na\nb\n", "b", 4],
    ["stands twice, at the nearer one", "b\na\na\nb\n", "b", 1],
    ["ends as on Windows", "a\r\nb\r\n", "b", 2],
    ["is there no more", "a\nB\nc\n", "b", undefined],
  ])("on a line that the person saw follows it: %s", async (_, text, seen, from) => {
    const journal = await journalOf(building("dispatched", "ready"));
    const files = { id: "s", journal } as SessionFiles;
    const at = { path: "a.js", from: 2, to: 2, seen };
    const act = commentTask(withFile(text), files, "t1", { words: "Why?", at });
    if (from === undefined) return refuses(journal, act, "its engineer has changed that line");
    expect(await added(journal, act)).toMatchObject([
      { event: { text: `About t1, a.js:${from}: Why?`, cited: [{ from, lines: [seen] }] } },
    ]);
  });

  test("waits until what has begun in git is settled, and is dropped if it lands by that", async () => {
    const past = building(...toReview, "approved", "prepared");
    const [land] = past.decided().steps;
    const { seq } = past.harness(
      { type: "effect.started", kind: "land", task: "t1", input: {} },
      land?.key ?? "",
    );
    const journal = await journalOf(past);
    expect((await comment(journal, "t1")).how).toBe("later");
    const wanted = () => decide(journal.state(), journal.state().headAt).steps.map(({ kind }) => kind);
    expect(wanted()).toEqual(["land"]);
    await journal.append(() => [
      {
        actor: "harness",
        event: { type: "effect.settled", effect: `e${seq}`, failed: true, text: "red" },
      },
    ]);
    expect(wanted()).toEqual(["comment"]);
  });

  test.each([
    ["task, rounds", "onward", "CODING"],
    ["task, verdict", "back", "CODING"],
    ["task, check", "onward", "CODING"],
    ["task, failed", "onward", "WAITING"],
    ["task, invalid-task", "onward", "CODING"],
  ])("that waits because of %s is a decision: %s to %s", async (name, how, state) => {
    const journal = await journalOf(waiting(name));
    expect((await comment(journal, "t1")).how).toBe(how);
    expect(journal.state().tasks.t1?.state).toBe(state);
    expect(JSON.stringify(journal.state().transcript)).toContain("About t1: Why twice?");
  });

  test.each([
    ["landed", building(...toReview, "approved", "prepared", "landed"), "t1", "huddle do --hotfix"],
    ["cancelled", building("cancelled"), "t1", "t1 is cancelled"],
    ["with the person", building("held"), "t1", "huddle task give t1"],
    ["unknown", building(), "t9", "There are: t1."],
  ])("that is %s is refused, and changes nothing", async (_, past, id, why) => {
    const journal = await journalOf(past);
    const { head } = journal.state();
    await expect(comment(journal, id)).rejects.toThrow(why);
    expect(journal.state().head).toBe(head);
  });

  test("without words is refused", async () => {
    await expect(comment(await journalOf(building()), "t1", " ")).rejects.toThrow("Say what you see");
  });
});
