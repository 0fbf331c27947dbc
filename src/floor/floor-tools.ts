import type { SandboxState } from "../core/ports/commands.ts";
import type { ToolSpec } from "../core/ports/request.ts";
import type { Session } from "../core/state/session.ts";
import { mayRunCommands, mayTryCommands } from "../core/terms/policy.ts";
import { specOf } from "../core/work/tool.ts";
import { install } from "../tools/code/commands/install.ts";
import { readOutput } from "../tools/code/commands/read-output.ts";
import { runChecks } from "../tools/code/commands/run-checks.ts";
import { runCommand } from "../tools/code/commands/run-command.ts";
import { deleteFile } from "../tools/code/files/delete-file.ts";
import { editFile } from "../tools/code/files/edit-file.ts";
import { listFiles } from "../tools/code/files/list-files.ts";
import { moveFile } from "../tools/code/files/move-file.ts";
import { readFile } from "../tools/code/files/read-file.ts";
import { searchCode } from "../tools/code/files/search-code.ts";
import { writeFile } from "../tools/code/files/write-file.ts";
import { readDiff } from "../tools/code/read-diff.ts";
import { updateTodos } from "../tools/code/update-todos.ts";
import { budgetDecision } from "../tools/ends/budget-decision.ts";
import { done } from "../tools/ends/done.ts";
import { judgeComplete } from "../tools/ends/judge-complete.ts";
import { reviewComplete } from "../tools/ends/review-complete.ts";
import { rewriteTask } from "../tools/ends/rewrite-task.ts";
import { splitTask } from "../tools/ends/split-task.ts";
import { submitPlan } from "../tools/ends/submit-plan.ts";
import { submitReply } from "../tools/ends/submit-reply.ts";
import { askQuestion } from "../tools/talk/ask-question.ts";

/** On the floor each role has its own tools: a reviewer gets none that writes. */
const fileTools = [readFile, listFiles, searchCode, writeFile, editFile, moveFile, deleteFile];
export const codingTools = [
  ...fileTools,
  runCommand,
  runChecks,
  install,
  readOutput,
  updateTodos,
  askQuestion,
];

/** What an author is offered: commands only where something keeps them inside the worktree. */
export function codingSpecs({ policy }: Session, sandbox: SandboxState): readonly ToolSpec[] {
  const running = [
    ...(sandbox.state === "ready" ? [runCommand] : []),
    runChecks,
    ...(policy.setup ? [install] : []),
    readOutput,
  ];
  const asking = policy.questions === 0 ? [] : [askQuestion];
  return [...fileTools, ...(mayRunCommands(policy) ? running : []), updateTodos, ...asking, done].map(specOf);
}

/** Who looks at files, and changes nothing. */
const readingTools = [readFile, listFiles, searchCode];

/** An author who plans has written nothing yet. */
export const planningTools = [...readingTools, askQuestion];
export function planningSpecs({ policy }: Session): readonly ToolSpec[] {
  return [...readingTools, ...(policy.questions === 0 ? [] : [askQuestion]), submitPlan].map(specOf);
}

/** Who judges a plan, or the claim that a task is done already: there is no change to read. */
export const claimTools = [...readingTools, runCommand, runChecks, readOutput];
export const planReviewSpecs: readonly ToolSpec[] = [...readingTools, judgeComplete].map(specOf);

export function claimSpecs(session: Session, sandbox: SandboxState): readonly ToolSpec[] {
  return [...readingTools.map(specOf), ...trying(session, sandbox), specOf(judgeComplete)];
}

/** Who answers a question looks. */
export const answerTools = readingTools;
export const answerSpecs: readonly ToolSpec[] = [...answerTools, submitReply].map(specOf);

/** For somebody who only looks. */
export const lookingTools = [readDiff, ...readingTools];
export const reviewTools = [...lookingTools, runCommand, runChecks, readOutput];

/** For the architect, who says how a task goes on. */
export function budgetSpecs(): readonly ToolSpec[] {
  return [...lookingTools, budgetDecision].map(specOf);
}

/** For the architect, who writes a task in other words. */
export function rewriteSpecs(): readonly ToolSpec[] {
  return [...lookingTools, rewriteTask].map(specOf);
}

/** For the architect, who divides a task. */
export function splitSpecs(): readonly ToolSpec[] {
  return [...lookingTools, splitTask].map(specOf);
}

/** A reviewer tries things out where nothing of it is kept. */
export function reviewSpecs(session: Session, sandbox: SandboxState): readonly ToolSpec[] {
  return [...lookingTools.map(specOf), ...trying(session, sandbox), specOf(reviewComplete)];
}

function trying({ policy }: Session, sandbox: SandboxState): readonly ToolSpec[] {
  return mayTryCommands(policy) && sandbox.state === "ready"
    ? [tried(runCommand, tryCommand), tried(runChecks, tryChecks), specOf(readOutput)]
    : [];
}

const tryCommand =
  "Run a command line (POSIX sh) in a throw-away checkout of the commit under review, in a sandbox without network: see what really happens, write a test of your own and run it. Nothing of it is kept. /tmp is empty each time. Answers with the exit code and what it printed.";
const tryChecks =
  "Run the project's checks in that throw-away checkout, with what you changed there. The harness has run them on the commit already.";

function tried(tool: Parameters<typeof specOf>[0], description: string): ToolSpec {
  return { ...specOf(tool), description };
}
