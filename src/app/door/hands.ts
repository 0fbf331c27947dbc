import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { ArtifactKind } from "../../core/terms/phase.ts";
import type { Doing } from "../../core/views/screen/want.ts";
import type { TeamModels } from "../run/prepare-run.ts";
import type { AskTrust } from "../settings/trust.ts";
import type { Performed } from "./door.ts";

/** What the interface needs of the program that opened it: its commands, its editor, its models. */
export interface Hands {
  models(): Promise<TeamModels>;
  /** Asks the person, on the whole terminal. */
  readonly askTrust: AskTrust;
  /** Opens an artifact in the person's editor. */
  edit(files: SessionFiles, kind: ArtifactKind): Promise<void>;
  /** Runs a command without a terminal, about this session unless it names another. */
  command(args: readonly string[], session: string | undefined): Promise<Performed>;
  /** What needs no open session. */
  perform(doing: Doing): Promise<Performed>;
  /** Lets a process of its own go on with a run. */
  detach(session: string): Promise<Performed>;
}
