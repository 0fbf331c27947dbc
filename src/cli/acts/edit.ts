import { nextAt } from "../../app/look/next-for.ts";
import { tryArtifactFiles } from "../../app/run/artifact-files.ts";
import { type Edited, editArtifact, editedVersion } from "../../app/say/edit-artifact.ts";
import { type AtSession, withSession } from "../../app/sessions/with-session.ts";
import { Fault } from "../../core/fault.ts";
import type { ArtifactKind } from "../../core/terms/phase.ts";
import { artifactName } from "../../core/terms/phase.ts";
import { editableJson, editableText } from "../../core/views/edit/artifact-edit.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { asksAgain, editInEditor, faultLines, keptWords } from "../face/edit-in-editor.ts";
import { artifactNamed, artifactNames } from "../option-values.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface EditOptions extends CommonOptions {
  readonly file?: string;
  readonly stdin?: boolean;
  readonly print?: boolean;
}

/** `huddle edit scope|tasks|approach|findings`: submits a person's edit as their own version, already accepted. */
export async function editAct(wire: Wire, what: string, options: EditOptions): Promise<ExitCode> {
  const kind = artifactNamed(what);
  if (!kind)
    throw new Fault("usage", `There is no ${what} to edit. Type: huddle edit ${artifactNames.join("|")}`);
  if (options.file !== undefined && options.stdin) throw new Fault("usage", "Choose one: --file or --stdin.");
  return withSession(await wire.openProject(), options.session, async (at) => {
    if (options.print) {
      const version = editedVersion(at.files.journal.state(), kind);
      wire.output.out(options.json ? editableJson(version) : editableText(version));
      return exitCodes.finished;
    }
    const edited = await editedBy(wire, kind, options, at);
    const paths = await tryArtifactFiles(at.files);
    const document = { session: at.files.id, artifact: kind, ...edited, path: paths[kind] };
    report(wire, options, document, [...headingOf(at), ...editedLines(kind, edited)], await nextAt(at));
    return exitCodes.finished;
  });
}

type Settled = Exclude<Edited, { kind: "wrong" }>;

async function editedBy(
  wire: Wire,
  kind: ArtifactKind,
  options: EditOptions,
  { files }: AtSession,
): Promise<Settled> {
  const given = options.stdin || options.file !== undefined;
  if (!given) {
    if (!wire.terminal.canAsk || options.json) throw noTerminal(kind);
    return editInEditor(wire, files, kind, (faults) => asksAgain(wire, faults));
  }
  const { id } = editedVersion(files.journal.state(), kind);
  if (options.file !== undefined)
    return orRefused(await editArtifact(files.journal, kind, await wire.readText(options.file), id));
  const text = await wire.readInput();
  try {
    return orRefused(await editArtifact(files.journal, kind, text, id));
  } catch (error) {
    if (!(error instanceof Fault) || text.trim() === "") throw error;
    const { path } = await wire.openScratch(`${kind}.md`, text);
    throw new Fault(error.code, `${error.message}\n${keptWords(kind, path)}`, { cause: error });
  }
}

function orRefused(edited: Edited): Settled {
  if (edited.kind !== "wrong") return edited;
  throw new Fault("refused", ["Nothing was changed:", ...faultLines(edited.faults)].join("\n"));
}

function noTerminal(kind: ArtifactKind): Fault {
  return new Fault(
    "usage",
    `There is no terminal to open an editor in. Give the new text with: huddle edit ${kind} --file <file>, or --stdin. To start from the current text: huddle edit ${kind} --print > ${kind}.md`,
  );
}

function editedLines(kind: ArtifactKind, edited: Settled): readonly string[] {
  if (edited.kind === "unchanged") return ["Nothing was changed."];
  return [
    `Version ${edited.version} of the ${artifactName(kind)} is yours, and accepted:`,
    ...edited.changes.map((change) => `  - ${oneLine(change)}`),
    ...(edited.open.length > 0 ? ["This no longer fits:", ...faultLines(edited.open)] : []),
  ];
}
