import { checkEnvironment, type Environment } from "../processes/environment.ts";
import { findIsolation } from "../processes/isolation.ts";
import type { Sandbox } from "./sandbox.ts";

/** A person says that this machine is the sandbox: a command can do there what the person can. */
export async function openOuter(env: Environment): Promise<Sandbox> {
  const isolation = await findIsolation(env);
  const seen = isolation.kind === "none" ? [`it can see and end other processes: ${isolation.why}`] : [];
  return {
    kind: "outer",
    canShow: false,
    weaker: [
      "a command can read and change everything that you can on this machine, and use its network",
      ...seen,
    ],
    enter: async ({ worktree, temporary }) => ({
      start: isolation.start,
      env: checkEnvironment(env, temporary),
      worktree,
    }),
  };
}
