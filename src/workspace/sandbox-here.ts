import type { SandboxState } from "../core/ports/commands.ts";
import type { FoundSandbox } from "./sandbox/sandbox.ts";

/** What keeps commands inside their worktrees, and what one of them may take. */
export interface SandboxHere {
  readonly found: FoundSandbox;
  /** What a command and all that it starts may take. Left out: as usual. */
  readonly limits?: Partial<TakenAtMost>;
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

export const noSandbox: SandboxHere = {
  found: { kind: "missing", why: "nobody looked for a sandbox", remedy: "" },
};

export function stateOf({ found }: SandboxHere): SandboxState {
  if (found.kind === "missing") return { state: "missing", why: found.why, remedy: found.remedy };
  const { kind, version, weaker } = found.sandbox;
  return {
    state: "ready",
    kind,
    ...(version !== undefined && { version }),
    ...(weaker.length > 0 && { weaker: [...weaker] }),
  };
}
