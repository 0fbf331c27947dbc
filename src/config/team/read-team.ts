import { join } from "node:path";
import type { Team } from "../../core/ports/team.ts";
import { defaultOutput, defaultPolicy } from "../../core/terms/defaults.ts";
import { meetingPolicy } from "../../core/terms/meeting/meeting.ts";
import type { CanUseTools, Check, Policy, Seat, SeatModel, Setup } from "../../core/terms/policy.ts";
import { capsOf, saysNothing } from "../budget.ts";
import { parseConfig } from "../parse-config.ts";
import { readTextFile } from "../read-text-file.ts";
import { modelNamed } from "../user/model-named.ts";
import type { UserConfig } from "../user/user-config.ts";
import { architectStyle, coachStyle, defaultEngineers } from "./default-team.ts";
import { type TeamFile, teamFileSchema } from "./team-file.ts";

export function teamFilePath(root: string): string {
  return join(root, ".huddle", "team.json");
}

/** `committed`: the text of the file in the last commit, if a sparse checkout leaves the file out. */
export async function readTeam(
  root: string,
  user: UserConfig,
  canUseTools?: CanUseTools,
  committed: () => Promise<string | undefined> = async () => undefined,
): Promise<Team> {
  const path = teamFilePath(root);
  const text = (await readTextFile(path)) ?? (await committed());
  const file = text === undefined ? {} : parseConfig(path, text, teamFileSchema);
  return teamOf(file, user, {
    file: text === undefined ? undefined : path,
    ...(canUseTools && { canUseTools }),
  });
}

export function teamOf(
  file: TeamFile,
  user: UserConfig,
  found: { readonly file?: string | undefined; readonly canUseTools?: CanUseTools } = {},
): Team {
  return {
    seats: seatsOf(file, user, found.canUseTools),
    policy: { ...policyOf(file), ...(user.wait !== undefined && { wait: milliseconds(user.wait) }) },
    file: found.file,
    ...(file.ship !== undefined && { ship: file.ship }),
    modelOf: (seat) => modelOf(seat, file, user, found.canUseTools),
    budgetFor: (purpose, priced) => ({
      caps: capsOf(user.budget ?? {}, file.budget ?? {}, { purpose, priced }),
      isDefault: saysNothing(user.budget?.[purpose]),
    }),
  };
}

export function seatsOf(file: TeamFile, user: UserConfig, canUseTools?: CanUseTools): readonly Seat[] {
  const { team = {} } = file;
  const seat = (id: string, role: Seat["role"], style: string | undefined): Seat => ({
    id,
    role,
    ...(style !== undefined && { style }),
    ...modelOf({ id, role }, file, user, canUseTools),
  });
  return [
    ...(team.engineers ?? defaultEngineers).map(({ name, style }) => seat(name, "engineer", style)),
    ...(team.coach === false ? [] : [seat("coach", "coach", coachStyle)]),
    ...(team.architect === false ? [] : [seat("architect", "architect", architectStyle)]),
  ];
}

const usualModel: Readonly<Record<Seat["role"], string>> = {
  engineer: "strong",
  coach: "fast",
  architect: "strong",
};

function modelOf(
  { id, role }: Pick<Seat, "id" | "role">,
  { team = {}, models = {}, rendering = {} }: TeamFile,
  user: UserConfig,
  canUseTools: CanUseTools = () => undefined,
): SeatModel {
  const own = role === "engineer" ? team.engineers?.find(({ name }) => name === id) : undefined;
  const model = modelNamed(own?.model ?? models[role] ?? usualModel[role], user);
  // The file decides; if it says nothing, what Huddle found out about the model does.
  const textOnly = role === "engineer" && (own?.text ?? canUseTools(model) === false);
  return { model, ...(textOnly && { textOnly }), ...shownAs(own?.rendering ?? rendering[role]) };
}

/** Leaves the default out. */
function shownAs(rendering: Seat["rendering"]): Pick<Seat, "rendering"> {
  return rendering === "perspective" ? { rendering } : {};
}

export function policyOf({
  pace,
  turns,
  assign,
  parallel,
  planning,
  review,
  stops,
  meeting,
  sizing,
  checks = {},
  setup,
  commands,
  write,
  output = {},
}: TeamFile): Team["policy"] {
  const full = (checks.full ?? checks.quick ?? []).map(checkOf);
  const quick = (checks.quick ?? checks.full ?? []).map(checkOf);
  const timeoutMs =
    checks.timeout === undefined ? defaultPolicy.checks.timeoutMs : milliseconds(checks.timeout);
  return {
    ...defaultPolicy,
    output: { ...defaultOutput, ...given(output) },
    pace: pace ?? defaultPolicy.pace,
    ...turnsOf(turns),
    ...(assign !== undefined && { assign }),
    ...(parallel !== undefined && { parallel }),
    ...(planning !== undefined && { planning }),
    ...(review?.by !== undefined && { review: { by: review.by } }),
    ...(stops !== undefined && { stops }),
    ...meetingPolicy(meeting ?? "short"),
    // A size that the project names is not asked about, unless it says so.
    ...(meeting !== undefined && { sizing: false }),
    ...(sizing !== undefined && { sizing }),
    ...(setup !== undefined && { setup: setupOf(setup) }),
    ...(commands !== undefined && { commands }),
    ...(write && { write }),
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

/** Only the fields that are set, so that a line left out keeps the default. */
function given(output: NonNullable<TeamFile["output"]>): Partial<NonNullable<Policy["output"]>> {
  return Object.fromEntries(Object.entries(output).filter(([, value]) => value !== undefined));
}

function checkOf({ run, name, report }: NonNullable<NonNullable<TeamFile["checks"]>["full"]>[number]): Check {
  return { name: name ?? run, run, ...(report !== undefined && { report }) };
}

function setupOf({ run, update, keep }: NonNullable<TeamFile["setup"]>): Setup {
  return { run, ...(update !== undefined && { update }), ...(keep && { keep }) };
}

/** `10m` */
function milliseconds(duration: string): number {
  const unit = { s: 1_000, m: 60_000, h: 3_600_000 }[duration.slice(-1)] ?? 1_000;
  return Number(duration.slice(0, -1)) * unit;
}
