// What npm start and npm test do first. Plain JavaScript without dependencies: it runs before any is there.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url)).replace(/[/\\]$/, "");

const needsGit = "2.38";

/** Something a person can put right. Its message is all they need to read. */
export class SetupError extends Error {}

/** Node and git are new enough, packages are installed. Throws a SetupError that says what to type. */
export async function prepare() {
  checkNode(process.versions.node);
  checkGit();
  await install();
}

/**
 * Ends the process with the code that work returns, or with 1 and the message of a SetupError.
 *
 * @param {() => Promise<number>} work
 */
export async function orExplain(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    progress(error.message);
    process.exitCode = 1;
  }
}

/** One line per stage, on stderr, so that stdout stays the command's own. @param {string} text */
export function progress(text) {
  process.stderr.write(`${text}\n`);
}

/** @param {string} version */
export function checkNode(version) {
  // The bundler needs what came with 20.19 and with 22.12; the lines between never got it.
  const enough = atLeast(version, "22.12") || (version.startsWith("20.") && atLeast(version, "20.19"));
  if (enough) return;
  throw new SetupError(
    `Huddle needs Node 20.19 or newer (of the 22 line, 22.12). This is ${version}.\n` +
      "Install it with one of:\n" +
      "  nvm install 22                                 nvm\n" +
      "  brew install node                              macOS\n" +
      "  sudo npm install -g n && sudo n lts            any machine that has npm",
  );
}

function checkGit() {
  const found = spawnSync("git", ["--version"], { encoding: "utf8" });
  const version = /(\d+\.\d+(\.\d+)?)/.exec(found.stdout ?? "")?.[1];
  if (version !== undefined && atLeast(version, needsGit)) return;
  const state = version === undefined ? "No git was found." : `This is git ${version}.`;
  throw new SetupError(
    `Huddle needs git ${needsGit} or newer. ${state}\n` +
      "Install it with one of:\n" +
      "  sudo apt-get update && sudo apt-get install git   Debian, Ubuntu\n" +
      "  sudo dnf install git                              Fedora\n" +
      "  brew install git                                  macOS",
  );
}

/** @param {string} version @param {string} wanted */
export function atLeast(version, wanted) {
  const have = version.split(".").map(Number);
  for (const [place, number] of wanted.split(".").map(Number).entries()) {
    const own = have[place] ?? 0;
    if (own !== number) return own > number;
  }
  return true;
}

async function install() {
  if (isInstalled()) return;
  const unlock = await lockInstall();
  try {
    if (isInstalled()) return; // another terminal did it meanwhile
    progress("Installing packages …");
    const [command, ...before] = npmCommand();
    const flags = ["ci", "--ignore-scripts", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
    const done = spawnSync(command, [...before, ...flags], { cwd: root, encoding: "utf8" });
    if (done.error) throw new SetupError(`npm could not be started: ${done.error.message}`);
    if (done.status !== 0) {
      const output = `${done.stdout}${done.stderr}`.trim();
      throw new SetupError(`npm ci failed (${done.status ?? done.signal}):\n${output}`);
    }
    markInstalled();
  } finally {
    unlock();
  }
}

/** The npm that started us, else the one on the path. @returns {[string, ...string[]]} */
function npmCommand() {
  const started = process.env.npm_execpath;
  if (started !== undefined && basename(started) === "npm-cli.js") return [process.execPath, started];
  return ["npm"];
}

const stampFile = join(root, "node_modules", ".huddle-installed");

function isInstalled() {
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  if (readIfThere(stampFile) === stampOf(lock)) return true;
  if (!holdsAll(JSON.parse(lock))) return false;
  markInstalled(); // the packages are there already, for example after npm install
  return true;
}

function markInstalled() {
  writeFileSync(stampFile, stampOf(readFileSync(join(root, "package-lock.json"), "utf8")));
}

/** @param {string} lock */
function stampOf(lock) {
  // Some packages are programs for one kind of machine; a folder may be shared between two kinds.
  const machine = `${process.platform} ${process.arch}`;
  return createHash("sha256").update(lock).update(machine).digest("hex");
}

/**
 * npm writes its own list into node_modules when, and only when, it has finished.
 *
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package
 * @typedef {{ packages: Record<string, Package> }} Lock
 * @param {Lock} wanted
 */
function holdsAll(wanted) {
  const text = readIfThere(join(root, "node_modules", ".package-lock.json"));
  if (text === undefined) return false;
  /** @type {Lock} */
  const there = JSON.parse(text);
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === "") return true;
    const own = there.packages[path];
    if (own === undefined) return entry.optional === true && !isForThisMachine(entry);
    return own.version === entry.version && own.integrity === entry.integrity;
  });
}

/** Whether npm surely installs this optional package here. @param {Package} entry */
function isForThisMachine({ os, cpu, libc }) {
  if (os === undefined || cpu === undefined || libc !== undefined) return false;
  return os.includes(process.platform) && cpu.includes(process.arch);
}

/** @param {string} path */
function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** One npm ci at a time: it empties node_modules first. Returns how to let go. */
async function lockInstall() {
  const path = join(root, ".install.lock");
  const own = `${path}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    for (let told = false; !linked(own, path); told = true) {
      const holder = Number(readIfThere(path) ?? process.pid);
      if (!isAlive(holder)) {
        rmSync(path, { force: true });
        continue;
      }
      if (!told) progress("Waiting for another terminal that is installing packages …");
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(path, { force: true });
}

/** A link appears with its content or not at all. @param {string} from @param {string} to */
function linked(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
