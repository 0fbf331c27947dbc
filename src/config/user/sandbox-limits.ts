import type { UserConfig } from "./user-config.ts";

/** What the person's settings say about the limits of a command, in bytes and processes. */
export function limitsOf({ memory, processes, disk }: NonNullable<UserConfig["sandbox"]>): {
  readonly memoryBytes?: number;
  readonly processes?: number;
  readonly diskBytes?: number;
} {
  return {
    ...(memory !== undefined && { memoryBytes: bytesOf(memory) }),
    ...(processes !== undefined && { processes }),
    ...(disk !== undefined && { diskBytes: bytesOf(disk) }),
  };
}

/** `512MB` */
function bytesOf(amount: string): number {
  const unit = amount.endsWith("GB") ? 1024 ** 3 : 1024 ** 2;
  return Number(amount.slice(0, -2)) * unit;
}
