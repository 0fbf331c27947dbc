import { Fault } from "../../core/fault.ts";
import type { Price } from "../../core/terms/money.ts";
import { modelName, notModelName } from "../../core/terms/policy.ts";
import type { NextStep } from "../../core/views/next/next-step.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { CaseResult, ModelCheck, Wire } from "../wire/wire.ts";

/** `huddle model`: which model each member of this project's team has, and what is known about it. */
export async function modelListAct(wire: Wire, options: CommonOptions): Promise<ExitCode> {
  const models = await wire.models();
  const project = await wire.openProject();
  const { seats } = await (await wire.settings()).readTeam(project.root);
  const members = seats.map(({ id, role, model }) => ({
    member: id,
    role,
    model: models.meant(model),
    price: models.price(model),
  }));
  const roles = models.roles
    .map((role) => ({ role, model: models.meant(role) }))
    .filter((one) => one.model !== one.role);
  const lines = [
    ...members.map(
      ({ member, role, model, price }) =>
        `  ${member.padEnd(12)} ${role.padEnd(10)} ${model.padEnd(36)} ${priceText(price)}`,
    ),
    ...roles.map(({ role, model }) => `  ${role} means ${model}`),
  ];
  const isSet = members.every(({ model }) => model.includes("/"));
  const next = isSet
    ? { command: "huddle model check", why: "asks each model a dozen small things" }
    : { command: "huddle model set all <provider/model>", why: "no model is set yet" };
  report(wire, options, { members, roles }, lines, next);
  return exitCodes.finished;
}

/** `huddle model set <role|all> <provider/model>`: sets it for this person, in all projects. */
export async function modelSetAct(
  wire: Wire,
  role: string,
  model: string,
  options: CommonOptions,
): Promise<ExitCode> {
  const models = await wire.models();
  if (role !== "all" && !models.roles.includes(role))
    throw new Fault(
      "usage",
      `There is no "${role}". A team names its models ${models.roles.join(", ")}; "all" means each of them.`,
    );
  if (!modelName.test(model)) throw new Fault("usage", notModelName(model));
  const file = await models.set(role, model);
  const next = { command: `huddle model check ${model}`, why: "asks it a dozen small things" };
  report(
    wire,
    options,
    { role, model, file },
    [`${role === "all" ? "All members use" : `"${role}" means`} ${model} (in ${file}).`],
    next,
  );
  return exitCodes.finished;
}

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

function priceText(price: Price | undefined): string {
  return price ? `$${price.input} in, $${price.output} out per million tokens` : "price unknown";
}
