import { Argument, Command, Option } from "commander";
import { paces } from "../core/terms/pace.ts";
import { phases } from "../core/terms/phase.ts";
import type { Act, Add } from "./add.ts";
import { addGroom } from "./add-groom.ts";
import { collected, dollarAmount, numberFrom, wholeNumber } from "./option-values.ts";

/** All commands, shelf by shelf. What does the work is loaded when the command is called. */
export function addCommands(program: Command, run: (act: Act, command: Command) => Promise<void>): void {
  const add: Add = (name, summary, act, parent = program) => {
    const command = common(parent.command(name)).description(summary);
    return command.action(() => run(act, command));
  };
  common(program).addHelpCommand(
    new Command("help").argument("[command]").description("show help for a command").helpGroup(more),
  );

  program.commandsGroup("All you need (huddle alone shows the status):");
  add("new", "start a session: what should be built?", async (wire, command) => {
    const { newCommand } = await import("./commands/new.ts");
    return newCommand(wire, command.args, command.optsWithGlobals());
  })
    .argument("<title>", "what it is about, in a few words")
    .argument("[brief...]", "more about it; - reads it from what is piped in")
    .option("-m, --message <words>", "the same, as one text")
    .option("--brief-file <file>", "read the brief from a file")
    .option("--budget <dollars>", "the most this session may spend", dollarAmount)
    .option("--token-budget <tokens>", "the same in tokens", wholeNumber(0));
  add("do", "small work without a talk: one builds it, another reviews it", async (wire, command) => {
    const { doCommand } = await import("./commands/do.ts");
    return doCommand(wire, command.args, command.optsWithGlobals());
  })
    .argument("<title>", "what is to be done, in a few words")
    .argument("[brief...]", "more about it; - reads it from what is piped in")
    .option("-m, --message <words>", "the same, as one text")
    .option("--brief-file <file>", "read the brief from a file")
    .option("--all", "show every word instead of what matters")
    .option("--auto", "ask you nothing on the way")
    .option("--budget <dollars>", "the most it may spend", dollarAmount)
    .option("--token-budget <tokens>", "the same in tokens", wholeNumber(0));
  add("run", "let the team work until somebody needs you", async (wire, command) => {
    const { runCommand } = await import("./commands/run.ts");
    return runCommand(wire, command.optsWithGlobals());
  })
    .option("--all", "show the whole talk instead of a line per turn")
    .option("--auto", "accept what the team hands in, without asking; the same as --pace auto")
    .addOption(
      new Option("--pace <pace>", "at which points you are asked, from now on")
        .choices(paces)
        .conflicts("auto"),
    )
    .addOption(new Option("--until <phase>", "stop at the end of this phase").choices(phases))
    .option("--max-turns <count>", "stop after this many turns", wholeNumber(1))
    .option("--force", "end another runner of this session first")
    .option("--budget <dollars>", "the most this session may spend in all, from now on", dollarAmount)
    .option("--token-budget <tokens>", "the same in tokens", wholeNumber(0))
    .option("--dry-run", "say what would be asked of whom and what it may cost; ask nobody");
  add("say", "tell the team something", async (wire, command) => {
    const { sayCommand } = await import("./commands/say.ts");
    return sayCommand(wire, command.args, command.optsWithGlobals());
  })
    .argument("[text...]", "what to say; left out or -, it is read from what is piped in")
    .option("--to <names>", "whom it is meant for, such as mara,jonas; everybody hears it", collected)
    .option("--now", "break in: whoever is speaking is asked again with it");
  add("inbox", "what waits for you, in all sessions", async (wire, command) => {
    const { inboxCommand } = await import("./commands/inbox.ts");
    return inboxCommand(wire, command.optsWithGlobals());
  });
  add("status", "how things stand", async (wire, command) => {
    const { statusCommand } = await import("./commands/status.ts");
    return statusCommand(wire, command.optsWithGlobals());
  });
  add("ship", "hand over what was built, as a branch or onto one", async (wire, command) => {
    const { shipCommand } = await import("./commands/ship.ts");
    return shipCommand(wire, command.optsWithGlobals());
  })
    .option("--onto <branch>", "move this branch forward to it")
    .option("-y, --yes", "do not ask before a branch that is checked out is moved");

  program.commandsGroup(more);
  add("reply", "answer something in the inbox", async (wire, command) => {
    const { replyCommand } = await import("./commands/reply.ts");
    return replyCommand(wire, command.args, command.optsWithGlobals());
  })
    .argument("<id>", "which item, such as q41")
    .argument("<answer...>", 'yes, no, the number of an option, or "your words"');
  add("show", "the story so far, or the decisions, scope, tasks, approach, review", async (wire, command) => {
    const { showCommand } = await import("./commands/show.ts");
    return showCommand(wire, command.optsWithGlobals(), command.args[0]);
  })
    .argument("[what]", "decisions, scope, tasks, approach, review or brief; the story if left out")
    .option("-f, --follow", "go on as things happen")
    .addOption(new Option("--phase <phase>", "only this phase").choices(phases))
    .option("--from <event>", "begin at this event", wholeNumber(0))
    .option("--all", "the whole talk instead of a line per turn")
    .option("--version <version>", "of a scope, tasks, approach or review: an older one, by its number or id")
    .option("--events", "every event, a line each, also those of tools and checks");
  add("edit", "change the scope, tasks, approach or review yourself", async (wire, command) => {
    const { editCommand } = await import("./commands/edit.ts");
    return editCommand(wire, command.args[0] ?? "", command.optsWithGlobals());
  })
    .argument("<what>", "scope, tasks, approach, review or brief")
    .option("--file <file>", "take this file instead of opening an editor")
    .option("--stdin", "take what is piped in")
    .option("--print", "print what would be edited, to begin with");
  add("tasks", "the tasks and who is at work on what", async (wire, command) => {
    const { tasksCommand } = await import("./commands/tasks.ts");
    return tasksCommand(wire, command.optsWithGlobals());
  }).option("--graph", "what waits for what, how many can work at once, and the longest chain");
  add("cost", "what was spent, on what, and what is left", async (wire, command) => {
    const { costCommand } = await import("./commands/cost.ts");
    return costCommand(wire, command.optsWithGlobals());
  })
    .addOption(
      new Option("--by <what>", "one table instead of all").choices([
        "session",
        "phase",
        "task",
        "member",
        "model",
      ]),
    )
    .option("--all", "all sessions of this repository")
    .option("--csv", "one row per request, to lay beside an invoice");
  add("advance", "accept what waits, or ask the team to wrap up this phase", async (wire, command) => {
    const { advanceCommand } = await import("./commands/advance.ts");
    return advanceCommand(wire, command.optsWithGlobals());
  })
    .option("--skip", "leave the phase without what it would hand over")
    .option("-m, --message <words>", "with --skip: why");
  add("back", "go back to a phase, to talk about it again", async (wire, command) => {
    const { backCommand } = await import("./commands/back.ts");
    return backCommand(wire, command.processedArgs[0], command.optsWithGlobals());
  })
    .addArgument(new Argument("<phase>", "where to").choices(phases))
    .option("-m, --message <words>", "why; the team reads it first");
  add("assign", "say who builds what", async (wire, command) => {
    const { assignCommand } = await import("./commands/assign.ts");
    return assignCommand(wire, command.args, command.optsWithGlobals());
  })
    .argument("[pairs...]", "a task and an engineer, as often as needed, such as t1 mara t2 jonas")
    .option("--auto", "evenly: in each layer whoever has fewest")
    .option("--volunteer", "ask the engineers which they would take");
  addGroom(add);
  add("init", "write .huddle/team.json with what can be found out", async (wire, command) => {
    const { initCommand } = await import("./commands/init.ts");
    return initCommand(wire, command.optsWithGlobals());
  });
  add("demo", "watch a scripted team build a calculator", async (wire, command) => {
    const { demoCommand } = await import("./commands/demo.ts");
    return demoCommand(wire, command.optsWithGlobals());
  })
    .option("--dir <folder>", "play in this folder, or go on there")
    .option("--speed <factor>", "1 is for watching, 2 twice as fast, 0 without pauses", numberFrom(0))
    .option("--kill <times>", "shoot the runner this often, at random, and go on", wholeNumber(1))
    .option("--seed <number>", "with --kill: the same shots again", wholeNumber(0));
  add("doctor", "check the machine, the settings and all sessions", async (wire, command) => {
    const { doctorCommand } = await import("./commands/doctor.ts");
    return doctorCommand(wire, command.optsWithGlobals());
  });

  const model = add("model", "which model each member has; set and check them", async (wire, command) => {
    const { modelListCommand } = await import("./commands/model.ts");
    return modelListCommand(wire, command.optsWithGlobals());
  });
  add(
    "set",
    "say which model is meant, for you, in all projects",
    async (wire, command) => {
      const { modelSetCommand } = await import("./commands/model.ts");
      const [role = "", name = ""] = command.args;
      return modelSetCommand(wire, role, name, command.optsWithGlobals());
    },
    model,
  )
    .argument("<role>", "strong, fast, other, or all")
    .argument("<model>", "provider/model, such as anthropic/claude-sonnet-5-5 or ollama/qwen3-coder");
  add(
    "check",
    "ask a model a dozen small things: can it talk, use tools, plan, build?",
    async (wire, command) => {
      const { modelCheckCommand } = await import("./commands/model.ts");
      return modelCheckCommand(wire, command.args, command.optsWithGlobals());
    },
    model,
  ).argument("[model...]", "provider/model; left out, all that are set");

  program.commandsGroup("For a closer look:");
  const debug = common(program.command("debug")).description(
    "look behind it: debug prompt, debug prompts, debug replay",
  );
  add(
    "prompt",
    "render a request again and compare it with the one that was sent",
    async (wire, command) => {
      const { debugPromptCommand } = await import("./commands/debug-prompt.ts");
      return debugPromptCommand(wire, command.processedArgs[0], command.optsWithGlobals());
    },
    debug,
  )
    .addArgument(new Argument("[event]", "number of the event that asked").argParser(wholeNumber(1)))
    .option("--all", "check every request of the session");
  add(
    "prompts",
    "which words models are told, and which of them this project has changed",
    async (wire, command) => {
      const { debugPromptsCommand } = await import("./commands/debug-prompts.ts");
      return debugPromptsCommand(wire, command.args[0], command.optsWithGlobals());
    },
    debug,
  ).argument("[name]", "one file, such as coach.md; a changed one is compared with the one that ships");
  add(
    "replay",
    "verify a session's log: every step was wanted, every request renders to what was sent",
    async (wire, command) => {
      const { debugReplayCommand } = await import("./commands/debug-replay.ts");
      return debugReplayCommand(wire, {
        ...command.optsWithGlobals(),
        ...sessionOf(command.processedArgs[0]),
      });
    },
    debug,
  ).argument("[session]", "which session; the newest open one if left out");
}

function sessionOf(name: string | undefined): { readonly session?: string } {
  return name === undefined ? {} : { session: name };
}

const more = "More:";

function common(command: Command): Command {
  return command
    .option("--json", "print JSON: one document, or one event per line")
    .option("--session <id>", "which session; the newest open one if left out");
}
