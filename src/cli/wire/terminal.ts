import type { Folders } from "../../config/folders.ts";
import { openOutput } from "../print/output.ts";
import { Stopper } from "../terminal/stopper.ts";
import { readAll, readKeys, terminalOf } from "../terminal/terminal.ts";
import type { TerminalWire } from "./wire.ts";

/** What is typed, printed and edited, and what Ctrl-C does. */
export function openTerminal(env: NodeJS.ProcessEnv, folders: Folders): TerminalWire {
  const stopper = new Stopper(process);
  const editor = env.VISUAL || env.EDITOR || "vi";
  return {
    terminal: terminalOf(env, process.stdin, process.stdout),
    output: openOutput(process.stdout, process.stderr, (error) => {
      process.stderr.write(`huddle: What is printed cannot be written: ${error.message}\n`);
      process.exit(1); // the log is whole wherever this happens
    }),
    input: process.stdin,
    outputStream: process.stdout,
    readInput: () => readAll(process.stdin),
    readKeys: (onText) => readKeys(process.stdin, onText),
    editor,
    async openScratch(name, text) {
      const { openScratch } = await import("../../workspace/machine/open-scratch.ts");
      return openScratch(folders.temporary, name, text, env);
    },
    edit: (scratch) => stopper.holding(() => scratch.edit(editor)),
    stop: () => stopper.arm(),
    interrupt: () => stopper.interrupt(),
  };
}
