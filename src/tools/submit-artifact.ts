import {
  type ArtifactBody,
  approachSchema,
  artifactFaults,
  findingsSchema,
  type Scope,
  scopeSchema,
  type TaskPlan,
  tasksSchema,
} from "../core/artifacts.ts";
import type { ArtifactKind } from "../core/phase.ts";
import type { State } from "../core/state.ts";
import { defineTerminal, type TerminalTool } from "../core/tool.ts";

/** The tool that hands over a phase's artifact; one per kind, so that the model sees exactly the schema it must fill. */
export function submitArtifact(kind: ArtifactKind): TerminalTool<ArtifactBody> {
  return tools[kind];
}

const tools: Record<ArtifactKind, TerminalTool<ArtifactBody>> = {
  scope: defineTerminal({
    ...common("scope", "the scope: requirements with ids and acceptance criteria"),
    input: scopeSchema,
    result: (body): ArtifactBody => body,
  }),
  tasks: defineTerminal({
    ...common("tasks", "the tasks, with what each depends on"),
    input: tasksSchema,
    result: (body): ArtifactBody => body,
  }),
  approach: defineTerminal({
    ...common("approach", "the agreed approach and interfaces of every task"),
    input: approachSchema,
    result: (body): ArtifactBody => body,
  }),
  findings: defineTerminal({
    ...common("findings", "what the review of the whole found"),
    input: findingsSchema,
    result: (body): ArtifactBody => body,
  }),
};

function common(kind: ArtifactKind, what: string) {
  return {
    name: `submit_${kind}`,
    summary: `Hand over ${what}. Only for whoever is asked to write it.`,
    effect: "ends" as const,
    check: (body: ArtifactBody, at: State) => artifactFaults(kind, body, basisOf(at)),
  };
}

/** Bodies were validated by the schema of their kind when they were handed in. */
function basisOf(at: State): { scope?: Scope; plan?: TaskPlan } {
  const { scope, tasks: plan } = at.artifacts;
  return { ...(scope && { scope: scope.body as Scope }), ...(plan && { plan: plan.body as TaskPlan }) };
}
