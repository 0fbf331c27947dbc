import type { NextStep } from "../../core/views/next/next-step.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { CaseResult, ModelCheck, Wire } from "../wire/wire.ts";

/** `huddle model check [model…]`: finds out what a model can do. */
export async function modelCheckAct(
  wire: Wire,
  named: readonly string[],
  options: CommonOptions,
): Promise<ExitCode> {
  const models = await wire.models();
  const names = [...new Set((named.length > 0 ? named : models.roles).map(models.meant))];
  await models.open(names);
  const checks: ModelCheck[] = [];
  for (const name of names) {
    if (!options.json) wire.output.out(`${name}\n`);
    const check = await models.check(name, (result) => tell(wire, options, result), wire.stop());
    checks.push(check);
    if (!options.json) wire.output.out(`${verdict(check).join("\n")}\n`);
  }
  report(wire, options, { checks }, [], nextAfter(checks));
  if (checks.some((check) => check.unfinished)) return exitCodes.fault;
  return checks.every((check) => check.can.tools) ? exitCodes.finished : exitCodes.failed;
}

/** Only a team that can build is sent on to build. */
function nextAfter(checks: readonly ModelCheck[]): NextStep {
  const broken = checks.find((check) => check.unfinished);
  if (broken)
    return { command: `huddle model check ${broken.model}`, why: "repeats it, once the server answers" };
  if (checks.some(({ can }) => !can.tools))
    return {
      command: "huddle model set all <provider/model>",
      why: "a team needs a model that can use tools",
    };
  if (checks.every(({ can }) => !can.build))
    return { command: "huddle model set strong <provider/model>", why: "no checked model can build" };
  return { command: 'huddle new "…"', why: "what should be built?" };
}

function tell(wire: Wire, options: CommonOptions, { name, passed, why, ms }: CaseResult): void {
  if (!options.json)
    wire.output.out(
      `  ${passed ? "✓" : "✗"} ${name} (${(ms / 1000).toFixed(1)} s)${why === undefined ? "" : `: ${why}`}\n`,
    );
}

function verdict({ can, unfinished, advice, window, context }: ModelCheck): readonly string[] {
  if (unfinished) return [`  The check could not be finished: ${unfinished.text}`, `  ${unfinished.advice}`];
  const abilities = (["talk", "tools", "plan", "build"] as const).filter((ability) => can[ability]);
  const seat = can.build
    ? "any seat"
    : can.tools
      ? "discussions and reviews; it should not build"
      : can.talk
        ? "discussions in plain text only"
        : "no seat";
  return [
    `  It can: ${abilities.join(", ") || "nothing that is needed"}. Good for ${seat}.`,
    ...(context ? [`  It keeps ${context.proven} tokens of a conversation.`] : []),
    ...(!context && window !== undefined ? [`  Its window has ${window} tokens.`] : []),
    ...advice.map((line) => `  ${line}`),
  ];
}
