import type { Commands } from "../../core/ports/commands.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { commandsOf } from "./commands.ts";

/** What a reviewer tries out: the commit under review, and the conversation. */
interface Trial {
  readonly task: string;
  readonly commit: string;
  readonly thread: string;
}

/**
 * A reviewer's commands, in a throw-away checkout of the commit that is made when the first of them runs. Nothing of it
 * is kept.
 */
export function trialCommands(
  context: StepContext,
  { task, commit, thread }: Trial,
): Commands & { discard(): Promise<void> } {
  const { workspace } = context;
  let made: Promise<string> | undefined;
  const until = (signal: AbortSignal): Commands => {
    const commands = async () => {
      made ??= workspace.checkout(`review-${task}`, commit, context.signal);
      return commandsOf({ ...context, signal }, { worktree: await made, base: commit, thread });
    };
    return {
      run: async (command, timeoutMs) => (await commands()).run(command, timeoutMs),
      check: async (names) => (await commands()).check(names),
      install: async () => (await commands()).install(),
      changes: async () => (await commands()).changes(),
      printed: async (call) => (await commands()).printed(call),
      until: (other) => until(AbortSignal.any([signal, other])),
    };
  };
  return {
    ...until(context.signal),
    async discard() {
      const worktree = await made?.catch(() => undefined);
      if (worktree !== undefined) await workspace.discard(worktree);
    },
  };
}
