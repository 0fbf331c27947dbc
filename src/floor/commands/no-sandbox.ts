import { Fault } from "../../core/fault.ts";
import type { SandboxState } from "../../core/ports/commands.ts";

/** Why nothing that a project has Huddle execute may run here. */
export function noSandbox({ why, remedy }: Extract<SandboxState, { state: "missing" }>): Fault {
  return new Fault("machine.lacking", `Nothing is built without a sandbox: ${why}. ${remedy}`);
}
