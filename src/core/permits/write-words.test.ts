import { expect, test } from "vitest";
import { defaultPolicy } from "../terms/defaults.ts";
import { writeWords } from "./write-words.ts";

const policy = { ...defaultPolicy, author: { name: "", email: "" } };

test("a task's author reads what may be written, what asks and what never", () => {
  expect(writeWords(policy)).toMatchInlineSnapshot(
    `"You may write the project's files. A person is asked first for CI files, hooks, editor and agent settings, AGENTS.md and the like; a file above 1 MB, more than 50 files or 5 MB in all. Never: .git, .huddle, secrets."`,
  );
  const write = { allow: ["src/**", "test/**"], ask: ["*.sql"], deny: ["vendor/"] };
  expect(writeWords({ ...policy, commands: "ask", write })).toMatchInlineSnapshot(
    `"You may write src/**, test/**. A person is asked first for every other path; *.sql; CI files, hooks, editor and agent settings, AGENTS.md and the like; a file above 1 MB, more than 50 files or 5 MB in all; every command. Never: .git, .huddle, secrets, vendor/."`,
  );
  expect(writeWords({ ...policy, write: { allow: [] } })).toContain("You may write nothing.");
  expect(writeWords({ ...policy, write: { within: "packages/api" } })).toContain(
    "You may write the project's files, in packages/api only; the checks run there.",
  );
});
