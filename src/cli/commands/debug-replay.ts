import type { CommandSpec } from "../command-spec.ts";

export const debugReplayCommand: CommandSpec = {
  name: "replay",
  summary: "verify a session's log: every step was wanted, every request renders as it was sent",
  takes: (command) => command.argument("[session]", "the session, as with --session"),
  async act(wire, command) {
    const { debugReplayAct } = await import("../acts/debug-replay.ts");
    const [session] = command.args;
    return debugReplayAct(wire, { ...command.optsWithGlobals(), ...(session !== undefined && { session }) });
  },
};
