import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { homedir, hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Project } from "../app/project.ts";
import { findPackage } from "../config/find-package.ts";
import { type Folders, foldersOf } from "../config/folders.ts";
import { Fault } from "../core/fault.ts";
import type { Clock, Hash, Model, Point } from "../core/ports.ts";
import { noPoint } from "../core/ports.ts";
import type { RehearsalModel } from "../model/rehearsal-model.ts";
import type { Rehearsal } from "../model/rehearsal-script.ts";
import type { ReadyRepository, Repository } from "../workspace/find-repository.ts";
import type { NewRepository } from "../workspace/init-repository.ts";
import type { ProcessStart, StartedProcess } from "../workspace/start-process.ts";
import { type Output, openOutput } from "./output.ts";

/** The only composition root: whatever reaches outside is made here, late, and handed on. */
export interface Wire {
  readonly cwd: string;
  readonly terminal: Terminal;
  readonly output: Output;
  readonly clock: Clock;
  readonly folders: Folders;
  readonly point: Point;
  /** What can be typed into; for readline. */
  readonly input: NodeJS.ReadableStream;
  /** Everything piped into this command. */
  readInput(): Promise<string>;
  /** Aborts at the first Ctrl-C or end signal; the second ends the process at once with 130. Armed when first asked for. */
  stop(): AbortSignal;
  /** What Ctrl-C does, for whoever reads keys itself. */
  interrupt(): void;

  /** The project that a folder belongs to. A Fault that says what to type when it is in no repository. */
  openProject(from?: string): Promise<Project>;
  /** What git says about a folder. Undefined: it is in no repository. */
  repository(from?: string): Promise<Repository | undefined>;
  /** The same, ready to work in; else a Fault that says what to type. */
  readyRepository(from?: string): Promise<ReadyRepository>;
  /** A new repository with one commit, for demonstrations. Begun again it is completed. */
  initRepository(wanted: Omit<NewRepository, "env">): Promise<string>;

  /** The model that a person's own project is run with. A Fault model.missing that says how to get one. */
  modelFor(project: Project): Promise<Model>;
  rehearsal(name: string): Promise<Rehearsal>;
  rehearsalModel(rehearsal: Rehearsal, speed: number): Promise<RehearsalModel>;

  /** Starts this same program with other arguments, in a process of its own. */
  spawnSelf(args: readonly string[], options?: SpawnOptions): Promise<StartedProcess>;
  /** Runs a command line in a folder, without a terminal. */
  spawnShell(command: string, options?: SpawnOptions): Promise<StartedProcess>;
}

export type SpawnOptions = Partial<Pick<ProcessStart, "cwd" | "env" | "onOut" | "onError">>;

export interface Terminal {
  /** Somebody looks at what is printed. */
  readonly isTty: boolean;
  /** Somebody can be asked: they look, and what they type comes here. */
  readonly canAsk: boolean;
  readonly colour: boolean;
  columns(): number;
}

export interface WireOptions {
  readonly point?: Point;
}

export function openWire({ point = noPoint }: WireOptions = {}): Wire {
  const { env } = process;
  const folders = foldersOf({
    env,
    home: env.HOME || homedir(),
    package: findPackage(dirname(fileURLToPath(import.meta.url))),
    temporary: tmpdir(),
  });
  const stopper = new Stopper();
  const wire: Wire = {
    cwd: process.cwd(),
    terminal: terminalOf(env),
    output: openOutput(process.stdout, process.stderr),
    clock: systemClock,
    folders,
    point,
    input: process.stdin,
    readInput,
    stop: () => stopper.arm(),
    interrupt: () => stopper.interrupt(),
    openProject: (from = wire.cwd) => openProject(wire, from),
    async repository(from = wire.cwd) {
      const { findRepository } = await import("../workspace/find-repository.ts");
      return findRepository(from, env);
    },
    async readyRepository(from = wire.cwd) {
      const { readyRepository } = await import("../workspace/find-repository.ts");
      return readyRepository(await wire.repository(from));
    },
    async initRepository(wanted) {
      const { initRepository } = await import("../workspace/init-repository.ts");
      return initRepository({ ...wanted, env });
    },
    async modelFor() {
      throw new Fault("model.missing", noModel);
    },
    async rehearsal(name) {
      const { loadRehearsal } = await import("../model/load-rehearsal.ts");
      return loadRehearsal(join(folders.package, "rehearsals", name));
    },
    async rehearsalModel(rehearsal, speed) {
      const { RehearsalModel } = await import("../model/rehearsal-model.ts");
      return new RehearsalModel(rehearsal, systemClock, speed);
    },
    spawnSelf: (args, options) => spawn(process.execPath, [process.argv[1] ?? "", ...args], options),
    spawnShell: (command, options) => spawn("/bin/sh", ["-c", command], options),
  };
  return wire;

  async function spawn(program: string, args: readonly string[], options: SpawnOptions = {}) {
    const { startProcess } = await import("../workspace/start-process.ts");
    return startProcess({ program, args, cwd: wire.cwd, env, ...options });
  }
}

async function openProject(wire: Wire, from: string): Promise<Project> {
  const { env } = process;
  const repository = await wire.repository(from);
  const { readyRepository } = await import("../workspace/find-repository.ts");
  const { openWorkspace } = await import("../workspace/open-workspace.ts");
  const { openProcesses } = await import("../workspace/processes.ts");
  const { readPrompts } = await import("../config/read-prompts.ts");
  // Looking at sessions needs no commit and no identity; a checkout it needs.
  const {
    top: root,
    commonDir,
    branch,
  } = repository?.top === undefined ? readyRepository(repository) : { ...repository, top: repository.top };
  const worktrees = join(wire.folders.state, "worktrees", hash(realpathSync(commonDir)).slice(0, 16));
  return {
    root,
    branch,
    sessions: sessionsIn(join(commonDir, "huddle", "sessions")),
    processes: await openProcesses({ host: hostname(), pid: process.pid }),
    clock: wire.clock,
    hash,
    prompts: readPrompts([join(root, ".huddle", "prompts"), join(wire.folders.package, "prompts")]),
    openWorkspace: (session, fence) =>
      openWorkspace({
        repository: root,
        folder: join(worktrees, session),
        fence,
        env,
        clock: wire.clock,
        point: wire.point,
      }),
  };
}

function sessionsIn(folder: string): Project["sessions"] {
  throw new Error(`the session store for ${folder} is not connected yet`);
}

const noModel = `No model is set up for this project, and this version has no connection to a provider yet: it plays rehearsals only.
There will be three ways to get a model:
  1. a provider's key in the environment (such as ANTHROPIC_API_KEY) and a model named in your own config;
  2. a local endpoint that speaks OpenAI's protocol, such as Ollama;
  3. none at all: watch a scripted team work, now, with: huddle demo`;

const hash: Hash = (text) => createHash("sha256").update(text).digest("hex");

const systemClock: Clock = {
  now: () => new Date().toISOString(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(ms, 2 ** 31 - 1));
      signal.addEventListener("abort", done);
    }),
};

function terminalOf(env: NodeJS.ProcessEnv): Terminal {
  const isTty = process.stdout.isTTY === true && env.TERM !== "dumb";
  return {
    isTty,
    canAsk: isTty && process.stdin.isTTY === true,
    colour: colourAllowed(env, isTty),
    columns: () => process.stdout.columns || 80,
  };
}

/** NO_COLOR wins when it holds anything; FORCE_COLOR helps a pipe that wants colours; 0 and false mean no. */
function colourAllowed(env: NodeJS.ProcessEnv, isTty: boolean): boolean {
  if (env.NO_COLOR) return false;
  const force = env.FORCE_COLOR;
  if (force !== undefined && force !== "") return force !== "0" && force !== "false";
  return isTty;
}

async function readInput(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString("utf8");
}

/** Stops softly at first, then at once. Until armed, Ctrl-C does what it does to every program. */
class Stopper {
  #stop: AbortController | undefined;

  arm(): AbortSignal {
    if (!this.#stop) {
      this.#stop = new AbortController();
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => this.interrupt());
    }
    return this.#stop.signal;
  }

  interrupt(): void {
    if (!this.#stop || this.#stop.signal.aborted) process.exit(130);
    this.#stop.abort();
  }
}
