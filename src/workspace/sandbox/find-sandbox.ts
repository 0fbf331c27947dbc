import type { SandboxKind } from "../../core/terms/sandbox.ts";
import type { Environment } from "../processes/environment.ts";
import { findBubblewrap } from "./find-bubblewrap.ts";
import { openOuter } from "./outer.ts";
import { probe } from "./probe.ts";
import type { FoundSandbox } from "./sandbox.ts";
import { openSeatbelt } from "./seatbelt.ts";

export interface SandboxOptions {
  /** What the user's own config says; left out: what this system has. */
  readonly chosen?: SandboxKind;
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  /** The program that runs Huddle: inside, it leads commands to the hosts and ports that they may reach. */
  readonly node?: string;
  /** What set-up and checks start. Left out: programs are found from PATH alone. */
  readonly programs?: readonly string[];
  /** Whether this system runs in a container. Left out: as it looks. */
  inContainer?(): boolean;
}

/** Finds what can keep commands inside, and probes it by running the whole recipe. */
export async function findSandbox({
  chosen,
  platform,
  env,
  node,
  programs,
  inContainer,
}: SandboxOptions): Promise<FoundSandbox> {
  const wanted = chosen ?? kindOf(platform);
  const search = {
    ...(node !== undefined && { node }),
    ...(programs && { programs }),
    ...(inContainer && { inContainer }),
  };
  switch (wanted) {
    case "outer":
      return { kind: "ready", sandbox: await openOuter(env) };
    case "none":
      return { kind: "off", why: 'your config says "sandbox": "none"' };
    case "bubblewrap":
      return platform === "linux" ? findBubblewrap(env, search) : elsewhere("bubblewrap", "Linux");
    case "seatbelt":
      return platform === "darwin" ? findSeatbelt(env, programs) : elsewhere("seatbelt", "macOS");
    case undefined:
      return {
        kind: "missing",
        why: `Huddle knows no sandbox for ${platform}`,
        remedy:
          'Run it on Linux or macOS, or set "sandbox": "outer" in your config if this machine is itself a sandbox.',
      };
  }
}

function kindOf(platform: NodeJS.Platform): SandboxKind | undefined {
  if (platform === "linux") return "bubblewrap";
  return platform === "darwin" ? "seatbelt" : undefined;
}

function elsewhere(kind: SandboxKind, system: string): FoundSandbox {
  return {
    kind: "missing",
    why: `your config says "sandbox": "${kind}", which is for ${system}`,
    remedy: 'Take "sandbox" out of your config, and Huddle uses what this system has.',
  };
}

async function findSeatbelt(env: Environment, programs?: readonly string[]): Promise<FoundSandbox> {
  const sandbox = await openSeatbelt(env, programs);
  const said = await probe(sandbox, env);
  if (said === undefined) return { kind: "ready", sandbox };
  const remedy = 'Set "sandbox": "outer" in your config if this machine is itself a sandbox.';
  return { kind: "missing", why: `sandbox-exec does not work here: ${said}`, remedy };
}
