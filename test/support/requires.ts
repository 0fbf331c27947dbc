import { spawnSync } from "node:child_process";
import { TestRunner } from "vitest";

/** What makes a command one of root's, without a question. */
export const asRoot: readonly string[] = process.getuid?.() === 0 ? [] : ["sudo", "-n"];

const parts = {
  tmux: { probe: ["tmux", "-V"], install: "sudo apt-get install tmux" },
  python: {
    probe: ["/usr/bin/python3", "-c", "import pytest, venv, ensurepip"],
    install: "sudo apt-get install python3-pytest python3-venv",
  },
  go: { probe: ["go", "version"], install: "sudo apt-get install golang-go" },
  fish: { probe: ["fish", "--version"], install: "sudo apt-get install fish" },
  zsh: { probe: ["zsh", "--version"], install: "sudo apt-get install zsh" },
  bwrap: { probe: ["bwrap", "--version"], install: "sudo apt-get install bubblewrap" },
  mount: {
    probe: [...asRoot, "unshare", "-m", "mount", "-t", "tmpfs", "huddle-test", "/tmp"],
    install: "a disk of a test's own needs root, or sudo without a password",
  },
} as const;

export type Part = keyof typeof parts;

/**
 * First line of a test that needs a program of the system. Where it is missing the test is skipped, with the
 * reason, and `npm test` lists it in the end. With CI=true it fails instead.
 */
export function requires(...needed: readonly [Part, ...Part[]]): void {
  for (const part of needed) {
    if (isThere(part)) continue;
    const reason = `${part} is ${part === "mount" ? "not allowed" : "not installed"}: ${parts[part].install}`;
    if (process.env.CI === "true") throw new Error(reason);
    const test = TestRunner.getCurrentTest();
    if (test === undefined) throw new Error(`Call requires("${part}") inside a test.`);
    test.context.skip(reason);
  }
}

const known = new Map<Part, boolean>();

function isThere(part: Part): boolean {
  const before = known.get(part);
  if (before !== undefined) return before;
  const [command = "", ...args]: readonly string[] = parts[part].probe;
  const found = spawnSync(command, args, { stdio: "ignore" }).status === 0;
  known.set(part, found);
  return found;
}
