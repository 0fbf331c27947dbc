import type { ApprovalAnswer, ApprovalWait } from "../../decide/waits/approval.ts";
import type { Deed } from "../../permits/approval-schema.ts";
import { clipped } from "../../text/clipped.ts";
import { oneLine } from "../../text/one-line.ts";
import { pathList } from "../../text/path-list.ts";
import { isYes, type Offer, unclear, type WaitWords, type Wrong } from "../inbox/wait-words.ts";

export function approvalWords(wait: ApprovalWait): WaitWords<ApprovalAnswer> {
  const wish = `${wait.seat} needs your yes to ${deedWords(wait)}`;
  const title = wait.dueAt === undefined ? wish : `${wish}; without an answer, it is a no`;
  return {
    title,
    ...(wait.dueAt !== undefined && { until: wait.dueAt }),
    text: () => aboutLines(wait).join("\n"),
    shown: wait.shown,
    notes: () => aboutLines(wait),
    asked: wait.dueAt === undefined ? `${title}.` : title,
    look: "huddle inbox",
    next: `${wait.seat} waits until you have decided`,
    offers: offersOf(wait),
    parse: (typed) => parseApproval(wait, typed),
  };
}

/** "run `npm install` for t1": what would be done, on one line. */
export function deedWords({
  action,
  paths = [],
  deed,
  command,
  task,
}: Pick<ApprovalWait, "action"> & {
  readonly paths?: readonly string[] | undefined;
  readonly deed?: Deed | undefined;
  readonly command?: string | undefined;
  readonly task?: string | undefined;
}): string {
  const what = {
    write: writeDeed(deed, paths),
    command: command === undefined ? "run a command" : `run \`${clipped(oneLine(command), mostCommand)}\``,
    commit: `commit ${pathList(paths)}`,
    network: "use the network",
    setup: "set the project up",
    land: "land",
  }[action];
  return task === undefined ? what : `${what}, for ${task}`;
}

function writeDeed(deed: Deed | undefined, paths: readonly string[]): string {
  switch (deed) {
    case undefined:
      return `write ${pathList(paths)}`;
    case "delete":
      return `delete ${pathList(paths)}`;
    case "move":
      return `move ${pathList(paths.slice(0, 1))} to ${pathList(paths.slice(1))}`;
    case "executable":
      return `make ${pathList(paths)} executable`;
    case "not-executable":
      return `make ${pathList(paths)} not executable any more`;
  }
}

const mostCommand = 100;

function aboutLines({ why, risk, hash }: ApprovalWait): readonly string[] {
  return [`Why you are asked: ${why}.`, `Risk: ${risk}. What you approve: ${hash.slice(0, 12)}.`];
}

function offersOf(wait: ApprovalWait): readonly Offer<ApprovalAnswer>[] {
  const always: Offer<ApprovalAnswer>[] = isLasting(wait)
    ? [
        {
          answer: { kind: "always" },
          label: `always (from now on, in this repository: ${wait.lasting === "command" ? "this command" : "this path"})`,
          typed: "always",
        },
      ]
    : [];
  const yes: Offer<ApprovalAnswer> = { answer: { kind: "yes" }, label: "yes (this once)", typed: "yes" };
  const no: Offer<ApprovalAnswer> = {
    answer: { kind: "no", words: "why not" },
    label: "no <why>",
    typed: 'no "why not"',
    blank: "words",
  };
  // The first one is what a person is told to type next.
  return wait.risk === "high" ? [no, yes] : [yes, no, ...always];
}

/** For several paths, a person has to say which pattern they mean. */
function isLasting({ lasting, paths }: ApprovalWait): boolean {
  return lasting === "command" || (lasting === "path" && paths.length === 1);
}

function parseApproval(wait: ApprovalWait, typed: string): ApprovalAnswer | Wrong {
  const [, word = "", rest = ""] = /^(\S+)\s*(.*)$/s.exec(typed) ?? [];
  if (isYes(typed)) return { kind: "yes" };
  if (["no", "n"].includes(word.toLowerCase())) return { kind: "no", words: rest };
  if (word.toLowerCase() === "always" && wait.lasting !== undefined)
    return rest === "" ? { kind: "always" } : { kind: "always", match: rest };
  const ways = ["yes", 'no "why"', ...(wait.lasting === undefined ? [] : ["always"])];
  return {
    wrong: unclear,
    advice: `Type one of: ${ways.map((way) => `huddle reply ${wait.id} ${way}`).join(" · ")}`,
  };
}
