import type { Machine } from "../../app/look/doctor.ts";
import type { Project } from "../../app/project.ts";
import type { Folders } from "../../config/folders.ts";
import type { Settings } from "../../config/open-settings.ts";
import type { Clock } from "../../core/ports/clock.ts";
import type { Model } from "../../core/ports/model.ts";
import type { Point } from "../../core/ports/processes.ts";
import type { Price } from "../../core/terms/money.ts";
import type { CaseResult, ModelCheck } from "../../model/check/check-model.ts";
import type { RehearsalModel } from "../../model/rehearsal/rehearsal-model.ts";
import type { Rehearsal } from "../../model/rehearsal/rehearsal-script.ts";
import type { ReadyRepository, Repository } from "../../workspace/git/find-repository.ts";
import type { NewRepository } from "../../workspace/git/init-repository.ts";
import type { Scratch } from "../../workspace/machine/open-scratch.ts";
import type { ProcessStart, StartedProcess } from "../../workspace/processes/start-process.ts";
import type { Output } from "../print/output.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The only composition root: everything that reaches outside is made here, late, and handed on. */
export interface Wire extends TerminalWire {
  readonly cwd: string;
  readonly clock: Clock;
  readonly folders: Folders;
  readonly point: Point;
  /** What to type to play a demo again: what was typed to get here. */
  readonly demoWords: string;
  /** HUDDLE_DEBUG is set: an unexpected error shows where it happened. */
  readonly debug: boolean;
  /** A number that nobody can foresee, for seeds. */
  seed(): number;
  /** A file that a person named; a Fault when it cannot be read. */
  readText(path: string): Promise<string>;

  /** The project that a folder belongs to. A Fault that says what to type when it is in no repository. */
  openProject(from?: string): Promise<Project>;
  /** What git says about a folder. Undefined: it is in no repository. */
  repository(from?: string): Promise<Repository | undefined>;
  /** The same, ready to work in; else a Fault that says what to type. */
  readyRepository(from?: string): Promise<ReadyRepository>;
  /** A folder for a demonstration: this one, or a new one. A Fault when it holds something else. */
  demoFolder(dir?: string): Promise<string>;
  /** A new repository with one commit, for demonstrations. Begun again it is completed. */
  initRepository(wanted: Omit<NewRepository, "env">): Promise<string>;

  settings(): Promise<Settings>;
  /** For the doctor. */
  machine(): Promise<Machine>;

  /** Models as the person has set them up. */
  models(): Promise<Models>;
  rehearsal(name: string): Promise<Rehearsal>;
  rehearsalModel(rehearsal: Rehearsal, speed: number): Promise<RehearsalModel>;

  /** Starts this same program with other arguments, in a process of its own. */
  spawnSelf(args: readonly string[], options?: SpawnOptions): Promise<StartedProcess>;
  /** Runs a command line in a folder, without a terminal. */
  spawnShell(command: string, options?: SpawnOptions): Promise<StartedProcess>;
}

/** The terminal part: what is typed, printed and edited. */
export interface TerminalWire {
  readonly terminal: Terminal;
  readonly output: Output;
  /** What can be typed into; for readline. */
  readonly input: NodeJS.ReadableStream;
  /** Where a question stands that somebody types an answer to; for readline. Everything else goes to `output`. */
  readonly outputStream: NodeJS.WritableStream;
  /** Everything piped into this command. */
  readInput(): Promise<string>;
  /** What a terminal sends, key by key, until the returned function is called. Ctrl-C comes as a key then. */
  readKeys(onText: (text: string) => void): () => void;
  /** What somebody edits with: VISUAL, else EDITOR, else vi. */
  readonly editor: string;
  /** A text on the disk, for an editor. */
  openScratch(name: string, text: string): Promise<Scratch>;
  /** Opens the editor on it, with the terminal for itself; how it ended. Ctrl-C is the editor's meanwhile. */
  edit(scratch: Scratch): Promise<number | null>;
  /** Aborts at the first Ctrl-C or end signal; the second ends the process at once with 130. Armed when first asked for. */
  stop(): AbortSignal;
  /** What Ctrl-C does, for whoever reads keys itself. */
  interrupt(): void;
}

/** What is behind the names of models: the person's settings, the gateway, the check. */
export type { CaseResult, ModelCheck };

export interface Models {
  readonly roles: readonly string[];
  /** What a name means now; itself when nobody gave it a meaning. */
  meant(name: string): string;
  price(name: string): Price | undefined;
  /** All providers behind one door. A Fault that says what to do when one of these cannot be asked at all. */
  open(names: readonly string[]): Promise<Model>;
  /** Asks a model what it can do. */
  check(name: string, onCase: (result: CaseResult) => void, signal: AbortSignal): Promise<ModelCheck>;
  /** Sets what a role means, for this person; gives the file. */
  set(role: string, name: string): Promise<string>;
}

export type SpawnOptions = Partial<Pick<ProcessStart, "cwd" | "env" | "onOut" | "onError">>;
