import type { Clock } from "../../src/core/ports/clock.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import type { ChildAct } from "./child-runner.ts";

// The other end of child-runner.ts.
const clock: Clock = { now: () => new Date().toISOString(), sleep: async () => {} };
const workspace = openWorkspace({ ...JSON.parse(process.argv[2] ?? ""), clock });
const { signal } = new AbortController();

process.on("message", (message: ChildAct) => {
  perform(message).then(
    (done) => process.send?.({ done }),
    (error) => process.send?.({ failed: String(error) }),
  );
});

async function perform(message: ChildAct): Promise<unknown> {
  switch (message.act) {
    case "check":
      return workspace.runChecks(
        message.worktree,
        [{ name: "check", run: message.command }],
        { timeoutMs: 60_000 },
        signal,
      );
    case "add":
      return workspace.addWorktree(message.name, message.commit, undefined, signal);
  }
}
