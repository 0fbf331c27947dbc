import { expect, test } from "vitest";
import { type SessionProject, sessionProject } from "../../../test/support/session-project.ts";
import { byHarness } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { Project } from "../project.ts";
import { dropSession, planDrop } from "./drop-session.ts";

/** A project that notes what is removed. `life` is asked about the last runner. */
function noting({ project }: SessionProject, life: () => Promise<"alive" | "dead"> = async () => "dead") {
  const removed: string[] = [];
  const workspace = {
    clear: async () => removed.push("worktrees"),
    release: async () => removed.push("refs"),
  };
  const noted = { ...project, processes: { life }, openWorkspace: () => workspace };
  return { removed, project: noted as unknown as Project }; // all that dropping uses
}

async function starts(journal: Journal): Promise<void> {
  const runner = { host: "here", pid: 7, startedAt: "then" };
  await journal.append(() => [byHarness({ type: "runner.started", mode: "run", ...runner })]);
}

/** How the session ended, as its log says now. */
async function ending(journal: Journal) {
  await journal.append(() => undefined);
  return journal.state().session.ending;
}

test("dropping ends the session and removes what is left", async () => {
  const place = await sessionProject();
  const { journal, id } = await place.open("Twice");
  const { project, removed } = noting(place);
  await dropSession(project, await planDrop(project, id));
  expect(await ending(journal)).toMatchObject({ why: "dropped" });
  expect(removed).toEqual(["worktrees", "refs"]);
});

test("a session that is run by the time the person says yes is left alone", async () => {
  const place = await sessionProject();
  const { journal, id } = await place.open("Twice");
  const { project, removed } = noting(place, async () => "alive");
  const plan = await planDrop(project, id);
  await starts(journal);
  await expect(dropSession(project, plan)).rejects.toMatchObject({
    code: "session.busy",
    message: expect.stringContaining("Process 7 on here"),
  });
  expect({ removed, ending: await ending(journal) }).toEqual({ removed: [], ending: undefined });
});

test("a session that was run meanwhile has to be looked at again: the plan names what it had before", async () => {
  const place = await sessionProject();
  const { journal, id } = await place.open("Twice");
  const { project, removed } = noting(place);
  const plan = await planDrop(project, id);
  await starts(journal);
  await expect(dropSession(project, plan)).rejects.toMatchObject({
    code: "refused",
    message: expect.stringContaining(`huddle drop ${id}`),
  });
  expect({ removed, ending: await ending(journal) }).toEqual({ removed: [], ending: undefined });
});

test("a run that starts between the last look and the end of the session wins", async () => {
  const place = await sessionProject();
  const { journal, id } = await place.open("Twice");
  await starts(journal);
  let looks = 0;
  const { project, removed } = noting(place, async () => {
    if (++looks === 2) await starts(journal);
    return "dead";
  });
  await expect(dropSession(project, await planDrop(project, id))).rejects.toMatchObject({ code: "refused" });
  expect({ removed, ending: await ending(journal) }).toEqual({ removed: [], ending: undefined });
});
