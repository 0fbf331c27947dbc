import { Fault } from "../core/fault.ts";
import type { SandboxState } from "../core/ports/commands.ts";
import type { Reachable } from "./network/hosts.ts";
import type { Outside } from "./network/open-network.ts";
import type { FoundSandbox, Sandbox } from "./sandbox/sandbox.ts";

/** Who runs something inside: each may reach something else. */
export type Reach = "commands" | "checks" | "setup";

/** What keeps commands inside their worktrees, what one of them may take, and what it may reach. */
export interface SandboxHere {
  readonly found: FoundSandbox;
  /** What a command and all that it starts may take. Left out: as usual. */
  readonly limits?: Partial<TakenAtMost>;
  /** How many checks of a runner run at once. Left out: as cores and memory allow. */
  readonly checksAtOnce?: number;
  readonly reachable: Readonly<Record<Reach, Reachable>>;
  /** Variables of the person that checks need. Members' commands do not get them. */
  readonly forChecks: Readonly<Record<string, string>>;
  /** Left out: names as the system resolves them, and no proxy. */
  readonly outside?: Outside;
}

/** A sandbox, and what the person's settings say about it. */
export interface Ready extends Omit<SandboxHere, "found"> {
  readonly sandbox: Sandbox;
}

interface TakenAtMost {
  readonly memoryBytes: number;
  readonly processes: number;
  /** Beyond what its worktree and its temporary files take already. */
  readonly diskBytes: number;
}

const gigabyte = 1024 ** 3;
export const usualLimits: TakenAtMost = {
  memoryBytes: 4 * gigabyte,
  processes: 512,
  diskBytes: 5 * gigabyte,
};

/** A check may take all cores for a moment; two that take all memory end each other. */
export function usualChecksAtOnce(cores: number, memoryBytes: number): number {
  return Math.max(1, Math.min(cores, Math.floor(memoryBytes / (2 * gigabyte))));
}

const nothing: Reachable = { hosts: [], privately: [], ports: [] };
export const reachesNothing = { commands: nothing, checks: nothing, setup: nothing } as const;

/** Nobody wants one, as where a scripted team plays. */
export const noSandbox: SandboxHere = {
  found: { kind: "off", why: "nobody looked for a sandbox" },
  reachable: reachesNothing,
  forChecks: {},
};

export function stateOf({ found }: SandboxHere): SandboxState {
  switch (found.kind) {
    case "missing":
      return { state: "missing", why: found.why, remedy: found.remedy };
    case "off":
      return { state: "off", why: found.why };
    case "ready": {
      const { kind, version, weaker } = found.sandbox;
      return {
        state: "ready",
        kind,
        ...(version !== undefined && { version }),
        ...(weaker.length > 0 && { weaker: [...weaker] }),
      };
    }
  }
}

/** Undefined: a person wants none. Where there should be one and is not, nothing runs. */
export function readyOf({ found, ...rest }: SandboxHere): Ready | undefined {
  switch (found.kind) {
    case "ready":
      return { ...rest, sandbox: found.sandbox };
    case "off":
      return undefined;
    case "missing":
      throw new Fault(
        "machine.lacking",
        `Nothing can be built or checked here: ${found.why}. ${found.remedy}`,
      );
  }
}
