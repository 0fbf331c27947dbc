import { examineMachine, examineProject } from "../../app/look/doctor.ts";
import { type Finding, toldOnce } from "../../app/look/finding.ts";
import { examineTeam } from "../../app/ready/team-findings.ts";
import type { NextStep } from "../../core/views/next/next-step.ts";
import { indented } from "../../core/views/plain-text.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

const marks = { fine: "ok  ", note: "note", wrong: "BAD " } as const;

/** `huddle doctor`: checks everything that a run needs, repairs nothing, and fails when something is wrong. */
export async function doctorAct(wire: Wire, options: CommonOptions): Promise<ExitCode> {
  const machine = await wire.machine();
  const findings: Finding[] = [];
  const tell = (found: Finding) => {
    const finding = toldOnce(findings, found);
    findings.push(finding);
    if (!options.json) wire.output.out(`${lineOf(finding)}\n`);
  };
  for await (const finding of examineMachine(machine)) tell(finding);
  const noGit = findings.some(({ topic, state }) => topic === "git" && state === "wrong");
  const repository = noGit ? undefined : await wire.repository();
  if (!noGit) for (const finding of repositoryFindings(repository)) tell(finding);
  if (repository?.top !== undefined) {
    const project = await wire.openProject();
    for await (const finding of examineProject(machine, project)) tell(finding);
    const reach = async (model: string) => (await wire.models()).reach(model);
    for await (const finding of examineTeam(project, { repository, reach })) tell(finding);
  }
  const wrong = findings.filter((finding) => finding.state === "wrong").length;
  const unsure = findings.some(({ topic, state }) => topic === "checks" && state === "note");
  const inProject = repository?.top !== undefined;
  report(wire, options, { findings, wrong }, [summary(wrong, inProject, unsure)], nextOf(wrong, inProject));
  return wrong === 0 ? exitCodes.finished : exitCodes.fault;
}

function repositoryFindings(repository: Awaited<ReturnType<Wire["repository"]>>): readonly Finding[] {
  if (!repository)
    return [{ topic: "project", state: "note", text: "this folder is not in a git repository" }];
  const { top, commonDir, branch, head, identity, linked } = repository;
  const place = `${top ?? commonDir}${linked ? ", a linked worktree" : ""}, ${branch ?? "detached head"}`;
  return [
    {
      topic: "project",
      state: head === undefined ? "note" : "fine",
      text: head === undefined ? `${place}, no commit yet; a session starts from one` : place,
    },
    {
      topic: "identity",
      state: identity ? "fine" : "wrong",
      text: identity
        ? `${identity.name} <${identity.email}>`
        : 'git does not know who you are. Type: git config --global user.name "Your Name" && git config --global user.email you@example.com',
    },
  ];
}

function lineOf({ topic, state, text }: Finding): string {
  const [first = "", ...others] = text.split("\n");
  return [`${marks[state]}  ${topic}: ${first}`, ...others.map((line) => indented(line, "      "))].join(
    "\n",
  );
}

function summary(wrong: number, inProject: boolean, unsure: boolean): string {
  if (wrong === 0 && !inProject)
    return "All is well with this machine. Whether a team can work is said in a project.";
  if (wrong === 0 && unsure)
    return "Nothing is wrong. A team can start here, but read the note about its checks first.";
  return wrong === 0
    ? "All is well: a team can work here."
    : `${wrong} ${wrong === 1 ? "thing is" : "things are"} wrong.`;
}

function nextOf(wrong: number, inProject: boolean): NextStep {
  if (wrong > 0) return { command: "huddle doctor", why: "after you have fixed that" };
  return inProject
    ? { command: "huddle status", why: "how things stand here" }
    : { command: "huddle demo", why: "needs no repository of yours" };
}
