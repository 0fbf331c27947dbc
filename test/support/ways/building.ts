import { rm } from "node:fs/promises";
import { says } from "../scripted-model.ts";
import { writes } from "../small-build.ts";
import { begun, blocked, built, decides, landing, looks, tested, verdict, words } from "./lines.ts";
import type { Way } from "./way.ts";

const untilThere = { name: "there", run: "test -f there.txt" };
/** Red without a.txt, and not able to start without b.txt. */
const needsBoth = [
  { name: "starts", run: "test -f b.txt || exit 127" },
  { name: "a", run: "test -f a.txt" },
];
const writesThere = writes({ "there.txt": "there\n" });

export const buildingWays: readonly Way[] = [
  {
    name: "an engineer uses up its requests and its checks fail; both go on as it was decided",
    checks: [untilThere],
    policy: { rounds: { same: 2, any: 9, cut: 3 }, asks: { turn: 4, artifact: 3, coding: 2, review: 3 } },
    answers: { task: { kind: "redirect", words: "Write there.txt." } },
    lines: {
      "coding/t1.1": [looks, looks, writes({ "a.txt": "a\n" }), writes({ "a.txt": "b\n" }), writesThere],
      "budget/t1.1/1": [decides("redirect")],
    },
    moves: {
      t1: [
        ...[...begun, "CODING limit", "BUDGET_REVIEW redirected", "CODING done", "TESTING failed"],
        ...["CODING done", "TESTING limit", "BUDGET_REVIEW redirected", ...built],
      ],
    },
    ships: ["a.txt", "there.txt"],
  },
  {
    name: "an engineer uses up its requests; the architect divides the task, the person agrees, and its parts are built",
    policy: { asks: { turn: 4, artifact: 3, coding: 2, review: 3 } },
    answers: { split: { kind: "split" } },
    lines: { "coding/t1.1": [looks, looks], "budget/t1.1/1": [decides("split")] },
    moves: {
      t1: [...begun, "CODING limit", "BUDGET_REVIEW split"],
      t2: [...begun, ...built],
      t3: [...begun, ...built],
    },
    ships: ["t2.txt", "t3.txt"],
  },
  {
    name: "a check cannot start: mended in vain, then by its engineer; in the landing, by the person",
    checks: needsBoth,
    answers: { task: { kind: "redirect", words: "Write b.txt." } },
    lines: { "coding/t1.1": [writes({ "a.txt": "a\n" }), writes({ "b.txt": "b\n" })] },
    async act(wait, { session, journal }) {
      if (wait.kind !== "task" || (await session.moves()).includes("BLOCKED unblocked")) return false;
      const { unblockTask } = await import("../../../src/app/tasks/unblock-task.ts");
      await unblockTask(journal, "t1", "").catch(() => undefined);
      return true;
    },
    moves: {
      t1: [
        ...[...begun, "CODING done", "TESTING broken", "BLOCKED unblocked", "TESTING broken"],
        ...["BLOCKED redirected", ...built],
      ],
    },
    ships: ["a.txt", "b.txt"],
  },
  {
    name: "one attempt leads nowhere, one lacks something, the third is rejected, and the person has it start once more",
    answers: { task: { kind: "continue" } },
    lines: {
      "coding/t1.1": [words, words, words, words],
      "budget/t1.1/1": [decides("grant")],
      "coding/t1.2": [blocked("environment", "There is no database.")],
      "review/t1.3/1": [verdict("rejected", "Not like this.")],
    },
    moves: {
      t1: [
        ...[...begun, "CODING limit", "BUDGET_REVIEW granted", "CODING requeued"],
        ...[...begun, "CODING blocked", "BLOCKED requeued"],
        ...[...begun, ...tested, "CODE_REVIEW exhausted", "FAILED retried", ...begun, ...built],
      ],
    },
    ships: ["t1.txt"],
  },
  {
    name: "a rejected change starts afresh, and twice more a place lacks something: the last attempt is over",
    answers: { task: { kind: "continue" } },
    lines: {
      "review/t1.1/1": [verdict("rejected", "Not like this.")],
      "coding/t1.2": [blocked("environment", "There is no database.")],
      "coding/t1.3": [blocked("environment", "The printer is on fire.")],
    },
    moves: {
      t1: [
        ...[...begun, ...tested, "CODE_REVIEW rejected", ...begun, "CODING blocked", "BLOCKED requeued"],
        ...[...begun, "CODING blocked", "BLOCKED exhausted", "FAILED retried", ...begun, ...built],
      ],
    },
    ships: ["t1.txt"],
  },
  {
    name: "three attempts come to nothing while it writes, the architect stops the next, and the person wants it all the same",
    answers: { task: { kind: "continue" } },
    lines: {
      ...Object.fromEntries(
        [1, 2, 3].map((attempt) => [`coding/t1.${attempt}`, [words, words, words, words]]),
      ),
      ...Object.fromEntries([1, 2, 3].map((attempt) => [`budget/t1.${attempt}/*`, [decides("redirect")]])),
      "coding/t1.4": [words, words],
      "budget/t1.4/*": [decides("stop")],
    },
    moves: {
      t1: [
        ...[1, 2].flatMap(() => [...begun, "CODING limit", "BUDGET_REVIEW redirected", "CODING requeued"]),
        ...[...begun, "CODING limit", "BUDGET_REVIEW redirected", "CODING exhausted", "FAILED retried"],
        ...[...begun, "CODING limit", "BUDGET_REVIEW stopped", "FAILED retried", ...begun, ...built],
      ],
    },
    ships: ["t1.txt"],
  },
  {
    name: "something must be there first: the person says that it is",
    answers: { task: { kind: "continue" } },
    lines: { "coding/t1.1": [blocked("prerequisite", "Where is the key?")] },
    moves: { t1: [...begun, "CODING blocked", "BLOCKED unblocked", ...built] },
    ships: ["t1.txt"],
  },
  {
    name: "the worktree is gone while its engineer writes, and what was not committed is written again",
    lines: {
      "coding/t1.1": [
        says.call("write_file", { path: "a.txt", content: "a\n" }),
        async (session) => {
          if (!(await session.moves()).includes("CODING lost"))
            await rm(await session.worktree(), { recursive: true, force: true });
          return says.call("read_file", { path: "README.md" });
        },
        writes({ "a.txt": "a\n" }),
      ],
    },
    moves: { t1: [...begun, "CODING lost", "SETUP ready", ...built] },
    ships: ["a.txt"],
  },
  {
    name: "words for people in small work are checked, and land without a review",
    checks: [{ name: "nothing", run: "true" }],
    policy: { review: { by: "architect" } },
    lines: { "coding/t1.1": [writes({ "README.md": "# Twice\n\nIt doubles.\n" })] },
    moves: { t1: [...begun, "CODING done", "TESTING prose", "PREPARE_MERGE prepared", "AWAIT_MERGE landed"] },
    ships: ["README.md"],
  },
  {
    name: "a review asks for changes twice, gives no verdict, and the person has it go on",
    policy: { rounds: { same: 9, any: 3, cut: 3 }, asks: { turn: 4, artifact: 3, coding: 8, review: 2 } },
    answers: { task: { kind: "continue" } },
    lines: {
      "review/t1.1/1": [verdict("changes", "More.")],
      "review/t1.1/2": [verdict("changes", "Still more.")],
      "review/t1.1/3": [words, words],
    },
    moves: {
      t1: [
        ...[...begun, ...tested, "CODE_REVIEW changes", ...tested, "CODE_REVIEW changes", ...tested],
        ...["CODE_REVIEW limit", "BUDGET_REVIEW granted", ...landing],
      ],
    },
    ships: ["t1.txt"],
  },
];
