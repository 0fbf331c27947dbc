import type { RunEnding } from "../../app/run/run-session.ts";
import { advance } from "../../app/say/advance.ts";
import { editArtifact } from "../../app/say/edit-artifact.ts";
import { openGrooming } from "../../app/sessions/groom.ts";
import { askForBrief, briefOf, promote } from "../../app/sessions/promote.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import { Fault } from "../../core/fault.ts";
import { briefText } from "../../core/views/documents/artifact-text.ts";
import { indented, oneLine } from "../../core/views/plain-text.ts";
import type { RunTyped } from "../command-spec.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { asksAgain, editInEditor, faultLines } from "../face/edit-in-editor.ts";
import type { BudgetOptions, CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";
import { concludeRun } from "./conclude-run.ts";
import { playOnScreen } from "./play-on-screen.ts";
import { prepare } from "./prepare.ts";

export interface PromoteOptions extends CommonOptions, BudgetOptions {
  /** Takes the brief as it is. */
  readonly yes?: boolean;
  /** The edited text. */
  readonly file?: string;
}

/** `huddle groom promote <slug>`: the coach writes a brief, the person edits it, and an iteration starts from it. */
export async function groomPromoteAct(
  wire: Wire,
  slug: string,
  options: PromoteOptions,
  run: RunTyped,
): Promise<ExitCode> {
  if (options.yes && options.file !== undefined) throw new Fault("usage", "Choose one: --yes or --file.");
  const { project, start, lines, lacking } = await prepare(wire, options, {
    command: `huddle groom promote ${slug}`,
  });
  const files = await openGrooming(project, slug);
  const at = { project, files, oneOfMany: false, named: true };
  try {
    await askForBrief(files.journal, slug);
    const ending = briefOf(files.journal.state()) ? undefined : await writeBrief(wire, options, at, run);
    const brief = briefOf(files.journal.state());
    if (!brief) return await concludeRun(wire, options, at, ending ?? nothing);
    if (!(await settled(wire, options, at, ending !== undefined))) return exitCodes.waiting;
    const { session, existed } = await promote(project, files, start);
    const { title } = briefOf(files.journal.state())?.body ?? brief.body;
    const first = existed ? `Already promoted to ${session}` : `Session ${session}`;
    const why = `it starts from the brief of ${slug}`;
    const { budget = null } = start.policy;
    const document = { session: slug, promoted: session, existed, ...(!existed && { budget, lacking }) };
    report(wire, options, document, [`${first}: ${oneLine(title)}`, ...(existed ? [] : lines)], {
      command: "huddle run",
      why,
    });
    return exitCodes.finished;
  } finally {
    await files.close();
  }
}

const nothing: RunEnding = { kind: "failed", why: "no brief was written" };

/** Asks the person nothing while the brief is written: they comment on it in their editor afterwards. */
function writeBrief(wire: Wire, { json }: PromoteOptions, at: AtSession, run: RunTyped): Promise<RunEnding> {
  const unasked: Wire = { ...wire, terminal: { ...wire.terminal, canAsk: false } };
  return playOnScreen(
    unasked,
    { run, ...(json && { json }), enough: (state) => briefOf(state) !== undefined },
    at,
  );
}

/** Gets the brief accepted, as it is or edited. False: there is nobody to ask. */
async function settled(wire: Wire, options: PromoteOptions, at: AtSession, shown: boolean): Promise<boolean> {
  const { journal } = at.files;
  const brief = briefOf(journal.state());
  if (!brief) throw new Error("there is no brief to settle");
  if (options.file !== undefined) {
    const edited = await editArtifact(journal, "brief", await wire.readText(options.file), brief.id);
    if (edited.kind === "wrong")
      throw new Fault("refused", ["Nothing was changed:", ...faultLines(edited.faults)].join("\n"));
  }
  if (isAccepted(at)) return true;
  if (!options.yes && options.file === undefined) {
    if (!shown && !options.json) wire.output.out(`${indented(briefText(brief.body))}\n`);
    if (!wire.terminal.canAsk || options.json) {
      waiting(wire, options, at);
      return false;
    }
    await editInEditor(wire, at.files, "brief", (faults) => asksAgain(wire, faults));
  }
  if (!isAccepted(at)) await advance(journal);
  return true;
}

function isAccepted({ files }: AtSession): boolean {
  return briefOf(files.journal.state())?.settled?.verdict === "accepted";
}

function waiting(wire: Wire, options: PromoteOptions, { files: { id, journal } }: AtSession): void {
  const words = [
    "",
    "The brief waits for you. To change it:",
    `  huddle edit brief --print --session ${id} > brief.md`,
    `  huddle groom promote ${id} --file brief.md`,
  ];
  const brief = briefOf(journal.state())?.body;
  const next = { command: `huddle groom promote ${id} --yes`, why: "takes it as it is" };
  report(wire, options, { session: id, brief }, words, next);
}
