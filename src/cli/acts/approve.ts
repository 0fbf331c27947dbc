import { inboxesOf } from "../../app/look/inboxes.ts";
import type { Project } from "../../app/project.ts";
import { answer } from "../../app/say/answer.ts";
import { Fault } from "../../core/fault.ts";
import type { InboxItem } from "../../core/views/inbox/inbox.ts";
import { indented } from "../../core/views/plain-text.ts";
import { askYesNo } from "../ask-yes-no.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import { withTime } from "../print/with-time.ts";
import type { Wire } from "../wire/wire.ts";

export interface ApproveOptions extends CommonOptions {
  readonly all?: boolean;
  readonly yes?: boolean;
}

type Item = InboxItem & { readonly session: string };

/** `huddle approve [--all]`: shows everything that needs a yes, in full; then approves exactly what it has shown. */
export async function approveAct(wire: Wire, options: ApproveOptions): Promise<ExitCode> {
  const project = await wire.openProject();
  const items = await itemsIn(project, options.session);
  const isAsked = options.all === true && items.length > 0;
  if (isAsked && !options.json) wire.output.out(`${linesOf(items).join("\n")}\n`);
  const approved = isAsked && (await agreed(wire, items, options)) ? items : [];
  for (const item of approved) await approve(project, item);
  const ids = approved.map(({ id }) => id);
  report(wire, options, { items, approved: ids }, endOf(items, ids, isAsked), nextOf(items, ids));
  return exitCodes.finished;
}

async function itemsIn(project: Project, wanted: string | undefined): Promise<readonly Item[]> {
  const inboxes = await inboxesOf(project, wanted);
  return inboxes.flatMap(({ session, items }) =>
    items.flatMap((item) => (item.kind === "approval" ? [{ session, ...item }] : [])),
  );
}

/** What was answered or changed meanwhile is refused, and said. */
async function approve(project: Project, { session, ...seen }: Item): Promise<void> {
  const files = await project.sessions.open(session);
  try {
    await answer(files.journal, seen.id, { kind: "yes" }, project.clock.now(), { ...project, seen });
  } finally {
    await files.close();
  }
}

async function agreed(wire: Wire, items: readonly Item[], { yes, json }: ApproveOptions): Promise<boolean> {
  if (yes) return true;
  if (!wire.terminal.canAsk || json)
    throw new Fault("usage", "To approve all this without being asked: huddle approve --all --yes");
  return askYesNo(wire, items.length === 1 ? "Approve this?" : `Approve all ${items.length}?`);
}

function linesOf(items: readonly Item[]): readonly string[] {
  return items.flatMap(({ id, session, title, until, text }) => [
    `${id}  ${withTime(title, until)} (${session})`,
    indented(text, "    "),
    "",
  ]);
}

function endOf(items: readonly Item[], approved: readonly string[], isShown: boolean): readonly string[] {
  if (items.length === 0) return ["Nothing needs your yes."];
  if (approved.length > 0) return [`Approved: ${approved.join(", ")}.`];
  return isShown ? ["Nothing was approved."] : linesOf(items);
}

function nextOf(items: readonly Item[], approved: readonly string[]) {
  if (approved.length > 0) return { command: "huddle run", why: "the team goes on" };
  if (items.length === 0) return { command: "huddle status", why: "how things stand here" };
  // What should not be answered with a yes by habit offers something else first.
  const isRisky = ({ offers: [first] }: Item) => first && "typed" in first && first.typed !== "yes";
  return items.some(isRisky)
    ? { command: "huddle inbox", why: "how to answer each; read those with a high risk twice" }
    : { command: "huddle approve --all", why: "if you have read it; huddle inbox shows how to answer each" };
}
