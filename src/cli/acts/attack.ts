import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Attacked, Wire } from "../wire/wire.ts";

const marks = { held: "held", open: "OPEN", untried: "?   " } as const;

/** `huddle doctor --attack`: tries to get out of the sandbox in every way Huddle knows. Fails if one works. */
export async function attackAct(wire: Wire, options: CommonOptions): Promise<ExitCode> {
  const attempts: Attacked[] = [];
  for await (const one of wire.attack()) {
    attempts.push(one);
    if (!options.json) wire.output.out(`${rowOf(one)}\n`);
  }
  const open = attempts.filter(({ result }) => result === "open").length;
  const untried = attempts.filter(({ result }) => result === "untried").length;
  const next =
    open === 0
      ? { command: "huddle doctor", why: "checks everything else" }
      : { command: "huddle doctor", why: "says what the sandbox of this machine is" };
  report(wire, options, { attempts, open, untried }, [summary(attempts.length, open, untried)], next);
  return open === 0 ? exitCodes.finished : exitCodes.fault;
}

function rowOf({ topic, attempt, result, happened }: Attacked): string {
  return `${marks[result]}  ${topic.padEnd(9)}  ${attempt.padEnd(31)}  ${happened}`;
}

function summary(all: number, open: number, untried: number): string {
  const rest = untried === 0 ? "" : ` ${untried} could not be tried here: something else was in the way.`;
  if (open > 0)
    return `${open} of ${all} ways out are open. Do not let engineers run commands here: "commands": "none".${rest}`;
  return `None of ${all} ways out is open.${rest}`;
}
