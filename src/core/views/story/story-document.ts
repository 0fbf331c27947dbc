import type { ArtifactEvent } from "../../facts/chapters.ts";
import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import { approachWords } from "../../rules/artifact-changes.ts";
import { findingText } from "../../state/finding-text.ts";
import type { State } from "../../state/state.ts";
import type { Approach, Brief, Scope, TaskPlan } from "../../terms/artifacts.ts";
import { partsOf } from "../../terms/meeting/agreement.ts";
import { artifactName } from "../../terms/phase.ts";
import { needsYes } from "../../terms/policy.ts";
import { layersOf } from "../../terms/task-graph.ts";
import { changedSince } from "../documents/changed-since.ts";
import { drawnTasks } from "../plan/plan-graph.ts";
import { sharedFiles } from "../plan/shared-files.ts";
import { type Around, type StoryLine, storyLine } from "./story-line.ts";

/** The result of a phase, and whether a person or the pace accepted it. */
export function artifactStory(fact: Fact, event: ArtifactEvent, around: Around): readonly StoryLine[] {
  return event.type === "artifact.submitted"
    ? documentLine(fact, event, around.after)
    : settledLine(fact, event, around.before);
}

function documentLine(fact: Fact, event: EventOf<"artifact.submitted">, after: State): readonly StoryLine[] {
  const version = event.version > 1 ? ` (version ${event.version})` : "";
  // A person's own version is accepted in the same append.
  const waits = fact.actor !== "human" && needsYes(after.session.policy.pace, event.kind);
  const artifact = { kind: event.kind, waits };
  const submitted = after.artifacts[event.kind];
  const changes = submitted?.seq === fact.seq ? changedSince(submitted) : [];
  const line = (text: string, { rows = [], ...more }: Partial<Pick<StoryLine, "rows" | "graph">>) => [
    storyLine(fact, "document", `${text}${version}`, { artifact, rows: [...rows, ...changes], ...more }),
  ];
  switch (event.kind) {
    case "scope":
      return line(`The scope: ${event.body.summary}`, { rows: scopeRows(event.body) });
    case "tasks": {
      const { tasks } = event.body;
      const layers = layersOf(tasks).length;
      return line(`The plan: ${counted(tasks.length, "task")} in ${counted(layers, "layer")}`, {
        graph: drawnTasks(event.body, after),
        rows: [...(waits ? planRows(event.body) : []), ...sharedFiles(event.body, after)],
      });
    }
    case "approach":
      return line("The approach", {
        rows: event.body.tasks.flatMap((task) => [
          `${task.id}  ${approachWords(task)}`,
          ...(waits ? interfaceRows(event.body, task.id) : []),
        ]),
      });
    case "findings": {
      const { summary, findings } = event.body;
      return line(`The review: ${summary}`, { rows: findings.map(findingText) });
    }
    case "agreement": {
      const [scope, { body: plan }, { body: agreed }] = partsOf(event.body);
      const shape = `${counted(plan.tasks.length, "task")} in ${counted(layersOf(plan.tasks).length, "layer")}`;
      return line(`The agreement, ${shape}: ${scope.body.summary}`, {
        graph: drawnTasks(plan, after),
        rows: [
          ...scopeRows(scope.body),
          ...(waits ? planRows(plan, agreed) : []),
          ...sharedFiles(plan, after),
        ],
      });
    }
    case "brief":
      return line(`The brief: ${event.body.title}`, { rows: briefRows(event.body) });
  }
}

/** The words of a person who sends something back follow in a separate message. */
function settledLine(fact: Fact, event: EventOf<"artifact.settled">, before: State): readonly StoryLine[] {
  const artifact = Object.values(before.artifacts).find((one) => one.id === event.artifact);
  const name = artifact ? artifactName(artifact.kind) : "document";
  if (event.verdict === "returned") return [storyLine(fact, "returned", `the ${name} goes back`)];
  return fact.actor === "human"
    ? [storyLine(fact, "accepted", `the ${name} is accepted`)]
    : [storyLine(fact, "note", `the ${name} stands without asking (pace: ${before.session.policy.pace})`)];
}

function scopeRows(scope: Scope): readonly string[] {
  return [
    ...scope.requirements.flatMap(({ id, text, accepted }) => [
      `${id}  ${text}`,
      ...accepted.map((example) => `    - ${example}`),
    ]),
    ...scope.openQuestions.map((text) => `open: ${text}`),
    ...scope.assumptions.map((text) => `assumed: ${text}`),
    ...scope.outOfScope.map((text) => `out of scope: ${text}`),
  ];
}

/** What a person says yes to beside the graph: everything that the plan says of each task. */
function planRows({ tasks }: TaskPlan, agreed?: Approach): readonly string[] {
  return tasks.flatMap(({ id, title, requirements, approach, avoid, done, checks, decisions, files }) => [
    `${id}  ${title}`,
    ...(requirements.length > 0 ? [`    - meets: ${requirements.join(", ")}`] : []),
    `    - how: ${approach}`,
    ...(agreed ? interfaceRows(agreed, id) : []),
    ...avoid.map((text) => `    - not: ${text}`),
    ...done.map((text) => `    - done when: ${text}`),
    ...(checks ?? []).map((text) => `    - shown by: ${text}`),
    ...(decisions?.length ? [`    - decisions: ${decisions.join(", ")}`] : []),
    ...(files.length > 0 ? [`    - files: ${files.join(", ")}`] : []),
  ]);
}

function interfaceRows({ tasks }: Approach, task: string): readonly string[] {
  return tasks
    .filter(({ id }) => id === task)
    .flatMap(({ interfaces }) => interfaces.map((text) => `    - interface: ${text}`));
}

function briefRows({ brief, findings, openQuestions, outOfScope }: Brief): readonly string[] {
  return [
    ...brief.split("\n"),
    ...findings.map((text) => `found out: ${text}`),
    ...openQuestions.map((text) => `open: ${text}`),
    ...outOfScope.map((text) => `out of scope: ${text}`),
  ];
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
