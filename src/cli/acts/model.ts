import { Fault } from "../../core/fault.ts";
import { modelName, notModelName } from "../../core/terms/policy.ts";
import { choiceLines, numbered, priceText } from "../../core/views/choice/choice-lines.ts";
import { type Choosing, parseChoice } from "../../core/views/choice/parse-choice.ts";
import { reachTrouble } from "../../core/views/choice/reached-words.ts";
import { waysToAModel } from "../../core/views/choice/ways-to-a-model.ts";
import type { NextStep } from "../../core/views/next/next-step.ts";
import { meantWords } from "../../core/views/typed/nearest.ts";
import { askLine } from "../ask-line.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import { wrapped } from "../print/wrapped.ts";
import type { Models, Wire } from "../wire/wire.ts";

/** `huddle model`: who uses which model, and what can be chosen here. In a terminal the person chooses. */
export async function modelAct(wire: Wire, options: CommonOptions): Promise<ExitCode> {
  if (options.json || !wire.terminal.canAsk) return modelListAct(wire, options);
  const models = await wire.models();
  const shown = await overview(wire, models);
  const { lines, isSet, offers } = shown;
  tell(wire, ...lines);
  const choosing = { offers, roles: models.roles, isSet };
  if (offers.every((one) => one.models.length === 0)) {
    report(wire, options, {}, isSet ? [] : waysToAModel, shown.next);
    return exitCodes.finished;
  }
  tell(wire, hint(choosing));
  for (;;) {
    const line = await askLine(wire, "> ");
    const choice = line === undefined ? ({ kind: "leave" } as const) : parseChoice(choosing, line);
    if (choice.kind === "leave") return exitCodes.finished;
    if (choice.kind === "unclear") {
      tell(wire, choice.hint);
      continue;
    }
    const refused = await firstRefused(models, choice.wishes);
    if (refused !== undefined) {
      tell(wire, refused);
      continue;
    }
    const set: string[] = [];
    for (const { role, model } of choice.wishes)
      set.push(setWords(role, model, await models.set(role, model)));
    report(wire, options, {}, [...set, ...(await troubles(models, choice.wishes))], checkFirst);
    return exitCodes.finished;
  }
}

function tell({ output, terminal }: Wire, ...lines: readonly string[]): void {
  output.out([...wrapped(terminal, lines), ""].join("\n"));
}

/** What keeps the chosen models from being asked right now. They are set all the same: a key or a server can follow. */
async function troubles(
  models: Models,
  wishes: readonly { readonly model: string }[],
): Promise<readonly string[]> {
  const names = [...new Set(wishes.map(({ model }) => model))];
  const found = await Promise.all(names.map(async (name) => reachTrouble(name, await models.reach(name))));
  return found.flatMap((trouble) => (trouble ? [`But ${trouble.what}. ${trouble.remedy}.`] : []));
}

/** `huddle model list`: the same without a question. */
export async function modelListAct(wire: Wire, options: CommonOptions): Promise<ExitCode> {
  const { lines, next, members, roles, offers } = await overview(wire, await wire.models());
  report(wire, options, { members, roles, offers }, lines, next);
  return exitCodes.finished;
}

async function overview(wire: Wire, models: Models) {
  const offering = models.offers();
  const { seats } = await (await wire.settings()).readTeam((await wire.openProject()).root);
  const members = seats.map(({ id, role, model }) => ({
    member: id,
    role,
    model: models.meant(model),
    price: models.price(model),
  }));
  const roles = models.roles
    .map((role) => ({ role, model: models.meant(role) }))
    .filter((one) => one.model !== one.role);
  const isSet = members.every(({ model }) => model.includes("/"));
  const offers = await offering;
  const lines = [
    ...members.map(
      ({ member, role, model, price }) =>
        `  ${member.padEnd(12)} ${role.padEnd(10)} ${model.padEnd(36)} ${model.includes("/") ? priceText(price ? { price } : {}) : "not set"}`,
    ),
    ...roles.map(({ role, model }) => `  ${role} means ${model}`),
    ...choiceLines(offers),
  ];
  const next: NextStep = isSet
    ? checkFirst
    : { command: "huddle model set all <provider/model>", why: "no model is set yet" };
  return { members, roles, offers, isSet, lines, next };
}

const checkFirst: NextStep = { command: "huddle model check", why: "asks each model a dozen small things" };

function hint({ offers, roles, isSet }: Choosing): string {
  const [first] = numbered(offers);
  const enter = isSet || !first ? "Enter: as it is" : `Enter: ${first.model} for all`;
  return [enter, `1 or provider/model: for all`, `${roles[1]} 2: for one role`, "q: leave"].join("  ·  ");
}

async function firstRefused(
  models: Models,
  wishes: readonly { readonly model: string }[],
): Promise<string | undefined> {
  for (const { model } of wishes) {
    const judged = await models.judge(model);
    if (judged.kind === "unknown") return judged.why;
  }
  return undefined;
}

export interface ModelSetOptions extends CommonOptions {
  /** Sets it although nobody knows it. */
  readonly anyway?: boolean;
}

/** `huddle model set <role|all> <provider/model>`: sets it for this person, in all projects. */
export async function modelSetAct(
  wire: Wire,
  role: string,
  model: string,
  options: ModelSetOptions,
): Promise<ExitCode> {
  const models = await wire.models();
  if (role !== "all" && !models.roles.includes(role))
    throw new Fault(
      "usage",
      `There is no "${role}".${meantWords(role, [...models.roles, "all"])} A team names its models ${models.roles.join(", ")}; "all" means each of them.`,
    );
  if (!modelName.test(model)) throw new Fault("usage", notModelName(model));
  const judged = options.anyway ? ({ kind: "known" } as const) : await models.judge(model);
  if (judged.kind === "unknown")
    throw new Fault(
      "usage",
      `${judged.why}\nTo set it all the same: huddle model set ${role} ${model} --anyway`,
    );
  const file = await models.set(role, model);
  const lines = [
    setWords(role, model, file),
    ...(judged.kind === "unsure" ? [`Huddle cannot tell whether it exists: ${judged.why}`] : []),
  ];
  const next = { command: `huddle model check ${model}`, why: "asks it a dozen small things" };
  report(wire, options, { role, model, file, known: judged.kind === "known" }, lines, next);
  return exitCodes.finished;
}

function setWords(role: string, model: string, file: string): string {
  return `${role === "all" ? "All members use" : `"${role}" means`} ${model} (in ${file}).`;
}
