import type { SandboxKind } from "../../core/terms/sandbox.ts";
import type { UserConfig } from "./user-config.ts";

/** What the person's settings say about commands: what keeps them inside, and what one may take. */
export interface SandboxSettings {
  readonly kind?: SandboxKind;
  readonly limits: {
    readonly memoryBytes?: number;
    readonly processes?: number;
    readonly diskBytes?: number;
  };
}

/** The kind alone may stand for all of them. */
export function sandboxSettings(sandbox: UserConfig["sandbox"] = {}): SandboxSettings {
  if (typeof sandbox === "string") return { kind: sandbox, limits: {} };
  const { kind, memory, processes, disk } = sandbox;
  return {
    ...(kind !== undefined && { kind }),
    limits: {
      ...(memory !== undefined && { memoryBytes: bytesOf(memory) }),
      ...(processes !== undefined && { processes }),
      ...(disk !== undefined && { diskBytes: bytesOf(disk) }),
    },
  };
}

/** `512MB` */
function bytesOf(amount: string): number {
  const unit = amount.endsWith("GB") ? 1024 ** 3 : 1024 ** 2;
  return Number(amount.slice(0, -2)) * unit;
}
