import { type Inbox, inboxesOf } from "../../app/inboxes.ts";
import { type Estimate, restLines } from "../../core/views/estimate.ts";
import type { InboxItem } from "../../core/views/inbox.ts";
import type { NextStep } from "../../core/views/next-step.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { indented, oneLine } from "../plain-text.ts";
import { report } from "../report.ts";
import type { Wire } from "../wire.ts";

/** `huddle inbox`: what waits for the person, across all sessions that are not over. */
export async function inboxCommand(wire: Wire, options: CommonOptions): Promise<ExitCode> {
  const project = await wire.openProject();
  const inboxes = await inboxesOf(project, options.session, { estimating: true });
  const waiting = inboxes.filter((inbox) => inbox.items.length > 0);
  const items = waiting.flatMap((inbox) =>
    inbox.items.map((item) => ({ session: inbox.session, ...item, ...estimateOf(inbox, item) })),
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
  const lines = inbox.items.flatMap((item) => itemLines(item, estimateOf(inbox, item).estimate));
  return [`${inbox.session}: ${oneLine(inbox.title)}`, ...lines, ""];
}

/** Only a plan that waits has one. */
function estimateOf({ estimate }: Inbox, { kind }: InboxItem): Pick<Inbox, "estimate"> {
  return estimate && kind === "accept" ? { estimate } : {};
}

function itemLines(item: InboxItem, estimate: Estimate | undefined): readonly string[] {
  const options = item.options.map((option, index) => `        ${index + 1}  ${oneLine(option)}`);
  const text = item.text === "" ? [] : [indented(item.text, "        ")];
  return [
    `  ${item.id.padEnd(5)} ${oneLine(item.title)}`,
    ...text,
    ...(estimate ? restLines(estimate).map((line) => `        ${oneLine(line)}`) : []),
    ...options,
    `        ${item.answers.join("\n        ")}`,
  ];
}

function nextOf(
  items: readonly (InboxItem & { readonly session: string })[],
  inboxes: readonly Inbox[],
): NextStep {
  const [first] = items;
  const command = first?.answers[0];
  if (!first || command === undefined) return { command: "huddle status", why: "nothing waits for you" };
  const twice = items.filter((item) => item.id === first.id).length > 1;
  const named = twice || (inboxes.length > 1 && first.kind === "ship");
  return { command: named ? `${command} --session ${first.session}` : command, why: oneLine(first.title) };
}
