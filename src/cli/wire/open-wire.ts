import { randomInt } from "node:crypto";
import { homedir, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findPackage } from "../../config/find-package.ts";
import { foldersOf } from "../../config/folders.ts";
import { Fault } from "../../core/fault.ts";
import { attackHere } from "./attack.ts";
import { openNotifier, spawning } from "./children.ts";
import { systemClock } from "./clock.ts";
import { knownKeys } from "./known-keys.ts";
import { machineOf } from "./machine.ts";
import { openModels } from "./models.ts";
import { gitSays } from "./places.ts";
import { openProject } from "./project.ts";
import { storageOf } from "./storage.ts";
import { openTerminal } from "./terminal.ts";
import type { Wire } from "./wire.ts";

/** Set by tests; otherwise taken from the person's shell. */
export interface WireOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** What the person typed. */
  readonly args?: readonly string[];
}

export function openWire(options: WireOptions = {}): Wire {
  const { env = process.env, args = [] } = options;
  const home = env.HOME || homedir();
  const ours = findPackage(dirname(fileURLToPath(import.meta.url)));
  const folders = foldersOf({ env, home, package: ours, temporary: tmpdir() });
  const keys = knownKeys(env);
  const wire: Wire = {
    get cwd() {
      return options.cwd ?? currentFolder();
    },
    home,
    ...openTerminal(env, folders, keys, args),
    keys,
    clock: systemClock,
    folders,
    demoWords: env.npm_lifecycle_event === "start" ? "npm start --" : "huddle demo",
    debug: Boolean(env.HUDDLE_DEBUG),
    seed: () => randomInt(2 ** 31),
    async readText(path) {
      const { readTextFile } = await import("../../config/read-text-file.ts");
      const text = await readTextFile(resolve(wire.cwd, path));
      if (text === undefined) throw new Fault("usage", `There is no file ${path}.`);
      return text;
    },
    async fileToWrite(path) {
      const { fileToWrite } = await import("./file-to-write.ts");
      return fileToWrite(resolve(wire.cwd, path), path);
    },
    openProject: (from = wire.cwd) => openProject(wire, env, from),
    async repository(from = wire.cwd) {
      const { findRepository } = await import("../../workspace/git/find-repository.ts");
      return findRepository(from, env);
    },
    async readyRepository(from = wire.cwd) {
      const { readyRepository } = await import("../../workspace/git/find-repository.ts");
      return readyRepository(await wire.repository(from));
    },
    async demoFolder(dir) {
      const { openDemoFolder } = await import("../../workspace/machine/demo-folder.ts");
      return openDemoFolder(dir === undefined ? undefined : resolve(wire.cwd, dir), folders.temporary);
    },
    async initRepository(wanted) {
      const { initRepository } = await import("../../workspace/git/init-repository.ts");
      return initRepository({ ...wanted, env });
    },
    async notifier() {
      const run = await (await wire.settings()).notify();
      if (run === undefined) return undefined;
      return openNotifier(run, wire.cwd, env);
    },
    async settings() {
      const { openSettings } = await import("../../config/open-settings.ts");
      return openSettings(folders, gitSays(env));
    },
    machine: () => machineOf(folders, env),
    storage: (project) => storageOf(project, folders, env),
    attack: () => attackHere(folders, env, wire.stop()),
    models: () => openModels(wire, env),
    async rehearsal(name) {
      const { loadRehearsal } = await import("../../model/rehearsal/load-rehearsal.ts");
      return loadRehearsal(join(folders.package, "rehearsals", name));
    },
    async rehearsalModel(rehearsal, speed) {
      const { RehearsalModel } = await import("../../model/rehearsal/rehearsal-model.ts");
      return new RehearsalModel(rehearsal, systemClock, speed);
    },
    ...spawning(() => wire.cwd, env),
    async loadInterface() {
      const { openInterface } = await import("../../tui/open-interface.tsx");
      return openInterface;
    },
  };
  return wire;
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new Fault("refused", "The folder you are in is gone. Go to another one with cd.", { cause });
  }
}
