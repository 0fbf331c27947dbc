import { Fault } from "../../core/fault.ts";
import type { SandboxState } from "../../core/ports/commands.ts";
import { executedBy } from "../../core/terms/policy.ts";
import { oneLine } from "../../core/text/one-line.ts";
import type { Project } from "../project.ts";
import { type Finding, fine, note, wrong } from "./finding.ts";

/** Where a program is on this machine and in the sandbox. Left out: it is not there. */
export interface ProgramFound {
  readonly program: string;
  readonly outside?: { readonly path: string; readonly version?: string };
  readonly inside?: { readonly path: string; readonly version?: string };
}

/** Where programs can be looked for. */
export interface ProgramPlaces {
  /** What keeps engineers' commands inside their worktrees. Throws a Fault when the settings are not valid. */
  sandbox(): Promise<SandboxState>;
  /** Every program that these commands start in this project, on this machine and in the sandbox. */
  programs(root: string, runs: readonly string[]): Promise<readonly ProgramFound[]>;
}

/** What the team file has Huddle execute needs these. Settings that are not valid have findings of their own. */
export async function programFindings(places: ProgramPlaces, project: Project): Promise<readonly Finding[]> {
  try {
    const { policy } = await project.readTeam();
    const runs = executedBy(policy);
    if (runs.length === 0) return [];
    const { state } = await places.sandbox();
    const programs = await places.programs(project.root, runs);
    return programs
      .filter((found) => found.outside || !(policy.setup && isMadeBySetUp(found.program)))
      .map((found) => programFinding(found, state === "ready"));
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

/** `.venv/bin/python` is there when set-up has run, and not before. */
function isMadeBySetUp(program: string): boolean {
  return program.includes("/") && !program.startsWith("/");
}

/** A command whose program is missing cannot start. */
export function programFinding({ program, outside, inside }: ProgramFound, sandboxed: boolean): Finding {
  const topic = `program ${program}`;
  if (!outside)
    return wrong(topic, "not found, so what starts it cannot run. Install it, or change .huddle/team.json");
  const here = placeWords(outside);
  if (!sandboxed) return fine(topic, here);
  if (!inside)
    return note(topic, `${here}, but not inside the sandbox. docs/sandbox.md says what is shown there`);
  const isSame = inside.path === outside.path && inside.version === outside.version;
  return fine(
    topic,
    `${here}${isSame ? ", and inside the sandbox" : `; inside the sandbox ${placeWords(inside)}`}`,
  );
}

function placeWords({ path, version }: NonNullable<ProgramFound["outside"]>): string {
  return version === undefined ? path : `${path}, ${oneLine(version)}`;
}
