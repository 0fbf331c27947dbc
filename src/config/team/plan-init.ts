import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Fault } from "../../core/fault.ts";
import { systemFault } from "../../core/system-fault.ts";
import { detectChecks, type Kept } from "../detect/detect-checks.ts";
import type { Detected } from "../detect/detected.ts";
import { parseConfig } from "../parse-config.ts";
import { readTextFile } from "../read-text-file.ts";
import { defaultEngineers } from "./default-team.ts";
import { teamFilePath } from "./read-team.ts";
import { type TeamFile, teamFileSchema, teamJsonSchema } from "./team-file.ts";

/** What `huddle init` would write, why, and how it differs from what is there. */
export interface InitPlan {
  readonly path: string;
  readonly team: TeamFile;
  readonly why: readonly string[];
  /** There is already a file. Huddle keeps it; these are the fields that differ. */
  readonly kept?: { readonly differs: readonly TeamDifference[] };
}

export interface TeamDifference {
  readonly field: string;
  readonly yours: unknown;
  readonly detected: unknown;
}

export async function planInit(root: string, kept: Kept): Promise<InitPlan> {
  const path = teamFilePath(root);
  const detected = await detectChecks(root, kept);
  const team = proposed(detected);
  const why = reasons(detected);
  const text = await readTextFile(path);
  if (text === undefined) return { path, team, why };
  return { path, team, why, kept: { differs: differencesOf(parseConfig(path, text, teamFileSchema), team) } };
}

function unlessThere(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
}

/** Writes by rename, the schema for editors first. */
export async function writeTeamFile({ path, team }: InitPlan): Promise<void> {
  const folder = dirname(path);
  try {
    // Not `recursive`: with it, Node says "no such file" where the disk is read-only.
    await mkdir(folder).catch(unlessThere);
    await writeWhole(join(folder, schemaFile), teamJsonSchema());
    await writeWhole(path, team);
  } catch (cause) {
    const fault = systemFault(cause);
    if (fault) throw fault;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Fault("config.invalid", `Huddle cannot write ${path}: ${why}`, { cause });
  }
}

async function writeWhole(path: string, value: unknown): Promise<void> {
  const temporary = `${path}.new`;
  try {
    await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Beside the team file, so that editors find it without a network. */
const schemaFile = "team.schema.json";

function proposed({ setup, checks }: Detected): TeamFile {
  const all = checks.map(({ name, run }) => ({ name, run }));
  const quick = all.filter(({ name }) => name === "test");
  return {
    $schema: `./${schemaFile}`,
    team: { engineers: [...defaultEngineers], coach: true, architect: true },
    pace: "normal",
    ...(setup && { setup: { run: setup.run, ...(setup.update !== undefined && { update: setup.update }) } }),
    ...(all.length > 0 && {
      checks: { ...(quick.length > 0 && quick.length < all.length && { quick }), full: all },
    }),
  };
}

function reasons({ setup, checks }: Detected): readonly string[] {
  const names = defaultEngineers.map((one) => one.name).join(" and ");
  return [
    `team: two engineers, ${names}, a coach and an architect; rename them and change their characters as you like`,
    `$schema: ./${schemaFile}, so that an editor knows every field`,
    "pace: normal, so you are asked about the scope, the plan and shipping",
    ...(setup ? [`set-up: ${setup.run}, because ${setup.why}`] : []),
    ...(checks.length === 0
      ? ["checks: none found, so Huddle would test nothing; put your own under checks.full"]
      : checks.map(({ run, why }) => `checks: ${run}, because ${why}`)),
  ];
}

/** Compares only what init detects: a different team is exactly what the file is for. */
function differencesOf(yours: TeamFile, detected: TeamFile): readonly TeamDifference[] {
  const isOther = detected.setup !== undefined && yours.setup?.run !== detected.setup.run;
  const setup = isOther ? [{ field: "setup", yours: yours.setup ?? null, detected: detected.setup }] : [];
  const checks = (["quick", "full"] as const).flatMap((kind) => {
    const [mine, found] = [yours.checks?.[kind], detected.checks?.[kind]];
    const runs = (checks: typeof mine) => JSON.stringify(checks?.map(({ run }) => run));
    if (found === undefined || runs(mine) === runs(found)) return [];
    return [{ field: `checks.${kind}`, yours: mine ?? null, detected: found }];
  });
  return [...setup, ...checks];
}
