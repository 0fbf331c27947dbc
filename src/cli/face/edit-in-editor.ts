import { type Edited, editArtifact, editedVersion } from "../../app/say/edit-artifact.ts";
import { Fault } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { ArtifactKind } from "../../core/terms/phase.ts";
import { shellWord } from "../../core/text/quoted.ts";
import { editableText } from "../../core/views/edit/artifact-edit.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { askYesNo } from "../ask-yes-no.ts";
import type { Wire } from "../wire/wire.ts";

/**
 * Lets a person edit an artifact in their editor until it is valid or they give up. Their text is never lost: unless it
 * was submitted or is unchanged, the file stays and they are told where it is.
 */
export async function editInEditor(
  wire: Wire,
  files: SessionFiles,
  kind: ArtifactKind,
  again: (faults: readonly string[]) => Promise<boolean>,
): Promise<Exclude<Edited, { kind: "wrong" }>> {
  const artifact = editedVersion(files.journal.state(), kind);
  const text = editableText(artifact);
  const scratch = await wire.openScratch(`${kind}.md`, text);
  const kept = keptWords(kind, scratch.path);
  for (;;) {
    const exit = await wire.edit(scratch);
    const written = await scratch.read();
    if (exit !== 0) {
      if (written === text) await scratch.remove();
      const how = `${wire.editor} ended with ${exit ?? "a signal"}, so nothing was changed.`;
      const advice = exit === 127 ? " Say which editor you want: export EDITOR=nano" : "";
      throw new Fault("refused", `${how}${advice}${written === text ? "" : `\n${kept}`}`);
    }
    const edited = await editArtifact(files.journal, kind, written, artifact.id).catch((error: unknown) => {
      if (error instanceof Fault) throw new Fault(error.code, `${error.message}\n${kept}`, { cause: error });
      throw error;
    });
    if (edited.kind !== "wrong") {
      await scratch.remove();
      return edited;
    }
    if (!(await again(edited.faults))) throw new Fault("refused", `Nothing was changed.\n${kept}`);
  }
}

/** Where a text that was not taken lies, and how to hand it in again. */
export function keptWords(kind: ArtifactKind, path: string): string {
  return `Your text is kept: ${path}\nSubmit it with: huddle edit ${kind} --file ${shellWord(path)}`;
}

/** Prints what is wrong and asks whether to open the editor again. */
export async function asksAgain(wire: Wire, faults: readonly string[]): Promise<boolean> {
  wire.output.out(["It cannot be submitted like this:", ...faultLines(faults), ""].join("\n"));
  return askYesNo(wire, "Open the editor again?", true);
}

export function faultLines(faults: readonly string[]): readonly string[] {
  return faults.map((fault) => `  - ${oneLine(fault)}`);
}
