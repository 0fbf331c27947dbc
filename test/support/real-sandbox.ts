import { onceDone } from "../../src/workspace/once-done.ts";
import { findSandbox } from "../../src/workspace/sandbox/find-sandbox.ts";
import { reachesNothing, type SandboxHere } from "../../src/workspace/sandbox-here.ts";
import { requires } from "./requires.ts";

const found = onceDone(() =>
  findSandbox({ platform: process.platform, env: process.env, node: process.execPath }),
);

/** What keeps commands in their worktrees on this machine. The test is skipped where nothing does. */
export async function realSandbox(limits: SandboxHere["limits"] = {}): Promise<SandboxHere> {
  requires("bwrap");
  return { found: await found(), limits, reachable: reachesNothing, forChecks: {} };
}
