import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answersAll } from "../support/answers-all.ts";
import { obliging } from "../support/fake-session.ts";
import { providedHere } from "../support/huddle-here.ts";
import type { Asked } from "../support/provider-server/asked.ts";

/** An engineer that writes a file for the task it has, and a reviewer who agrees. */
function answers({ tools, messages }: Asked) {
  const names = new Set(tools.map(({ name }) => name));
  const thread = names.has("write_file") ? "coding/t1.1" : "review/t1.1/1";
  const reply = answersAll(obliging({ thread, ask: 1, seat: "somebody" }), { messages });
  if (reply.kind !== "replied") throw new Error("it never fails");
  return { text: reply.text, calls: reply.calls };
}

/** Everything that can be typed about one task. */
const aboutOne: readonly ((id: string) => readonly string[])[] = [
  (id) => ["task", id],
  ...["take", "open", "give", "unblock", "retry", "split", "land", "cancel"].map((how) => (id: string) => [
    "task",
    how,
    id,
  ]),
  (id) => ["task", "comment", id, "Why?"],
  (id) => ["task", "cancel", id, "--revert"],
  (id) => ["diff", id],
  (id) => ["log", id],
  (id) => ["assign", id, "mara"],
];

/** What is said about a task that has landed, t1, and one that has not begun, t2. */
const said: readonly (readonly [typed: readonly string[], words: string])[] = [
  [["task", "take", "t1"], "huddle diff t1"],
  [["task", "open", "t1"], "nobody has it any more"],
  [["task", "give", "t1"], "nobody has it any more"],
  [["task", "comment", "t1", "Why?"], "huddle do --hotfix"],
  [["task", "unblock", "t1"], "t1 is not blocked"],
  [["task", "retry", "t1"], "t1 is done, so it cannot be tried again"],
  [["task", "split", "t1"], "nothing to divide"],
  [["task", "land", "t1"], "nothing of it is to land"],
  [["task", "cancel", "t1"], "huddle task cancel t1 --revert"],
  [["task", "open", "t2"], "huddle task take t2"],
  [["task", "give", "t2"], "huddle task take t2"],
  [["task", "unblock", "t2"], "t2 is not blocked"],
  [["task", "retry", "t2"], "It starts when its turn comes"],
  [["task", "cancel", "t2", "--revert"], "huddle task cancel t2"],
  [["diff", "t2"], "Nothing is committed for t2 yet"],
  [["assign", "t1", "mara"], "t1 is over"],
  ...["coach", "architect", "nobody", "human", "constructor"].map(
    (name) =>
      [["assign", "t2", name], `${name} cannot take a task. Engineers who can: mara, jonas.`] as const,
  ),
  [["assign", "t2"], "Say who takes what"],
  [["assign", "t2", ""], "Say who takes what"],
  [["show", "trace", "t9"], "There are t1, t2"],
];

test("whatever is typed about a task that it does not fit, a sentence says so, and nothing changes", async () => {
  const at = await providedHere({ server: { answers } });
  expect((await at.huddle(["do", "Write it down"])).code).toBe(3);
  const { session } = await at.json(["do", "--hotfix", "Mend it"]);
  const log = join(at.repository, ".git", "huddle", "sessions", String(session), "log.jsonl");
  const before = await readFile(log, "utf8");
  const unknown = ["t9", "T1", "1", "constructor", "__proto__", "toString", "t1\u001b[31m", " "];
  const rows: (readonly [readonly string[], string])[] = [
    ...unknown.flatMap((id) => aboutOne.map((typed) => [typed(id), "There are: t1, t2."] as const)),
    ...said,
  ];
  for (const [typed, words] of rows) {
    const { code, stderr } = await at.huddle(typed);
    const line = typed.join(" ");
    expect(stderr, line).toContain(words);
    expect(stderr, line).not.toContain("This should not happen");
    expect(stderr, line).not.toContain("\u001b");
    // Exit code 2 for what does not exist, 1 for what cannot be done with what exists.
    expect(code, line).toBe(/There are: |There are t1|Say who/.test(words) ? 2 : 1);
  }
  expect(await readFile(log, "utf8")).toBe(before);
});

test("two terminals that take the same task at once both have the one worktree", async () => {
  const at = await providedHere({ server: { answers } });
  expect((await at.huddle(["do", "Write it down"])).code).toBe(3);
  const { session } = await at.json(["do", "--hotfix", "Mend it"]);
  const taken = await Promise.all([at.json(["task", "take", "t2"]), at.json(["task", "take", "t2"])]);
  expect(new Set(taken.map(({ worktree }) => worktree)).size).toBe(1);
  const log = await readFile(
    join(at.repository, ".git", "huddle", "sessions", String(session), "log.jsonl"),
    "utf8",
  );
  expect(log.match(/"type":"hold.requested"/g)).toHaveLength(1);
  expect(log.match(/"trigger":"held"/g)).toHaveLength(1);
});
