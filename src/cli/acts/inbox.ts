import { type Inbox, inboxesOf } from "../../app/look/inboxes.ts";
import { restLines } from "../../core/views/cost/estimate.ts";
import { sizeEstimateLines } from "../../core/views/cost/size-estimate.ts";
import type { InboxItem } from "../../core/views/inbox/inbox.ts";
import { originLines } from "../../core/views/inbox/screen/origin-lines.ts";
import type { NextStep } from "../../core/views/next/next-step.ts";
import { indented, oneLine } from "../../core/views/plain-text.ts";
import { planRows } from "../../core/views/plan/graph.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import { withTime } from "../print/with-time.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle inbox`: what waits for the person, across all sessions that are not over. */
export async function inboxAct(wire: Wire, options: CommonOptions): Promise<ExitCode> {
  const project = await wire.openProject();
  const inboxes = await inboxesOf(project, options.session, { estimating: true });
  const waiting = inboxes.filter((inbox) => inbox.items.length > 0);
  const items = waiting.flatMap((inbox) =>
    inbox.items.map((item) => ({ session: inbox.session, ...item, ...estimatesOf(inbox, item) })),
  );
  const damaged = inboxes.flatMap(({ session, damage }) =>
    damage === undefined ? [] : [{ session, damage }],
  );
  const lines = [
    ...(items.length === 0 ? ["Nothing waits for you."] : waiting.flatMap(inboxLines)),
    ...damaged.map(({ session, damage }) => `Session ${session} cannot be read. ${damage}`),
  ];
  report(wire, options, { items, damaged }, lines, nextOf(items, inboxes));
  return exitCodes.finished;
}

function inboxLines(inbox: Inbox): readonly string[] {
  const lines = inbox.items.flatMap((item) => itemLines(item, estimatesOf(inbox, item)));
  return [`${inbox.session}: ${oneLine(inbox.title)}`, ...lines, ""];
}

type Estimates = Pick<Inbox, "estimate" | "sizeEstimate">;

/** Only a waiting plan has an estimate, and the question how to do small work. */
function estimatesOf({ estimate, sizeEstimate }: Inbox, { kind }: InboxItem): Estimates {
  return {
    ...(estimate && kind === "accept" && { estimate }),
    ...(sizeEstimate && kind === "size" && { sizeEstimate }),
  };
}

/** Eighty columns less the indentation. */
const planWidth = 70;

function itemLines(item: InboxItem, { estimate, sizeEstimate }: Estimates): readonly string[] {
  const options = item.options.map((option, index) => `        ${index + 1}  ${oneLine(option)}`);
  const text = [
    item.text,
    ...(item.plan ? ["", "# What waits for what", ...planRows(item.plan, planWidth)] : []),
  ];
  const expected = [
    ...(estimate ? restLines(estimate) : []),
    ...(sizeEstimate ? sizeEstimateLines(sizeEstimate) : []),
  ];
  return [
    `  ${item.id.padEnd(5)} ${withTime(item.title, item.until)}`,
    ...originLines(item.escalation).map((line) => `        ${line}`),
    ...(item.text === "" ? [] : [indented(text.join("\n"), "        ")]),
    ...expected.map((line) => `        ${oneLine(line)}`),
    ...options,
    `        ${item.answers.join("\n        ")}`,
  ];
}

function nextOf(
  items: readonly (InboxItem & { readonly session: string })[],
  inboxes: readonly Inbox[],
): NextStep {
  const first = items.find((item) => item.first);
  const command = first?.answers[0];
  if (!first || command === undefined) return { command: "huddle status", why: "nothing waits for you" };
  const twice = items.filter((item) => item.id === first.id).length > 1;
  const named = twice || (inboxes.length > 1 && first.kind === "ship");
  return {
    command: named ? `${command} --session ${first.session}` : command,
    why: withTime(first.title, first.until),
  };
}
