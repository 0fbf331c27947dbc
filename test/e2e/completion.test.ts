import { execFile } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Desk, desk } from "../support/huddle.ts";
import { requires } from "../support/requires.ts";

const program = join(import.meta.dirname, "..", "..", "dist", "huddle.cjs");

/** Runs lines in a shell that finds `huddle`. */
async function inShell(at: Desk, shell: string, script: string): Promise<string> {
  const path = join(at.root, "huddle");
  await writeFile(path, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  await chmod(path, 0o755);
  const env = { ...at.env, PATH: `${at.root}:${process.env.PATH}` };
  return new Promise((resolve, reject) => {
    execFile(shell, ["-c", script], { cwd: at.repository, env }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr, { cause: error })) : resolve(stdout),
    );
  });
}

test("bash completes commands, and sessions by name", async () => {
  const at = await desk();
  await at.huddle(["new", "Offline mode"]);
  const printed = await inShell(
    at,
    "bash",
    `eval "$(huddle completion bash)"
    typed() { COMP_WORDS=(huddle "$@"); COMP_CWORD=$#; _huddle; echo "\${COMPREPLY[*]}"; }
    typed tas; typed task ca; typed status --session ""; typed ship --onto ""; complete -p huddle`,
  );
  expect(printed.split("\n").slice(0, 5)).toEqual([
    "tasks task",
    "cancel",
    "offline-mode",
    "",
    "complete -o default -F _huddle huddle",
  ]);
});

test("fish completes with descriptions, and files where an option takes one", async () => {
  requires("fish");
  const at = await desk();
  await writeFile(join(at.repository, "brief.md"), "It is short.\n");
  const printed = await inShell(
    at,
    "fish",
    `huddle completion fish | source
    complete -C "huddle task ca"
    complete -C "huddle new x --brief-file bri"
    complete -C "huddle diff bri"`,
  );
  expect(printed.trim().split("\n")).toEqual([expect.stringMatching(/^cancel\t\w/), "brief.md"]);
});

test("the script is one that zsh can read", async () => {
  requires("zsh");
  const at = await desk();
  const script = `autoload -Uz compinit && compinit -u -D && eval "$(huddle completion zsh)" && whence -w _huddle`;
  expect(await inShell(at, "zsh", script)).toBe("_huddle: function\n");
});
