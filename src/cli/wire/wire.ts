import type { Machine } from "../../app/look/doctor.ts";
import type { Project } from "../../app/project.ts";
import type { Storage } from "../../app/ship/clean.ts";
import type { Notice } from "../../app/unattended/notice.ts";
import type { Folders } from "../../config/folders.ts";
import type { Settings } from "../../config/open-settings.ts";
import type { Clock } from "../../core/ports/clock.ts";
import type { Model } from "../../core/ports/model.ts";
import type { Price } from "../../core/terms/money.ts";
import type { ProviderOffer } from "../../core/views/choice/model-offers.ts";
import type { Reached } from "../../core/views/choice/reached.ts";
import type { CaseResult, ModelCheck } from "../../model/check/check-model.ts";
import type { Judgement } from "../../model/choice/unknown-model.ts";
import type { RehearsalModel } from "../../model/rehearsal/rehearsal-model.ts";
import type { Rehearsal } from "../../model/rehearsal/rehearsal-script.ts";
import type { OpenInterface } from "../../tui/open-interface.tsx";
import type { Attacked } from "../../workspace/attack/attack.ts";
import type { ReadyRepository, Repository } from "../../workspace/git/find-repository.ts";
import type { NewRepository } from "../../workspace/git/init-repository.ts";
import type { Scratch } from "../../workspace/machine/open-scratch.ts";
import type { ProcessStart, StartedProcess } from "../../workspace/processes/start-process.ts";
import type { Output } from "../print/output.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { WholeScreen } from "../terminal/whole-screen.ts";
import type { KnownKeys } from "./known-keys.ts";

/** The only composition root: everything that reaches outside is made here, when first needed, and passed on. */
export interface Wire extends TerminalWire {
  readonly cwd: string;
  /** The person's home folder. */
  readonly home: string;
  readonly clock: Clock;
  /** Hides keys, wherever text comes in or goes out. */
  readonly keys: KnownKeys;
  readonly folders: Folders;
  /** The command that plays a demo again, as the person typed it. */
  readonly demoWords: string;
  /** HUDDLE_DEBUG is set: an unexpected error prints its stack. */
  readonly debug: boolean;
  /** A random number, for seeds. */
  seed(): number;
  /** Reads a file that a person named. Throws a Fault when it cannot. */
  readText(path: string): Promise<string>;
  /** For a file that a person named: how to write it, whole or not at all. Throws a Fault when its place is none. */
  fileToWrite(path: string): Promise<(text: string) => Promise<void>>;

  /** The project that a folder belongs to. Outside a repository it throws a Fault that says what to type. */
  openProject(from?: string): Promise<Project>;
  /** What git says about a folder. Undefined: it is not in a repository. */
  repository(from?: string): Promise<Repository | undefined>;
  /** The same, ready to work in. Otherwise throws a Fault that says what to type. */
  readyRepository(from?: string): Promise<ReadyRepository>;
  /** A folder for a demo: this one, or a new one. Throws a Fault when it holds something else. */
  demoFolder(dir?: string): Promise<string>;
  /** Makes a repository with one commit, for demos. Completes one that was left half made. */
  initRepository(wanted: Omit<NewRepository, "env">): Promise<string>;

  settings(): Promise<Settings>;
  /**
   * The person's own command that tells them about a run: started with a notice, it returns what went wrong, and never
   * throws. Undefined: they have none.
   */
  notifier(): Promise<((notice: Notice) => Promise<string | undefined>) | undefined>;
  /** For the doctor. */
  machine(): Promise<Machine>;
  /** What Huddle keeps on the disk for a project. */
  storage(project: Project): Promise<Storage>;
  /** Tries ways out of the sandbox of this machine. Throws a Fault when there is none that could be tried. */
  attack(): AsyncIterable<Attacked>;

  /** The models as the person has set them up. */
  models(): Promise<Models>;
  rehearsal(name: string): Promise<Rehearsal>;
  rehearsalModel(rehearsal: Rehearsal, speed: number): Promise<RehearsalModel>;

  /** Starts this program with other arguments, in a child process. */
  spawnSelf(args: readonly string[], options?: SpawnOptions): Promise<StartedProcess>;
  /** Starts it so that it lives on when this process ends, with neither input nor output. */
  spawnApart(args: readonly string[]): Promise<void>;
  /** The interface. It is a bundle of its own, loaded only here. */
  loadInterface(): Promise<OpenInterface>;
  /** Runs a command line in a folder, without a terminal. */
  spawnShell(command: string, options?: SpawnOptions): Promise<StartedProcess>;
}

/** The terminal part: input, output and the editor. */
export interface TerminalWire {
  readonly terminal: Terminal;
  readonly output: Output;
  /** Input, for readline. */
  readonly input: NodeJS.ReadableStream;
  /** Where readline prints a question. Everything else goes to `output`. */
  readonly outputStream: NodeJS.WritableStream;
  /** Reads everything piped into this command. */
  readInput(): Promise<string>;
  /**
   * Reads what the terminal sends until the returned function is called: key by key, Ctrl-C too, or, where it only
   * prints, line by line.
   */
  readKeys(onText: (text: string) => void): () => void;
  /** The person's editor: VISUAL, else EDITOR, else vi. */
  readonly editor: string;
  /** Writes a text to disk, for an editor. */
  openScratch(name: string, text: string): Promise<Scratch>;
  /** Opens the editor on it and returns its exit code. The editor has the terminal and Ctrl-C to itself. */
  edit(scratch: Scratch): Promise<number | null>;
  /** The same on a folder, which it is started in. */
  editFolder(path: string): Promise<number | null>;
  /** Shows a long text in the person's pager: GIT_PAGER, else PAGER, else less. False: there is none, or no terminal. */
  page(text: string): Promise<boolean>;
  /** The terminal for a program that draws all of it. */
  wholeScreen(): Promise<WholeScreen>;
  /** Aborts at the first Ctrl-C or end signal; the second ends the process with 130. Armed at the first call. */
  stop(): AbortSignal;
  /** Does something beside what goes on. Meanwhile the first Ctrl-C aborts only the signal that it gets. */
  beside<T>(act: (stop: AbortSignal) => Promise<T>): Promise<T>;
  /** Does what Ctrl-C does, for a screen that reads keys itself. */
  interrupt(): void;
}

export type { Attacked, CaseResult, ModelCheck };

/** Everything behind the names of models: the person's settings, the gateway, the check. */
export interface Models {
  readonly roles: readonly string[];
  /** The model that a name stands for now, or the name itself if nothing is set for it. */
  meant(name: string): string;
  price(name: string): Price | undefined;
  /** One model that reaches all providers. Throws a Fault that says what to do when one of these models is unusable. */
  open(names: readonly string[]): Promise<Model>;
  /** How many tokens these models read and write in one request, as far as that is known. */
  windows(names: readonly string[], signal?: AbortSignal): Promise<Readonly<Record<string, number>>>;
  /** Finds out what a model can do. */
  check(name: string, onCase: (result: CaseResult) => void, signal: AbortSignal): Promise<ModelCheck>;
  /** What can be chosen here: providers whose key is there, and servers on this machine. No other server is asked. */
  offers(signal?: AbortSignal): Promise<readonly ProviderOffer[]>;
  /** Whether a model with this name is known, or can be. */
  judge(name: string, signal?: AbortSignal): Promise<Judgement>;
  /** Whether a model can be asked right now, found out without paying for it. */
  reach(name: string, signal?: AbortSignal): Promise<Reached>;
  /** Sets the model of a role, for this person. Returns the file. */
  set(role: string, name: string): Promise<string>;
}

export type SpawnOptions = Partial<Pick<ProcessStart, "cwd" | "env" | "onOut" | "onError">>;
