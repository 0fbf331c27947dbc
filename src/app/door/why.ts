import { Fault } from "../../core/fault.ts";
import { systemFault } from "../../core/system-fault.ts";
import type { Refused } from "./door.ts";

/** What went wrong, in words for the screen. The interface shows bugs as well and goes on. */
export function whyOf(thrown: unknown): string {
  const error = systemFault(thrown) ?? thrown;
  if (error instanceof Fault) return error.message;
  return `This should not happen: ${error instanceof Error ? error.message : String(error)}`;
}

export function refusedFor(thrown: unknown): Refused {
  return { kind: "refused", why: whyOf(thrown) };
}
