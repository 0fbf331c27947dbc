import { type AskTrust, executedLines } from "../../app/settings/trust.ts";
import { askYesNo } from "../ask-yes-no.ts";
import type { CommonOptions } from "../options.ts";
import type { Wire } from "../wire/wire.ts";

/** Shows what the repository executes and asks. Undefined: nobody can be asked here. */
export function askTrust(wire: Wire, { json }: CommonOptions): AskTrust | undefined {
  if (!wire.terminal.canAsk || json) return undefined;
  return async (execution, changed) => {
    const heading = changed
      ? "What this repository has Huddle execute has changed since you trusted it. Now it is:"
      : "This repository has Huddle execute commands. They are in .huddle/team.json:";
    wire.output.out([heading, ...executedLines(execution), ""].join("\n"));
    return askYesNo(wire, "Do you trust them, in every session here?");
  };
}
