import type { Instructions } from "../ports/prompts.ts";
import type { Decision, Deferred } from "../state/session.ts";
import type { State } from "../state/state.ts";
import { tasksInOrder } from "../state/tasks-in-order.ts";
import type { Brief } from "../terms/artifacts.ts";
import { toArray } from "../text/appended.ts";
import {
  approachText,
  briefBody,
  findingsText,
  planText,
  scopeText,
} from "../views/documents/artifact-text.ts";
import { instructionsText } from "./instructions.ts";
import { decisionText, inForce } from "./transcript-line.ts";

/** The part of a request that is the same for everybody: rules, the project's own instructions, what was agreed. */
export function systemText(
  rules: readonly string[],
  instructions: Instructions | undefined,
  state: State,
): string {
  const parts = [...rules.map((text) => text.trim()), instructionsText(instructions), basisText(state)];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** What a phase or a task starts from: the brief, the artifacts of earlier phases, the decisions. No chatter. */
export function basisText(state: State): string {
  const { brief, scope, approach, findings } = state.artifacts;
  const plans = tasksInOrder(state).map((task) => task.plan);
  const parts = [
    `# The brief\n${state.session.title}\n${state.session.brief}`,
    brief?.settled?.verdict === "accepted" ? cameTo(brief.body) : "",
    scope?.settled?.verdict === "accepted" ? scopeText(scope.body) : "",
    plans.length > 0 ? planText({ tasks: plans }, state) : "",
    approach?.settled?.verdict === "accepted" ? approachText(approach.body) : "",
    findings?.settled?.verdict === "accepted" ? findingsText(findings.body) : "",
    decisionsText(toArray(state.ledger)),
    deferredText(toArray(state.deferred)),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** An exploration that is taken up again begins with what it has come to. */
function cameTo(brief: Brief): string {
  return ["# What this exploration has come to so far", brief.title, briefBody(brief)].join("\n");
}

function deferredText(points: readonly Deferred[]): string {
  if (points.length === 0) return "";
  return ["# Put off", ...points.map(({ topic, why }) => `- ${topic}: ${why}`)].join("\n");
}

function decisionsText(decisions: readonly Decision[]): string {
  if (decisions.length === 0) return "";
  return ["# Decisions", ...inForce(decisions).map((one) => `- ${one.id}: ${decisionText(one)}`)].join("\n");
}
