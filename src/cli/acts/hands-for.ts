import type { Hands } from "../../app/door/hands.ts";
import { refusedFor } from "../../app/door/why.ts";
import { answer } from "../../app/say/answer.ts";
import { plainText } from "../../core/views/plain-text.ts";
import { askLine } from "../ask-line.ts";
import type { RunTyped } from "../command-spec.ts";
import { asksAgain, editInEditor } from "../face/edit-in-editor.ts";
import type { Wire } from "../wire/wire.ts";
import { askTrust } from "./ask-trust.ts";
import { groundOf } from "./ground-of.ts";

/** Commands that ask the person, or open another program: they get the whole terminal. */
const askingCommands = ["init", "model", "trust", "edit"];

/** What the interface has this program do. `place`: the terminal, which some of it needs for itself. */
export function handsFor(wire: Wire, run: RunTyped, place: Awaited<ReturnType<Wire["wholeScreen"]>>): Hands {
  const asks = (args: readonly string[]) =>
    askingCommands.includes(args[0] ?? "") || (args[0] === "task" && args[1] === "open");
  const command: Hands["command"] = async (args, session) => {
    const named =
      session === undefined || args.includes("--session") ? args : ["--session", session, ...args];
    if (!asks(args)) return captured(wire, run, named);
    await place.aside(async () => {
      await run(named);
      await askLine(wire, "\nEnter: back to the interface. ");
    });
    return { kind: "done" };
  };
  return {
    models: () => wire.models(),
    askTrust: (execution, changed) =>
      place.aside(async () => (await askTrust(wire, {})?.(execution, changed)) ?? false),
    edit: (files, kind) =>
      place.aside(async () => {
        await editInEditor(wire, files, kind, (faults) => asksAgain(wire, faults));
      }),
    command,
    async perform(doing) {
      if (doing.kind === "command") return command(doing.args, doing.session);
      if (doing.kind !== "answer" || doing.session === undefined)
        return { kind: "refused", why: "No session is open. Home (Alt-1) lists all sessions." };
      try {
        const project = await wire.openProject();
        const files = await project.sessions.open(doing.session);
        try {
          await answer(files.journal, doing.id, doing.answer, wire.clock.now(), project);
        } finally {
          await files.close();
        }
        return { kind: "done" };
      } catch (error) {
        return refusedFor(error);
      }
    },
    async shell(line, folder) {
      const printed: string[] = [];
      const keep = (text: string) => void printed.push(text);
      const { ended } = await wire.spawnShell(line, { cwd: folder, onOut: keep, onError: keep });
      const { exit } = await ended;
      const says = [`$ ${line}`, plainText(printed.join("")).trimEnd()]
        .filter((text) => text !== "")
        .join("\n");
      return exit === 0 ? { kind: "done", says } : { kind: "refused", why: says };
    },
    around: () => groundOf(wire),
    base: () => wire.readyRepository(),
    settings: async () => (await wire.settings()).files((await wire.openProject()).root),
    choices: () => wire.models(),
    async detach(session) {
      await wire.spawnApart(["run", "--session", session, "--json"]);
      return { kind: "done", says: `The team goes on without you. To watch it: huddle --session ${session}` };
    },
  };
}

/** Runs a command as in a pipe, and returns what it printed. */
async function captured(wire: Wire, run: RunTyped, args: readonly string[]) {
  const printed: string[] = [];
  const keep = (text: string) => void printed.push(text);
  const code = await run(args, {
    ...wire,
    output: { out: keep, err: keep, gone: wire.output.gone, drained: async () => {} },
    terminal: { ...wire.terminal, isTty: false, canAsk: false, colour: false, hasWhole: false },
  });
  const says = plainText(printed.join(""));
  return code === 0 || code === 3
    ? ({ kind: "done", says } as const)
    : ({ kind: "refused", why: says } as const);
}
