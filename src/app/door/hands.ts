import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Price } from "../../core/terms/money.ts";
import type { ArtifactKind } from "../../core/terms/phase.ts";
import type { ProviderOffer } from "../../core/views/choice/model-offers.ts";
import type { Doing } from "../../core/views/screen/want.ts";
import type { SettingsFiles } from "../../core/views/settings/settings-file.ts";
import type { Ground as Around } from "../ready/whereabouts.ts";
import type { TeamModels } from "../run/prepare-run.ts";
import type { Preparing } from "../sessions/prepare-session.ts";
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
  /** Runs a line of the shell, and returns what it printed. */
  shell(line: string, folder: string): Promise<Performed>;
  /** The folder that the person is in, and what can be asked about it. */
  around(): Around;
  /** The commit that new work starts from. Throws a Fault where there is none. */
  base(): Promise<Preparing["repository"]>;
  /** The settings files, to look at and to change. */
  settings(): Promise<SettingsFiles>;
  choices(): Promise<ModelChoices>;
  /** Lets a process of its own go on with a run. */
  detach(session: string): Promise<Performed>;
}

/** Everything about models that a person chooses from. */
export interface ModelChoices {
  readonly roles: readonly string[];
  /** The model that a name stands for now, or the name itself. */
  meant(name: string): string;
  price(name: string): Price | undefined;
  offers(): Promise<readonly ProviderOffer[]>;
}
