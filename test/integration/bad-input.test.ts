import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PlannedTask } from "../../src/core/terms/artifacts.ts";
import { answersAll } from "../support/answers-all.ts";
import { obliging } from "../support/fake-session.ts";
import { providedHere } from "../support/huddle-here.ts";
import { answerOf, type ProvidedDesk } from "../support/obliging-provider.ts";
import { planned } from "../support/plans.ts";
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

/** One has landed, one is blocked, and one builds on that. */
const three: readonly PlannedTask[] = [planned("t1"), planned("t2"), planned("t3", "t2")];

/** Of t2, its engineer says that something is in the way; all others do their work. */
function stops(asked: Asked) {
  const isCoding = asked.tools.some(({ name }) => name === "write_file");
  if (!isCoding || !JSON.stringify(asked.messages).includes("Task t2:")) return answerOf(asked, three);
  const blocked = { kind: "environment", explanation: "The database is not there." };
  return { text: "", calls: [{ tool: "done", input: { blocked } }] };
}

/** The plan as it is, with some of its tasks changed. */
function planWith(changes: Readonly<Record<string, Partial<PlannedTask> | null>>): string {
  const tasks = three.flatMap((task) => {
    const change = changes[task.id];
    return change === null ? [] : [{ ...task, ...change }];
  });
  return JSON.stringify({ tasks });
}

interface Row {
  readonly typed: readonly string[];
  readonly code: number;
  readonly says: readonly string[];
  readonly input?: string;
  /** What somebody does before. */
  readonly first?: (at: ProvidedDesk, worktree: string) => Promise<unknown>;
}

const plan = (changes: Parameters<typeof planWith>[0], ...says: readonly string[]): Row => ({
  typed: ["edit", "tasks", "--stdin"],
  code: 1,
  says: ["Nothing was changed:", ...says],
  input: planWith(changes),
});

const handing: readonly Row[] = [
  { typed: ["ship"], code: 1, says: ["t2 (needs you), t3 (queued)", "huddle run", "huddle ship --partial"] },
  { typed: ["ship", "--partial", "--branch", "a b"], code: 2, says: ['"a b" is not the name of a branch.'] },
  { typed: ["ship", "--partial", "--patch", "no/a.patch"], code: 1, says: ["huddle ship --patch <file>"] },
  { typed: ["ship", "--partial", "--branch", "part"], code: 1, says: ["part already holds", "huddle run"] },
  { typed: ["sync", "nowhere"], code: 2, says: ["There is no branch nowhere here", "git branch --all"] },
  {
    typed: ["ship", "--undo"],
    code: 1,
    says: ["Somebody has built on part", "git branch -m part part-kept", "huddle ship --undo"],
    first: async (at) => {
      const own = ["-c", "user.name=p", "-c", "user.email=p@example.com"];
      const tree = await at.git("rev-parse", "part^{tree}");
      const theirs = await at.git(...own, "commit-tree", "-p", "part", "-m", "theirs", tree);
      await at.git("branch", "-q", "-f", "part", theirs);
    },
  },
  {
    typed: ["ship", "--undo"],
    code: 1,
    says: ["does not hold what was shipped any more", "git branch -m part part-kept"],
    first: (at) => at.git("branch", "-q", "-f", "part", "main"),
  },
  { typed: ["task", "cancel", "t2"], code: 1, says: ["t3 builds on t2", "huddle task cancel t2 t3"] },
  { typed: ["task", "give", "t2"], code: 1, says: ["huddle task take t2"] },
  { typed: ["reply", "f999", "yes"], code: 1, says: ["There is no item f999"] },
  { typed: ["back", "implementation"], code: 1, says: ["Go back to planning to change the tasks"] },
  { typed: ["back", "code-review"], code: 1, says: ["lies ahead", "huddle advance"] },
  { typed: ["advance"], code: 1, says: ["Building ends when all tasks have landed", "huddle tasks"] },
  plan({ t1: { approach: "another way" } }, "t1 has landed, so it has to stay as it is."),
  plan({ t1: null }, "t1 has landed, so it has to stay as it is."),
  plan({ t2: null }, "t3 depends on t2, which does not exist"),
  plan({ t2: { dependsOn: ["t3"] } }, "in a circle", "t2 → t3"),
  plan({ t2: { requirements: ["r9"] } }, "There is no requirement r9 in the scope."),
  plan({ t2: { decisions: ["d9"] } }, "There is no decision d9."),
  { typed: ["edit", "tasks", "--stdin"], code: 1, says: ["It is not JSON"], input: "{" },
  { typed: ["edit", "tasks", "--stdin"], code: 1, says: ["There is nothing in it."], input: "" },
  { typed: ["edit", "tasks"], code: 2, says: ["huddle edit tasks --file <file>, or --stdin"] },
  { typed: ["edit", "review", "--stdin"], code: 1, says: ["There is no review to edit yet."], input: "{}" },
];

/** While t2 is with the person. */
const holding: readonly Row[] = [
  { typed: ["ship"], code: 1, says: ["while t2 is with you", "huddle task give t2"] },
  { typed: ["ship", "--partial"], code: 1, says: ["while t2 is with you", "huddle task give t2"] },
  { typed: ["task", "cancel", "t2", "t3"], code: 1, says: ["huddle task cancel t2 t3 --yes"] },
  { typed: ["assign", "t2", "jonas"], code: 1, says: ["t2 is with you", "huddle task give t2"] },
  ...["retry", "split", "land"].map((how) => ({
    typed: ["task", how, "t2"],
    code: 1,
    says: ["t2 is with you", "huddle task give t2"],
  })),
  { typed: ["task", "unblock", "t2"], code: 1, says: ["t2 is not blocked", "huddle task t2"] },
  { typed: ["task", "comment", "t2", "Why?"], code: 1, says: ["t2 is with you", "huddle task give t2 -m"] },
  { typed: ["task", "comment", "t2", ""], code: 2, says: ["Say what you see"] },
  { typed: ["task", "give", "t2", "--done"], code: 2, says: ['huddle task give t2 --done -m "'] },
  { typed: ["task", "give", "t2", "--done", "-m", "x"], code: 1, says: ["huddle task cancel t2 --yes"] },
  {
    typed: ["task", "give", "t2", "--done", "-m", "x"],
    code: 1,
    says: ["A conflict is not resolved at c.txt:1"],
    first: (_, worktree) =>
      writeFile(join(worktree, "c.txt"), "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"),
  },
  { typed: ["task", "give", "t2"], code: 1, says: ["A conflict is not resolved at c.txt:1"] },
  {
    typed: ["task", "give", "t2"],
    code: 1,
    says: ["The worktree of t2 is gone", "huddle task take t2", "huddle task cancel t2 --yes"],
    first: (_, worktree) => rm(worktree, { recursive: true }),
  },
  { typed: ["task", "give", "t2", "--done", "-m", "x"], code: 1, says: ["The worktree of t2 is gone"] },
  { typed: ["task", "open", "t2"], code: 1, says: ["The worktree of t2 is gone", "huddle task take t2"] },
];

test("what cannot be handed over, changed or given back now changes nothing, and a sentence says what to do", async () => {
  const at = await providedHere({ tasks: three, server: { answers: stops } });
  const { session } = await at.json(["new", "Build it"]);
  expect((await at.huddle(["run", "--auto", "--wait", "0"])).code).toBe(3);
  expect(await at.json(["status"])).toMatchObject({
    tasks: [
      { id: "t1", state: "landed" },
      { id: "t2", state: "needs you" },
      { id: "t3", state: "queued" },
    ],
  });
  const log = join(at.repository, ".git", "huddle", "sessions", String(session), "log.jsonl");
  const all = async () => [await readFile(log, "utf8"), await at.git("for-each-ref"), await at.git("status")];
  const refused = async ({ typed, code, says, input = "", first }: Row, worktree = "") => {
    await first?.(at, worktree);
    const before = await all();
    const end = await at.huddle(typed, { input });
    const line = `${typed.join(" ")} ${input}`;
    for (const words of says) expect(end.stderr, line).toContain(words);
    expect(end.stderr, line).not.toContain("This should not happen");
    expect(end.code, line).toBe(code);
    expect(await all(), line).toEqual(before);
  };
  await refused({ typed: ["ship", "--undo"], code: 1, says: ["Nothing was shipped", "huddle status"] });
  expect((await at.huddle(["ship", "--partial", "--branch", "part"])).code).toBe(0);
  for (const row of handing) await refused(row);
  await at.git("branch", "-q", "-D", "part");
  const taken = await at.json(["task", "take", "t2"]);
  for (const row of holding) await refused(row, String(taken.worktree));
});
