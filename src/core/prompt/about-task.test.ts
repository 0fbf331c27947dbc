import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { aboutTask } from "../rules/trouble/about-task.ts";
import { threadNamed } from "../state/threads.ts";
import { conversation } from "./conversation.ts";
import { talkBefore } from "./talk-before.ts";
import { TalkMemory } from "./talk-memory.ts";
import { labelled } from "./transcript-line.ts";

const room = 10_000;

/** Everything that the next request in this thread has of what was said. */
function read(past: Past, name: string): string {
  const thread = threadNamed(past.state, name);
  if (!thread) throw new Error(`no thread ${name}`);
  const before = talkBefore(past.state, thread, new TalkMemory(), room).map(labelled);
  return [...before, JSON.stringify(conversation(past.state, thread, room))].join("\n");
}

function building(): Past {
  return Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
}

function comments(past: Past, words: string): void {
  const at = { path: "a.py", from: 2, to: 3, lines: ["if x:", "    y()"] };
  past.human(aboutTask("t1", words, { to: ["ada"], at }).event);
}

describe("words about a task", () => {
  test.each([
    ["its author, who has it", "coding/t1.1", "coding", "t1", true],
    ["its reviewer", "review/t1.1/1", "review", "t1", true],
    ["a member who answers its author", "answer/t1.1/1", "answer", "t1", true],
    ["the author of another task", "coding/t2.1", "coding", "t2", false],
    ["the reviewer of another task", "review/t2.1/1", "review", "t2", false],
  ] as const)("are read by %s, before and after it begins: %s %s %s %s", (_, name, purpose, task, reads) => {
    const past = building();
    comments(past, "Early.");
    past.says("human", "To all.");
    past.threadOpens(name, "ada", purpose, task);
    past.loopOpens(name, "done", undefined, "Begin.");
    comments(past, "Late.");
    const said = read(past, name);
    expect(said).toContain("To all.");
    for (const words of ["About t1, a.py:2-3: Early.", "About t1, a.py:2-3: Late."])
      expect(said.includes(words)).toBe(reads);
    expect(said.includes("2\t    y()") || said.includes("3\t    y()")).toBe(reads);
  });

  test("open no discussion and call nobody into one", () => {
    const past = building();
    comments(past, "Early. @bo");
    expect(past.state.stage?.mentions).toEqual({});
    past.says("human", "To all.");
    past.enters("code-review");
    past.turnStarts("turn/code-review.1/1", "bo");
    const said = read(past, "turn/code-review.1/1");
    expect(said).toContain("To all.");
    expect(said).not.toContain("Early.");
    expect(past.state.stage?.mentions).toEqual({});
  });
});
