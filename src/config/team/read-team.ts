import { join } from "node:path";
import { defaultOutput, defaultPolicy } from "../../core/terms/defaults.ts";
import type { CanUseTools, Check, Policy, Seat } from "../../core/terms/policy.ts";
import { capsOf } from "../budget.ts";
import { parseConfig } from "../parse-config.ts";
import { readTextFile } from "../read-text-file.ts";
import { modelNamed } from "../user/model-named.ts";
import type { UserConfig } from "../user/user-config.ts";
import { architectStyle, coachStyle, defaultEngineers } from "./default-team.ts";
import { type TeamFile, teamFileSchema } from "./team-file.ts";

/** What a session in this project starts with. */
export interface TeamSettings {
  readonly seats: readonly Seat[];
  readonly policy: Omit<Policy, "author">;
  /** Undefined: there is no file, and the defaults hold. */
  readonly file: string | undefined;
}

export function teamFilePath(root: string): string {
  return join(root, ".huddle", "team.json");
}

export async function readTeam(
  root: string,
  user: UserConfig,
  canUseTools?: CanUseTools,
  kind?: "iteration" | "do",
): Promise<TeamSettings> {
  const path = teamFilePath(root);
  const text = await readTextFile(path);
  const file = text === undefined ? {} : parseConfig(path, text, teamFileSchema);
  return {
    seats: seatsOf(file, user, canUseTools),
    policy: policyOf(file, user, kind),
    file: text === undefined ? undefined : path,
  };
}

export function seatsOf(
  { team = {}, models = {}, rendering = {} }: TeamFile,
  user: UserConfig,
  canUseTools: CanUseTools = () => undefined,
): readonly Seat[] {
  const engineers = (team.engineers ?? defaultEngineers).map((one): Seat => {
    const model = modelNamed(one.model ?? models.engineer ?? "strong", user);
    // What the file says counts; where it says nothing, what was found out about the model does.
    const textOnly = one.text ?? canUseTools(model) === false;
    return {
      id: one.name,
      role: "engineer",
      model,
      ...(one.style !== undefined && { style: one.style }),
      ...(textOnly && { textOnly }),
      ...shownAs(one.rendering ?? rendering.engineer),
    };
  });
  const coach: Seat = {
    id: "coach",
    role: "coach",
    style: coachStyle,
    model: modelNamed(models.coach ?? "fast", user),
    ...shownAs(rendering.coach),
  };
  const architect: Seat = {
    id: "architect",
    role: "architect",
    style: architectStyle,
    model: modelNamed(models.architect ?? "strong", user),
    ...shownAs(rendering.architect),
  };
  return [
    ...engineers,
    ...(team.coach === false ? [] : [coach]),
    ...(team.architect === false ? [] : [architect]),
  ];
}

/** Nothing is written down for what is so anyway. */
function shownAs(rendering: Seat["rendering"]): Pick<Seat, "rendering"> {
  return rendering === "perspective" ? { rendering } : {};
}

export function policyOf(
  { pace, turns, assign, sizing, checks = {}, budget, output = {} }: TeamFile,
  user: Pick<UserConfig, "budget"> = {},
  kind: "iteration" | "do" = "iteration",
): Omit<Policy, "author"> {
  const full = (checks.full ?? checks.quick ?? []).map(checkOf);
  const quick = (checks.quick ?? checks.full ?? []).map(checkOf);
  const timeoutMs =
    checks.timeout === undefined ? defaultPolicy.checks.timeoutMs : milliseconds(checks.timeout);
  const caps = capsOf(user.budget, budget, kind);
  return {
    ...defaultPolicy,
    output: { ...defaultOutput, ...given(output) },
    ...(caps && { budget: caps }),
    pace: pace ?? defaultPolicy.pace,
    ...turnsOf(turns),
    ...(assign !== undefined && { assign }),
    ...(sizing !== undefined && { sizing }),
    checks: { quick, full, timeoutMs },
  };
}

/** One number for all phases, or numbers for some of them. */
function turnsOf(turns: TeamFile["turns"]): Pick<Policy, "turns" | "turnsIn"> {
  if (typeof turns === "number") return { turns };
  const entries = Object.entries(turns ?? {}).filter(([, count]) => count !== undefined);
  return {
    turns: defaultPolicy.turns,
    ...(entries.length > 0 && { turnsIn: Object.fromEntries(entries) }),
  };
}

/** What is set to something, so that a line that is left out leaves the default. */
function given(output: NonNullable<TeamFile["output"]>): Partial<NonNullable<Policy["output"]>> {
  return Object.fromEntries(Object.entries(output).filter(([, value]) => value !== undefined));
}

function checkOf(check: { readonly run: string; readonly name?: string | undefined }): Check {
  return { name: check.name ?? check.run, run: check.run };
}

/** `10m` */
function milliseconds(duration: string): number {
  const unit = { s: 1_000, m: 60_000, h: 3_600_000 }[duration.slice(-1)] ?? 1_000;
  return Number(duration.slice(0, -1)) * unit;
}
