import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import about from "../../package.json" with { type: "json" };
import { phases } from "../core/phase.ts";
import { examples } from "./examples.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { explainError } from "./explain-error.ts";
import type { Wire } from "./wire.ts";

type Act = (wire: Wire, command: Command) => Promise<ExitCode>;

/** Runs one command line and says how it ended. Commands are loaded when they are called. */
export async function runProgram(wire: Wire, args: readonly string[]): Promise<ExitCode> {
  const json = args.includes("--json");
  let ended: ExitCode = exitCodes.finished;
  const program = programOf(wire, json, (act, command) =>
    act(wire, command).then((code) => {
      ended = code;
    }),
  );
  try {
    await program.parseAsync(withStatus(args), { from: "user" });
    return ended;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.finished;
    return explainError(wire, error, json);
  }
}

/** Bare `huddle`, with or without options, means `huddle status`. */
function withStatus(args: readonly string[]): readonly string[] {
  if (args.some((arg) => ["-h", "--help", "-V", "--version"].includes(arg))) return args;
  const isValue = (index: number) => args[index - 1] === "--session";
  const named = args.some((arg, index) => !arg.startsWith("-") && !isValue(index));
  return named ? args : ["status", ...args];
}

function programOf(wire: Wire, json: boolean, run: (act: Act, command: Command) => Promise<void>): Command {
  const program = common(new Command("huddle"))
    .description("An AI engineering team that talks before it codes.")
    .version(about.version, "-V, --version", "print the version")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => wire.output.out(text),
      writeErr: (text) => {
        if (!json) wire.output.err(text);
      },
      getOutHelpWidth: () => Math.min(wire.terminal.columns(), 100),
      getOutHasColors: () => wire.terminal.colour,
      getErrHasColors: () => wire.terminal.colour,
      outputError: () => {}, // explainError says it, in one way for all errors
    })
    .showSuggestionAfterError()
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show help for a command")
    .addHelpText("after", examples);

  const add = (name: string, summary: string, act: Act): Command => {
    const command = common(program.command(name)).description(summary).copyInheritedSettings(program);
    return command.action(() => run(act, command));
  };

  program.commandsGroup("All you need (huddle alone shows the status):");
  add("new", "start a session: what should be built?", async (on, command) => {
    const { newCommand } = await import("./commands/new.ts");
    return newCommand(on, command.args, command.optsWithGlobals());
  })
    .argument("<title>", "what it is about, in a few words")
    .argument("[brief...]", "more about it; - reads it from what is piped in")
    .option("--brief-file <file>", "read the brief from a file");
  add("run", "let the team work until somebody needs you", async (on, command) => {
    const { runCommand } = await import("./commands/run.ts");
    return runCommand(on, command.optsWithGlobals());
  })
    .option("--auto", "accept what the team hands in, without asking")
    .addOption(new Option("--until <phase>", "stop at the end of this phase").choices(phases))
    .option("--max-turns <count>", "stop after this many turns", wholeNumber(1))
    .option("--force", "end another runner of this session first");
  add("say", "tell the team something", async (on, command) => {
    const { sayCommand } = await import("./commands/say.ts");
    return sayCommand(on, command.args, command.optsWithGlobals());
  })
    .argument("[text...]", "what to say; left out or -, it is read from what is piped in")
    .option("--to <name...>", "whom it is meant for; everybody hears it");
  add("inbox", "what waits for you, in all sessions", async (on, command) => {
    const { inboxCommand } = await import("./commands/inbox.ts");
    return inboxCommand(on, command.optsWithGlobals());
  });
  add("status", "how things stand", async (on, command) => {
    const { statusCommand } = await import("./commands/status.ts");
    return statusCommand(on, command.optsWithGlobals());
  });
  add("ship", "hand over what was built, as a branch or onto one", async (on, command) => {
    const { shipCommand } = await import("./commands/ship.ts");
    return shipCommand(on, command.optsWithGlobals());
  })
    .option("--onto <branch>", "move this branch forward to it")
    .option("-y, --yes", "do not ask before a branch that is checked out is moved");

  program.commandsGroup("More:");
  add("reply", "answer something in the inbox", async (on, command) => {
    const { replyCommand } = await import("./commands/reply.ts");
    return replyCommand(on, command.args, command.optsWithGlobals());
  })
    .argument("<id>", "which item, such as q41")
    .argument("<answer...>", 'yes, no, the number of an option, or "your words"');
  add("show", "the story so far", async (on, command) => {
    const { showCommand } = await import("./commands/show.ts");
    return showCommand(on, command.optsWithGlobals());
  })
    .option("-f, --follow", "go on as things happen")
    .addOption(new Option("--phase <phase>", "only this phase").choices(phases))
    .option("--from <event>", "begin at this event", wholeNumber(0))
    .option("--all", "every event, also those of tools and checks");
  add("tasks", "the tasks and who is at work on what", async (on, command) => {
    const { tasksCommand } = await import("./commands/tasks.ts");
    return tasksCommand(on, command.optsWithGlobals());
  });
  add("advance", "accept what waits, or ask the team to wrap up this phase", async (on, command) => {
    const { advanceCommand } = await import("./commands/advance.ts");
    return advanceCommand(on, command.optsWithGlobals());
  });
  add("init", "write .huddle/team.json with what can be found out", async (on, command) => {
    const { initCommand } = await import("./commands/init.ts");
    return initCommand(on, command.optsWithGlobals());
  });
  add("demo", "watch a scripted team build a calculator", async (on, command) => {
    const { demoCommand } = await import("./commands/demo.ts");
    return demoCommand(on, command.optsWithGlobals());
  })
    .option("--dir <folder>", "play in this folder, or go on there")
    .option("--speed <factor>", "1 is for watching, 2 twice as fast, 0 without pauses", numberFrom(0))
    .option("--kill <times>", "shoot the runner this often, at random, and go on", wholeNumber(1));
  add("doctor", "check the machine, the settings and all sessions", async (on, command) => {
    const { doctorCommand } = await import("./commands/doctor.ts");
    return doctorCommand(on, command.optsWithGlobals());
  });

  program.commandsGroup("For a closer look:");
  const debug = program.command("debug").description("what models are sent").copyInheritedSettings(program);
  const prompt = common(debug.command("prompt"))
    .description("render a request again and compare it with the one that was sent")
    .copyInheritedSettings(program)
    .addArgument(new Argument("[event]", "number of the event that asked").argParser(wholeNumber(1)))
    .option("--all", "check every request of the session");
  prompt.action(() =>
    run(async (on, command) => {
      const { debugPromptCommand } = await import("./commands/debug-prompt.ts");
      return debugPromptCommand(
        on,
        command.processedArgs[0] as number | undefined,
        command.optsWithGlobals(),
      );
    }, prompt),
  );
  return program;
}

function common(command: Command): Command {
  return command
    .option("--json", "print JSON: one document, or one event per line")
    .option("--session <id>", "which session; the newest open one if left out");
}

function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    if (!/^\d{1,15}$/.test(text) || Number(text) < least)
      throw new InvalidArgumentError(`It must be a whole number from ${least} on.`);
    return Number(text);
  };
}

function numberFrom(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (text.trim() === "" || !Number.isFinite(number) || number < least)
      throw new InvalidArgumentError(`It must be a number from ${least} on.`);
    return number;
  };
}
