import { z } from "zod";
import { heldPaths } from "../../../core/permits/held.ts";
import { defineTool, failure } from "../../../core/work/tool.ts";
import { renamed } from "../../renamed.ts";
import { commandWords } from "./command-words.ts";

const seconds = { usual: 120, most: 600 };

export const runCommand = defineTool({
  name: "run_command",
  summary:
    "Run a command line (POSIX sh) at the top of your worktree, in a sandbox: it can change your worktree, and /tmp, which is empty each time; it has no network. Git is for looking: log, diff, show and blame work, add, commit, checkout and stash do not; `git show HEAD:path > path` puts a file back. Answers with the exit code, the paths it changed, and what it printed. Nothing keeps running after it.",
  effect: "runs",
  input: z.object({
    command: z
      .string()
      .max(20_000)
      .refine((command) => command.trim() !== "", "a command is needed")
      .refine(
        (command) => !command.includes("\0"),
        "no command can hold a NUL character; write it as an escape",
      ),
    timeout: z
      .int()
      .positive()
      .max(seconds.most)
      .default(seconds.usual)
      .describe("seconds after which it is ended"),
  }),
  tidy: (input) => renamed(input, { cmd: "command", seconds: "timeout" }),
  command: ({ command }) => command,
  async run({ command, timeout }, commands, call) {
    const ended = await commands.run(command, timeout * 1000);
    if ("kind" in ended) return failure(ended.reason);
    const { exit, ms, output, over, tree, changed, sandbox } = ended;
    return {
      failed: exit !== 0,
      text: commandWords(ended, call),
      ran: {
        exit,
        ms: Math.round(ms),
        tree,
        changed,
        ...heldPaths(ended),
        ...(over && { over }),
        sandbox,
      },
      printed: output,
    };
  },
});
