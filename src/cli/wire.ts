import { createHash, randomInt } from "node:crypto";
import { realpathSync } from "node:fs";
import { homedir, hostname, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Machine } from "../app/look/doctor.ts";
import type { Project } from "../app/project.ts";
import { findPackage } from "../config/find-package.ts";
import { type Folders, foldersOf } from "../config/folders.ts";
import type { Settings } from "../config/open-settings.ts";
import { Fault } from "../core/fault.ts";
import type { Clock, Hash, Model, Point, Prompts } from "../core/ports/ports.ts";
import { noPoint } from "../core/ports/ports.ts";
import type { Price } from "../core/terms/money.ts";
import type { CaseResult, ModelCheck } from "../model/check/check-model.ts";
import type { PriceTable } from "../model/price-table.ts";
import type { RehearsalModel } from "../model/rehearsal/rehearsal-model.ts";
import type { Rehearsal } from "../model/rehearsal/rehearsal-script.ts";
import type { ReadyRepository, Repository } from "../workspace/git/find-repository.ts";
import type { NewRepository } from "../workspace/git/init-repository.ts";
import type { Draft } from "../workspace/machine/open-draft.ts";
import type { ProcessStart, StartedProcess } from "../workspace/processes/start-process.ts";
import { type Output, openOutput } from "./print/output.ts";
import { Stopper } from "./terminal/stopper.ts";
import { readAll, readKeys, type Terminal, terminalOf } from "./terminal/terminal.ts";

/** The only composition root: whatever reaches outside is made here, late, and handed on. */
export interface Wire {
  readonly cwd: string;
  readonly terminal: Terminal;
  readonly output: Output;
  readonly clock: Clock;
  readonly folders: Folders;
  readonly point: Point;
  /** What to type to play a demo again: what was typed to get here. */
  readonly demoWords: string;
  /** HUDDLE_DEBUG is set: an unexpected error shows where it happened. */
  readonly debug: boolean;
  /** What can be typed into; for readline. */
  readonly input: NodeJS.ReadableStream;
  /** Where a question stands that somebody types an answer to; for readline. Everything else goes to `output`. */
  readonly outputStream: NodeJS.WritableStream;
  /** Everything piped into this command. */
  readInput(): Promise<string>;
  /** What a terminal sends, key by key, until the returned function is called. Ctrl-C comes as a key then. */
  readKeys(onText: (text: string) => void): () => void;
  /** A number that nobody can foresee, for seeds. */
  seed(): number;
  /** A file that a person named; a Fault when it cannot be read. */
  readText(path: string): Promise<string>;
  /** What somebody edits with: VISUAL, else EDITOR, else vi. */
  readonly editor: string;
  /** A text on the disk, for an editor. */
  openDraft(name: string, text: string): Promise<Draft>;
  /** Opens the editor on it, with the terminal for itself; how it ended. Ctrl-C is the editor's meanwhile. */
  edit(draft: Draft): Promise<number | null>;
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

/** What tests set; a person's shell sets it otherwise. */
export interface WireOptions {
  readonly point?: Point;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

export function openWire(options: WireOptions = {}): Wire {
  const { point = noPoint, env = process.env } = options;
  const folders = foldersOf({
    env,
    home: env.HOME || homedir(),
    package: findPackage(dirname(fileURLToPath(import.meta.url))),
    temporary: tmpdir(),
  });
  const stopper = new Stopper(process);
  const wire: Wire = {
    get cwd() {
      return options.cwd ?? currentFolder();
    },
    terminal: terminalOf(env, process.stdin, process.stdout),
    output: openOutput(process.stdout, process.stderr, (error) => {
      process.stderr.write(`huddle: What is printed cannot be written: ${error.message}\n`);
      process.exit(1); // the log is whole wherever this happens
    }),
    clock: systemClock,
    folders,
    point,
    demoWords: env.npm_lifecycle_event === "start" ? "npm start --" : "huddle demo",
    debug: Boolean(env.HUDDLE_DEBUG),
    input: process.stdin,
    outputStream: process.stdout,
    readInput: () => readAll(process.stdin),
    readKeys: (onText) => readKeys(process.stdin, onText),
    seed: () => randomInt(2 ** 31),
    async readText(path) {
      const { readTextFile } = await import("../config/read-text.ts");
      const text = await readTextFile(resolve(wire.cwd, path));
      if (text === undefined) throw new Fault("usage", `There is no file ${path}.`);
      return text;
    },
    editor: env.VISUAL || env.EDITOR || "vi",
    async openDraft(name, text) {
      const { openDraft } = await import("../workspace/machine/open-draft.ts");
      return openDraft(folders.temporary, name, text, env);
    },
    edit: (draft) => stopper.holding(() => draft.edit(wire.editor)),
    stop: () => stopper.arm(),
    interrupt: () => stopper.interrupt(),
    openProject: (from = wire.cwd) => openProject(wire, env, from),
    async repository(from = wire.cwd) {
      const { findRepository } = await import("../workspace/git/find-repository.ts");
      return findRepository(from, env);
    },
    async readyRepository(from = wire.cwd) {
      const { readyRepository } = await import("../workspace/git/find-repository.ts");
      return readyRepository(await wire.repository(from));
    },
    async demoFolder(dir) {
      const { openDemoFolder } = await import("../workspace/machine/demo-folder.ts");
      return openDemoFolder(dir === undefined ? undefined : resolve(wire.cwd, dir), folders.temporary);
    },
    async initRepository(wanted) {
      const { initRepository } = await import("../workspace/git/init-repository.ts");
      return initRepository({ ...wanted, env });
    },
    async settings() {
      const { openSettings } = await import("../config/open-settings.ts");
      return openSettings(folders);
    },
    machine: () => machineOf(folders, env),
    models: () => openModels(wire, env),
    async rehearsal(name) {
      const { loadRehearsal } = await import("../model/rehearsal/load-rehearsal.ts");
      return loadRehearsal(join(folders.package, "rehearsals", name));
    },
    async rehearsalModel(rehearsal, speed) {
      const { RehearsalModel } = await import("../model/rehearsal/rehearsal-model.ts");
      return new RehearsalModel(rehearsal, systemClock, speed);
    },
    spawnSelf: (args, options) => spawn(process.execPath, [process.argv[1] ?? "", ...args], options),
    spawnShell: (command, options) => spawn("/bin/sh", ["-c", command], options),
  };
  return wire;

  async function spawn(program: string, args: readonly string[], options: SpawnOptions = {}) {
    const { startProcess } = await import("../workspace/processes/start-process.ts");
    return startProcess({ program, args, cwd: wire.cwd, env, ...options });
  }
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new Fault("refused", "The folder you are in is gone. Go to another one with cd.", { cause });
  }
}

async function machineOf(folders: Folders, env: NodeJS.ProcessEnv): Promise<Machine> {
  const { findRepository, gitVersion } = await import("../workspace/git/find-repository.ts");
  const { diskKind } = await import("../workspace/machine/disk-kind.ts");
  const { sessionFolders } = await import("../workspace/worktrees/left-worktrees.ts");
  const { openSettings } = await import("../config/open-settings.ts");
  const settings = openSettings(folders);
  return {
    nodeVersion: process.version,
    gitVersion: () => gitVersion(folders.package, env),
    async diskOf(path) {
      const disk = await diskKind(path, process.platform);
      return disk.kind === "shared" ? disk.name : disk.kind;
    },
    teamFile: async (root) => (await settings.readTeam(root)).file,
    userConfig: settings.userConfig,
    async worktrees(root) {
      const repository = await findRepository(root, env);
      return repository ? sessionFolders(worktreesOf(folders, repository.commonDir)) : [];
    },
  };
}

async function openProject(wire: Wire, env: NodeJS.ProcessEnv, from: string): Promise<Project> {
  const { findCheckout, readyRepository } = await import("../workspace/git/find-repository.ts");
  // The rest of the program is loaded while git answers.
  const [
    checkout,
    { openWorkspace },
    { openProcesses },
    { openSessionStore },
    { openPrompts },
    { readKnownModels },
    price,
  ] = await Promise.all([
    findCheckout(from, env),
    import("../workspace/open-workspace.ts"),
    import("../workspace/processes/processes.ts"),
    import("../log/session-store.ts"),
    import("../config/prompts/open-prompts.ts"),
    import("../config/user/known-models.ts"),
    pricesOf(wire),
  ]);
  // Looking at sessions needs no commit and no identity; a checkout it needs.
  const {
    top: root,
    commonDir,
    branch,
  } = checkout?.top === undefined ? readyRepository(checkout) : { ...checkout, top: checkout.top };
  const worktrees = worktreesOf(wire.folders, commonDir);
  const prompts = openPrompts({ shipped: join(wire.folders.package, "prompts"), root });
  let instructions: Prompts["instructions"] | undefined;
  return {
    root,
    branch,
    sessions: openSessionStore(commonDir, {
      now: wire.clock.now,
      temporary: wire.folders.temporary,
      point: wire.point,
    }),
    processes: await openProcesses({ host: hostname(), pid: process.pid }),
    clock: wire.clock,
    hash,
    price,
    canUseTools: await readKnownModels(wire.folders.state),
    random: Math.random,
    prompts: {
      read: prompts.read,
      holdTo: prompts.holdTo,
      async instructions(commit) {
        const { openInstructions } = await import("../workspace/files/open-instructions.ts");
        instructions ??= openInstructions({ repository: root, env });
        return instructions(commit);
      },
    },
    promptFiles: prompts.load,
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

async function openModels(wire: Wire, env: NodeJS.ProcessEnv): Promise<Models> {
  const { folders, clock } = wire;
  const { readUserConfig } = await import("../config/user/user-config.ts");
  const { assertModels, modelNamed, modelRoles } = await import("../config/user/model-named.ts");
  const { openPrices } = await import("../model/price-table.ts");
  const config = await readUserConfig(folders.config);
  const prices = openPrices(config.prices ?? {}, clock.now().slice(0, 10));
  const meant = (name: string) => modelNamed(name, config);
  const open = async (names: readonly string[]) => {
    const { openGateway } = await import("../model/gateway/gateway.ts");
    const models = names.map(meant);
    if (models.some((name) => name.startsWith("rehearsal/")))
      throw new Fault(
        "model.missing",
        "This session is a rehearsal. Watch it go on with: huddle demo --dir .",
      );
    assertModels(models);
    const gateway = openGateway({ env, config, clock, random: Math.random });
    gateway.assertUsable(models);
    return gateway;
  };
  return {
    roles: modelRoles,
    meant,
    price: (name) => prices.priceOf(meant(name)),
    open,
    async check(name, onCase, signal) {
      const { checkModel } = await import("../model/check/check-model.ts");
      const { ollamaOrigin } = await import("../model/endpoint.ts");
      const model = meant(name);
      const origin = ollamaOrigin(model, { env, settings: config });
      const ollama = origin === undefined ? {} : { ollama: { origin, fetch, random: Math.random, signal } };
      const found = await checkModel(model, {
        gateway: await open([model]),
        clock,
        signal,
        onCase,
        ...ollama,
      });
      const { rememberModel } = await import("../config/user/known-models.ts");
      if (!found.unanswered)
        await rememberModel(folders.state, model, { tools: found.can.tools, at: clock.now() });
      return found;
    },
    async set(role, name) {
      const { writeModels } = await import("../config/user/write-user-config.ts");
      const roles = role === "all" ? modelRoles : modelRoles.filter((one) => one === role);
      return writeModels(folders.config, roles, name);
    },
  };
}

/** What models cost. Settings that are wrong are told when a price is wanted, not to somebody who only looks around. */
async function pricesOf({ folders, clock }: Wire): Promise<Project["price"]> {
  const { readUserConfig } = await import("../config/user/user-config.ts");
  const { openPrices } = await import("../model/price-table.ts");
  const found = await readUserConfig(folders.config).then(
    ({ prices = {} }) => ({ prices }),
    (error: unknown) => ({ error }),
  );
  const today = clock.now().slice(0, 10);
  let table: PriceTable | undefined;
  return (model) => {
    if (model.startsWith("rehearsal/")) return scripted;
    if ("error" in found) throw found.error;
    table ??= openPrices(found.prices, today);
    return table.priceOf(model);
  };
}

/** A scripted team costs nothing, which is known. */
const scripted: Price = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** Outside the repository, the same for all its worktrees. */
function worktreesOf(folders: Folders, commonDir: string): string {
  return join(folders.state, "worktrees", hash(realpathSync(commonDir)).slice(0, 16));
}

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
