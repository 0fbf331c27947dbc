import { type Command, CommanderError } from "commander";
import { commandNames } from "../core/views/typed/commands.ts";
import { addCommand } from "./add-command.ts";
import type { RunTyped } from "./command-spec.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { explainError } from "./explain-error.ts";
import { overview } from "./help/overview.ts";
import { jsonOption, plainOption, sessionOption } from "./option-groups.ts";
import { specs } from "./specs.ts";
import { TypedCommand } from "./typed-command.ts";
import type { Wire } from "./wire/wire.ts";

/** Runs one command line and returns its exit code. */
export async function runProgram(wire: Wire, args: readonly string[], version: string): Promise<ExitCode> {
  const json = args.includes("--json");
  let ended: ExitCode = exitCodes.finished;
  const run: RunTyped = (typed, on = wire) => runProgram(on, typed, version);
  const program = programOf(wire, version, async (act, command) => {
    ended = await act(wire, command, run);
  });
  if (namesNone(args))
    program.action(async () => {
      const { leadAct } = await import("./acts/lead.ts");
      ended = await leadAct(wire, program.opts(), run);
    });
  try {
    await program.parseAsync(args, { from: "user" });
    return ended;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.finished;
    return explainError(wire, error, json);
  }
}

/** `huddle` alone, with or without options. */
function namesNone(args: readonly string[]): boolean {
  return !args.some((arg, index) => !arg.startsWith("-") && args[index - 1] !== "--session");
}

function programOf(wire: Wire, version: string, run: Parameters<typeof addCommand>[2]): Command {
  const program = frame(wire, version);
  for (const name of commandNames) addCommand(program, specs[name], run);
  return program;
}

function frame(wire: Wire, version: string): Command {
  const program = new TypedCommand("huddle")
    .description("An AI engineering team that talks before it codes.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand(false) // ours knows topics as well
    // Options after a command belong to that command: `show` has its own --version.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => wire.output.out(text),
      writeErr: (text) => wire.output.err(text),
      getOutHelpWidth: () => Math.min(wire.terminal.columns(), 100),
      getOutHasColors: () => wire.terminal.colour,
      getErrHasColors: () => wire.terminal.colour,
      outputError: () => {}, // explainError prints all errors the same way
    })
    .configureHelp({ subcommandTerm: termOf });
  program.helpInformation = () => overview;
  // Commander gives its commands what the program has, but not this.
  return sessionOption(plainOption(jsonOption(program)));
}

/** `new <title> [brief...]`, without "[options]", which every command has. */
function termOf(command: Command): string {
  const names = command.registeredArguments.map((one) => {
    const name = one.variadic ? `${one.name()}...` : one.name();
    return one.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...names].join(" ");
}
