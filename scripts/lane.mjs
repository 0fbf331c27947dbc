// A copy of the tree with a warm vitest in a process of its own, which ends and is started again when a mutant hangs.

import { fork, spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { setPriority, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./setup.mjs";

/**
 * @typedef {import("./mutate-lane.mjs").Order} Order
 * @typedef {import("./mutate-lane.mjs").Answer} Answer
 */

/** A run of all tests, on a machine that others use, too. */
const longestMs = 20 * 60_000;

/** Others work on this machine, too. */
const niceness = 4;

export class Lane {
  /** @type {string} */
  folder;
  /** Its test files. @type {readonly string[]} */
  files = [];
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #child;
  /** Written since the last run, so vitest must read it again. @type {Set<string>} */
  #changed = new Set();

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
  }

  static async open() {
    const lane = new Lane(await copyTree());
    await lane.#start();
    return lane;
  }

  async close() {
    this.#end();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** @param {ReadonlyMap<string, string>} texts by path */
  async write(texts) {
    for (const [path, text] of texts) {
      await writeFile(join(this.folder, path), text);
      this.#changed.add(path);
    }
  }

  /** Runs tests. Whatever does not end in time is ended, and has noticed something. @param {Omit<Order, "changed">} order */
  async run(order, timeoutMs = longestMs) {
    if (!this.#child) await this.#start();
    const answer = this.#answer(timeoutMs);
    this.#child?.send({ ...order, changed: [...this.#changed] });
    this.#changed.clear();
    const said = await answer;
    if (said) return /** @type {Answer} */ (said);
    this.#end();
    return /** @type {Answer} */ ({ ran: [], broken: ["it did not end in time"] });
  }

  async #start() {
    const stdio = /** @type {const} */ (["ignore", "ignore", "ignore", "ipc"]);
    const child = fork(join(root, "scripts/mutate-lane.mjs"), [this.folder], {
      stdio: [...stdio],
      detached: true,
    });
    this.#child = child;
    if (child.pid !== undefined) setPriority(child.pid, niceness);
    const ready = /** @type {{ files: string[] } | undefined} */ (await this.#answer(longestMs));
    if (!ready) throw new Error("vitest could not be started");
    this.files = ready.files;
  }

  /** @param {number} timeoutMs @returns {Promise<unknown>} undefined: it has ended, or the time is over */
  #answer(timeoutMs) {
    const child = this.#child;
    return new Promise((resolve) => {
      const done = (/** @type {unknown} */ said) => {
        clearTimeout(timer);
        child?.removeAllListeners("message").removeAllListeners("exit");
        resolve(said);
      };
      const timer = setTimeout(() => done(undefined), timeoutMs);
      child?.once("message", done).once("exit", () => done(undefined));
    });
  }

  #end() {
    const pid = this.#child?.pid;
    this.#child = undefined;
    try {
      if (pid !== undefined) process.kill(-pid, "SIGKILL");
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}

/** @returns {Promise<string>} a copy of the tree in which things may be broken */
async function copyTree() {
  const copy = await mkdtemp(join(tmpdir(), "mutants-"));
  const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  }).stdout;
  for (const path of listed.split("\n").filter((one) => one !== "" && one !== "node_modules")) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await cp(join(root, path), join(copy, path)).catch((error) => {
      if (error.code !== "ENOENT") throw error; // deleted and not committed
    });
  }
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}
