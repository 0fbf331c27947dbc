import { equal } from "node:assert";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commentTask } from "../../../src/app/tasks/comment-task.ts";
import { planned } from "../plans.ts";
import { writes } from "../small-build.ts";
import { aboutNothing, filesOf } from "./commenting.ts";
import { begun, built, tested, until } from "./lines.ts";
import type { Way } from "./way.ts";

const depends = (version: string) => `{\n  "dependencies": {\n    "left-pad": "${version}"\n  }\n}\n`;
const prepared = [...tested, "CODE_REVIEW approved", "PREPARE_MERGE prepared"];
/** Only the check of a landing sees it. */
const atLanding = (run: string) => ({ quick: [], full: [{ name: "full", run }], timeoutMs: 20_000 });

export const landingWays: readonly Way[] = [
  {
    name: "a person says no twice to what an engineer adds; the architect says how, and its engineer does without",
    policy: { rounds: { same: 2, any: 9, cut: 3 } },
    answers: { approval: { kind: "no", words: "No." } },
    files: { "package.json": "{}\n", "README.md": "# Twice\n" },
    lines: {
      "coding/t1.1": [
        writes({ "package.json": depends("1.0.0"), "a.txt": "a\n" }),
        writes({ "package.json": depends("2.0.0") }),
        writes({ "package.json": "{}\n" }),
      ],
    },
    moves: {
      t1: [
        ...begun,
        ...tested,
        "CODE_REVIEW approved",
        "PREPARE_MERGE refused",
        ...tested,
        "CODE_REVIEW approved",
        "PREPARE_MERGE limit",
        "BUDGET_REVIEW redirected",
        ...built,
      ],
    },
    ships: ["a.txt"],
  },
  {
    name: "the checks of a landing fail, fail again, cannot start, and pass in the end",
    policy: {
      rounds: { same: 2, any: 9, cut: 3 },
      checks: atLanding("test -f a.txt && { test -f b.txt || exit 127; }"),
    },
    answers: { task: { kind: "redirect", words: "Write b.txt." } },
    lines: {
      "coding/t1.1": [
        writes({ "c.txt": "c\n" }),
        writes({ "d.txt": "d\n" }),
        writes({ "a.txt": "a\n" }),
        writes({ "b.txt": "b\n" }),
      ],
    },
    moves: {
      t1: [
        ...[...begun, ...prepared, "AWAIT_MERGE red", "SETUP ready", ...prepared, "AWAIT_MERGE limit"],
        ...[
          "BUDGET_REVIEW redirected",
          "SETUP ready",
          ...prepared,
          "AWAIT_MERGE broken",
          "BLOCKED redirected",
        ],
        ...built,
      ],
    },
    ships: ["a.txt", "b.txt", "c.txt", "d.txt"],
  },
  {
    name: "what landed meanwhile changed the same line: seen before the queue, and its engineer keeps both",
    tasks: [planned("t1"), planned("t2")],
    hasTalked: true,
    lines: {
      "coding/t1.1": [
        async (session) => {
          await session.reached("t2", "CODING");
          return writes({ "README.md": "# Once\n" });
        },
      ],
      "coding/t2.1": [
        async (session) => {
          await session.reached("t1", "DONE");
          return writes({ "README.md": "# Thrice\n" });
        },
        writes({ "README.md": "# Once\n# Thrice\n" }),
      ],
    },
    moves: {
      t2: [...begun, ...tested, "CODE_REVIEW approved", "PREPARE_MERGE conflict", "SETUP ready", ...built],
    },
    ships: ["README.md"],
    holds: (session) => equal(session.git("show", "HEAD:README.md"), "# Once\n# Thrice"),
  },
  {
    name: "both stand in the queue with the same line: the second one conflicts at its landing",
    tasks: [planned("t1"), planned("t2")],
    hasTalked: true,
    policy: { checks: atLanding(until("queued")) },
    lines: {
      "coding/t1.1": [
        async (session) => {
          await session.reached("t2", "CODING");
          return writes({ "README.md": "# Once\n" });
        },
      ],
      "coding/t2.1": [
        async (session) => {
          await session.reached("t1", "AWAIT_MERGE");
          return writes({ "README.md": "# Thrice\n" });
        },
        writes({ "README.md": "# Once\n# Thrice\n" }),
      ],
    },
    async looks({ session, journal }) {
      if (journal.state().tasks.t2?.state === "AWAIT_MERGE")
        await writeFile(join(session.theatre.root, "queued"), "");
    },
    moves: { t2: [...[...begun, ...prepared, "AWAIT_MERGE conflict", "SETUP ready", ...built]] },
    ships: ["README.md"],
    holds: (session) => equal(session.git("show", "HEAD:README.md"), "# Once\n# Thrice"),
  },
  {
    name: "a person comments on a task that stands in the queue",
    tasks: [planned("t1"), planned("t2")],
    hasTalked: true,
    policy: { checks: atLanding(until("queued")) },
    lines: {
      "coding/t2.1": [
        async (session) => {
          await session.reached("t1", "AWAIT_MERGE");
          return writes({ "a.txt": "a\n" });
        },
        writes({ "b.txt": "b\n" }),
      ],
    },
    async looks({ session, journal }) {
      if ((await session.moves("t2")).includes("AWAIT_MERGE commented"))
        await writeFile(join(session.theatre.root, "queued"), "");
      else if (journal.state().tasks.t2?.state === "AWAIT_MERGE")
        await commentTask(aboutNothing, filesOf(journal), "t2", { words: "b.txt is missing." }).catch(
          () => undefined,
        );
    },
    moves: { t2: [...begun, ...prepared, "AWAIT_MERGE commented", ...built] },
    ships: ["a.txt", "b.txt", "t1.txt"],
  },
];
