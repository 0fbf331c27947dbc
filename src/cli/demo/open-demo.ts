import type { Project } from "../../app/project.ts";
import type { Act } from "../../app/rehearse/scripted-human.ts";
import { newSession } from "../../app/sessions/new-session.ts";
import { Fault } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { shellWord } from "../../core/text/quoted.ts";
import type { Wire } from "../wire/wire.ts";

type Rehearsal = Awaited<ReturnType<Wire["rehearsal"]>>;

export interface Demo {
  readonly folder: string;
  /** An earlier run of it got past its first event. */
  readonly goesOn: boolean;
  readonly rehearsal: Rehearsal;
  readonly project: Project;
  readonly files: SessionFiles;
  readonly acts: readonly Act[];
}

/** The rehearsals that come with Huddle. */
const rehearsalNames: readonly string[] = ["calculator", "workshop"];

export interface WhichDemo {
  /** Left out: the calculator. */
  readonly name?: string | undefined;
  readonly dir?: string | undefined;
}

const author = { name: "Huddle demo", email: "demo@huddle.invalid" };

/** Opens the folder, repository and session of a demo. Completes what a kill left half done and keeps the rest. */
export async function openDemo(wire: Wire, { name = "calculator", dir }: WhichDemo): Promise<Demo> {
  if (!rehearsalNames.includes(name))
    throw new Fault("usage", `There is no rehearsal ${name}. There are: ${rehearsalNames.join(", ")}.`);
  const rehearsal = await wire.rehearsal(name);
  const folder = await wire.demoFolder(dir);
  const base = await wire.initRepository({ ...rehearsal.repository, folder, author, when: wire.clock.now() });
  const project = await wire.openProject(folder);
  const begun = await begunSession(project);
  const other = begun && otherName(begun, name);
  if (other !== undefined) {
    await begun?.close();
    const typed = `${wire.demoWords} ${other} --dir ${shellWord(folder)}`;
    throw new Fault("usage", `In ${folder} the rehearsal ${other} was begun. To go on with it: ${typed}`);
  }
  const files = begun ?? (await newSession(project, opening(rehearsal, base)));
  const goesOn = files.journal.state().head > 1;
  return { folder, goesOn, rehearsal, project, files, acts: rehearsal.human };
}

/** What was begun, if it is another rehearsal than this. */
function otherName({ journal }: SessionFiles, name: string): string | undefined {
  const [, begun] = journal.state().session.seats[0]?.model.split("/") ?? [];
  return begun === name ? undefined : begun;
}

async function begunSession(project: Project): Promise<SessionFiles | undefined> {
  for (const id of await project.sessions.list()) {
    const files = await project.sessions.open(id);
    if (files.journal.state().session.opened > 0) return files;
    await files.close();
  }
  return undefined;
}

function opening({ name, title, brief, seats, policy, repository }: Rehearsal, base: string) {
  return {
    title,
    brief,
    seats: seats.map((seat) => ({ ...seat, model: `rehearsal/${name}` })),
    policy: { ...policy, author },
    base,
    branch: repository.branch,
  };
}
