import type { Folders } from "../../config/folders.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import { openOutput } from "../print/output.ts";
import { Stopper } from "../terminal/stopper.ts";
import { readAll, readKeys, terminalOf } from "../terminal/terminal.ts";
import { wantsPlain } from "./wants-plain.ts";
import type { TerminalWire } from "./wire.ts";

/** Input, output, the editor, and Ctrl-C. */
export function openTerminal(
  env: NodeJS.ProcessEnv,
  folders: Folders,
  { redact }: Redaction,
  args: readonly string[],
): TerminalWire {
  const stopper = new Stopper(process);
  const editor = env.VISUAL || env.EDITOR || "vi";
  const pager = env.GIT_PAGER ?? env.PAGER ?? "less";
  const terminal = terminalOf(env, process.stdin, process.stdout, () =>
    wantsPlain(args, env, folders.config),
  );
  return {
    terminal,
    output: openOutput(process.stdout, process.stderr, redact, (error) => {
      process.stderr.write(`huddle: Huddle cannot write its output: ${error.message}\n`);
      process.exit(1); // the log is whole wherever this happens
    }),
    input: process.stdin,
    outputStream: process.stdout,
    readInput: () => readAll(process.stdin),
    readKeys: (onText) => readKeys(process.stdin, terminal.draws, onText),
    editor,
    async openScratch(name, text) {
      const { openScratch } = await import("../../workspace/machine/open-scratch.ts");
      return openScratch(folders.temporary, name, text, env);
    },
    async editFolder(path) {
      const { runEditor } = await import("../../workspace/machine/run-editor.ts");
      return stopper.holding(() => runEditor(editor, path, env, path));
    },
    edit: (scratch) => stopper.holding(() => scratch.edit(editor)),
    async page(text) {
      if (!terminal.draws || pager === "" || pager === "cat") return false;
      const { pageText } = await import("../../workspace/machine/page-text.ts");
      return stopper.holding(() => pageText(pager, redact(text), env));
    },
    async wholeScreen() {
      const { WholeScreen } = await import("../terminal/whole-screen.ts");
      return new WholeScreen(process.stdin, process.stdout, terminal.colour, process);
    },
    stop: () => stopper.arm(),
    beside: (act) => stopper.beside(act),
    interrupt: () => stopper.interrupt(),
  };
}
