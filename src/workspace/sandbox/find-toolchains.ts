import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, normalize, relative } from "node:path";
import type { Environment } from "../processes/environment.ts";
import { knownToolchains, type Toolchain } from "./known-toolchains.ts";
import { holdsKeys, isBelow } from "./private-paths.ts";
import { startOfProgram } from "./start-of-program.ts";

/** What programs outside the system's own folders need to be seen inside, at their own paths. */
export interface Toolchains {
  /** Folders to show: those of programs that are surely started, then the rest of PATH. None lies in another. */
  readonly roots: readonly string[];
  /** Folders of PATH that are there inside, or would be if all roots are shown. */
  readonly path: readonly string[];
  /** Variables, and the folders that they name. */
  readonly variables: Readonly<Record<string, string>>;
  /** Folders that stay out because they may hold keys. */
  readonly withheld: readonly string[];
}

/** `system`: folders that are inside anyway. `programs`: what set-up and checks start. */
export async function findToolchains(
  env: Environment,
  system: readonly string[],
  programs: readonly string[] = [],
): Promise<Toolchains> {
  const home = tidy(env.HOME || "/nowhere");
  const realHome = (await realpath(home).catch(() => undefined)) ?? home;
  const more = realHome === home ? [] : knownToolchains({}, realHome);
  const shown = new Shown(system, [home, realHome], [...knownToolchains(env, home), ...more]);
  const folders = foldersOf(env.PATH ?? "");
  const userBase = tidy(env.PYTHONUSERBASE || join(home, ".local"));
  for (const program of programs) {
    const files = await startOfProgram(program, folders);
    for (const file of files) await shown.addFile(file);
    if (files.some((file) => /^python[\d.]*$/.test(basename(file)))) await shown.addPackages(userBase);
  }
  const path: string[] = [];
  for (const folder of folders) {
    const real = await realpath(folder).catch(() => undefined);
    if (real === undefined) continue;
    await shown.addFolder(folder, real);
    if (!shown.has(real)) continue;
    path.push(shown.has(folder) ? folder : real);
  }
  await shown.addAlways();
  const { roots, variables, withheld } = shown;
  return { roots, path: [...new Set(path)], variables, withheld: [...new Set(withheld)] };
}

/** Grows while folders of PATH are looked at. */
class Shown {
  roots: readonly string[] = [];
  readonly variables: Record<string, string> = {};
  readonly withheld: string[] = [];
  readonly #system: readonly string[];
  readonly #homes: readonly string[];
  readonly #known: readonly Toolchain[];

  constructor(system: readonly string[], homes: readonly string[], known: readonly Toolchain[]) {
    this.#system = system;
    this.#homes = homes;
    this.#known = known;
  }

  has(path: string): boolean {
    return this.#isOfSystem(path) || this.roots.some((root) => isBelow(root, path));
  }

  async addFolder(folder: string, real: string): Promise<void> {
    for (const one of [folder, real])
      if (!(await this.#addKnown(one)) && !this.#isOfSystem(real)) await this.#add(one);
    if (this.#isOfSystem(real) || !this.has(real)) return;
    for (const target of await linkedFrom(real)) {
      if (this.has(target) || (await this.#addKnown(target))) continue;
      const library = join(dirname(real), "lib");
      if (isBelow(library, target)) await this.#add(library);
    }
  }

  /** A program that is started: also the installation that it is part of. */
  async addFile(file: string): Promise<void> {
    const folder = dirname(file);
    const real = await realpath(folder).catch(() => undefined);
    if (real === undefined) return;
    await this.addFolder(folder, real);
    for (const one of [folder, real]) {
      if (this.#isOfSystem(one) || this.#known.some((known) => rootIn(known, one))) continue;
      const prefix = dirname(one);
      if (basename(one) === "bin" && (await isInstallation(prefix)))
        await this.#add(prefix, { isTold: false });
    }
  }

  /** What Python finds beside its own packages, where a person installed some for themselves. */
  async addPackages(base: string): Promise<void> {
    const names = await readdir(join(base, "lib")).catch(() => []);
    for (const name of names.filter((one) => /^python\d/.test(one))) {
      const folder = join(base, "lib", name);
      await this.#add(folder);
      if (this.has(folder)) this.variables.PYTHONUSERBASE = base;
    }
  }

  async addAlways(): Promise<void> {
    for (const one of this.#known) if (one.always) await this.#addToolchain(one, one.base);
  }

  /** Whether a known toolchain has this path, shown or not. */
  async #addKnown(path: string): Promise<boolean> {
    if (this.#isOfSystem(path)) return false;
    for (const toolchain of this.#known) {
      const root = rootIn(toolchain, path);
      if (root === undefined) continue;
      await this.#addToolchain(toolchain, root);
      return true;
    }
    return false;
  }

  async #addToolchain(toolchain: Toolchain, root: string): Promise<void> {
    await this.#add(root);
    if (!this.has(root)) return;
    const { base, variable } = toolchain;
    if (variable !== undefined && this.has(base)) this.variables[variable] = base;
    if (toolchain.with) await this.#addToolchain(toolchain.with, toolchain.with.base);
  }

  async #add(root: string, { isTold } = { isTold: true }): Promise<void> {
    if (this.has(root)) return;
    const real = await realpath(root).catch(() => undefined);
    if (real === undefined || !(await stat(real)).isDirectory()) return;
    for (const path of [root, real]) {
      if (isNever(path, this.#homes)) return;
      for (const home of this.#homes) {
        if (!(await holdsKeys(path, home))) continue;
        if (isTold) this.withheld.push(root);
        return;
      }
    }
    this.roots = [...this.roots.filter((one) => !isBelow(root, one)), root];
  }

  #isOfSystem(path: string): boolean {
    return this.#system.some((folder) => isBelow(folder, path));
  }
}

/** What programs of one installation share lies beside their folder. A checkout is somebody's work. */
async function isInstallation(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((): string[] => []);
  return !names.includes(".git") && names.some((name) => /^(lib(64|exec)?|include|share|pkg)$/.test(name));
}

/** The part of a toolchain that must be shown for a path in it. */
function rootIn({ base, shown }: Toolchain, path: string): string | undefined {
  if (!isBelow(base, path)) return undefined;
  const names = relative(base, path).split("/");
  for (const pattern of shown) {
    if (pattern === "") return base;
    const parts = pattern.split("/");
    const fits = parts.every(
      (part, index) => names[index] !== undefined && (part === "*" || part === names[index]),
    );
    if (fits) return join(base, ...names.slice(0, parts.length));
  }
  return undefined;
}

/** Inside, these are others or nobody's: /tmp is the command's own, below /mnt may be a whole other system. */
const never = ["/tmp", "/run", "/proc", "/sys", "/dev", "/mnt", "/media", "/var", "/snap", "/boot", "/etc"];

/** A home may lie anywhere. Programs that a project installs for itself are in its worktree, or are not inside. */
function isNever(path: string, homes: readonly string[]): boolean {
  if (path === "/" || path.includes("/node_modules/")) return true;
  return never.some((one) => isBelow(one, path)) && !homes.some((home) => isBelow(home, path));
}

function foldersOf(path: string): readonly string[] {
  return [...new Set(path.split(":").filter(isAbsolute).map(tidy))];
}

function tidy(path: string): string {
  return normalize(path).replace(/(?<=.)\/$/, "");
}

const mostLinks = 1000;

async function linkedFrom(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const links = entries.filter((entry) => entry.isSymbolicLink()).slice(0, mostLinks);
  const targets = await Promise.all(
    links.map(({ name }) => realpath(join(folder, name)).catch(() => undefined)),
  );
  return [...new Set(targets.filter((target) => target !== undefined))];
}
