import type { SandboxKind } from "../../core/terms/sandbox.ts";
import type { Environment } from "../processes/environment.ts";
import { findBubblewrap } from "./find-bubblewrap.ts";
import type { FoundSandbox } from "./sandbox.ts";

/** `chosen`: what the user's own config says; left out: what this system has. Probes by running the whole recipe. */
export async function findSandbox(options: {
  readonly chosen?: SandboxKind;
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
}): Promise<FoundSandbox> {
  return findBubblewrap(options.env);
}
