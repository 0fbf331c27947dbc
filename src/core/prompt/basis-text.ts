import type { Instructions } from "../ports/prompts.ts";
import type { Decision, Deferred } from "../state/session.ts";
import type { State } from "../state/state.ts";
import { tasksInOrder } from "../state/tasks-in-order.ts";
import type { Brief } from "../terms/artifacts.ts";
import { allPhases } from "../terms/phase.ts";
import { toArray } from "../text/appended.ts";
import { oneLine } from "../text/one-line.ts";
import { hanging, quoted } from "../text/quoted.ts";
import {
  approachLines,
  briefBody,
  findingsText,
  planText,
  scopeText,
} from "../views/documents/artifact-text.ts";
import { instructionsText } from "./instructions.ts";
import { decisionText, inForce } from "./transcript-line.ts";

/** The part of a request that is the same for all members: rules, the project's instructions, what was agreed. */
export function systemText(
  rules: readonly string[],
  instructions: Instructions | undefined,
  state: State,
  basis = basisText(state),
): string {
  const parts = [...rules.map((text) => text.trim()), instructionsText(instructions), basis];
  return parts.filter((part) => part !== "").join("\n\n");
}

/**
 * What a phase or a task starts from: the brief, the artifacts of earlier phases, the decisions. No talk. Only what the
 * harness writes stands at the margin, so no text in it can look like a part of its own.
 */
export function basisText(state: State): string {
  const { brief, scope, findings } = state.accepted;
  const plans = tasksInOrder(state).map((task) => task.plan);
  const scoped = scope ? scopeText(scope.body) : "";
  const planned = plans.length > 0 ? planText({ tasks: plans }, state) : "";
  // A list of what a task carries out holds no words of it.
  const worded = planText({ tasks: plans.map(({ decisions: _, ...plan }) => plan) }, state);
  const parts = [
    briefText(state),
    brief ? cameTo(brief.body) : "",
    scoped,
    planned,
    findings ? findingsText(findings.body) : "",
    closingsText(state),
    decisionsText(toArray(state.ledger), `${scoped}\n${worded}`),
    deferredText(toArray(state.deferred)),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/**
 * The same for those who build and review: decisions without their history, and none whose words the scope has already.
 * Of the plan it has the outline; a task's own part opens its thread.
 */
export function buildingBasis(state: State): string {
  const { scope, findings } = state.accepted;
  const scoped = scope ? scopeText(scope.body) : "";
  const parts = [
    briefText(state),
    scoped,
    outlineText(state),
    findings ? findingsText(findings.body) : "",
    agreedText(toArray(state.ledger), scoped),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function briefText({ session: { title, brief } }: State): string {
  return `# The brief\n${quoted(`${oneLine(title)}\n${brief}`)}`;
}

/**
 * What the others build, as far as it concerns a neighbour: title, files and agreed interfaces. Not who has a task and how
 * far it is: that changes while the team builds, and all authors share these bytes.
 */
function outlineText(state: State): string {
  const tasks = tasksInOrder(state);
  if (tasks.length < 2) return "";
  const lines = tasks.map(({ plan }) => {
    const where = plan.files.length > 0 ? ` (${plan.files.map(oneLine).join(", ")})` : "";
    const [, ...interfaces] = approachLines(plan, state);
    return [
      `- ${plan.id}: ${oneLine(plan.title)}${where}`,
      ...interfaces.map((line) => `  - ${hanging(line)}`),
    ].join("\n");
  });
  return ["# Tasks", ...lines].join("\n");
}

function agreedText(decisions: readonly Decision[], scope: string): string {
  const known = ` ${plainly(scope)} `;
  const lines = inForce(decisions).flatMap(({ id, topic, decision }) => {
    const said = plainly(decision);
    const isSaid = said.split(" ").length >= fewestWords && known.includes(` ${said} `);
    // An id in the scope alone says nothing to a builder, who has no other place to look it up.
    if (isSaid && new RegExp(`\\b${id}\\b`).test(scope)) return [];
    return [`- ${id} ${oneLine(topic)}: ${isSaid ? "as the scope says" : oneLine(decision)}`];
  });
  return lines.length === 0 ? "" : ["# Decisions", ...lines].join("\n");
}

/** Fewer words may stand in a scope by chance. */
const fewestWords = 4;

/** Words alone, so that the same sentence is found in other clothes. Signs that may change what it says are kept. */
function plainly(text: string): string {
  return text
    .toLowerCase()
    .replace(/[`*_"'“”‘’«»()]|[.,;:!?](?=\s|$)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** An exploration that continues starts with its results so far. */
function cameTo(brief: Brief): string {
  return ["# What this exploration has come to so far", quoted(`${brief.title}\n${briefBody(brief)}`)].join(
    "\n",
  );
}

/** The shortest account of a phase: what it came to, and why. */
function closingsText({ closings }: State): string {
  const lines = allPhases.flatMap((phase) => {
    const said = closings[phase];
    return said === undefined ? [] : [`- ${phase}: ${hanging(said)}`];
  });
  return lines.length === 0 ? "" : ["# How the coach closed earlier phases", ...lines].join("\n");
}

function deferredText(points: readonly Deferred[]): string {
  if (points.length === 0) return "";
  return ["# Put off", ...points.map(({ topic, why }) => `- ${oneLine(topic)}: ${oneLine(why)}`)].join("\n");
}

/**
 * What an artifact says with the id of the decision behind it was accepted in those words, and is told there alone. Of
 * the others, only names that bind or contradict are told: the product manager's, and who was against it.
 */
function decisionsText(decisions: readonly Decision[], told: string): string {
  const isTold = ({ id }: Decision) => new RegExp(`\\b${id}\\b`).test(told);
  const untold = inForce(decisions).filter((one) => !isTold(one));
  if (untold.length === 0) return "";
  return ["# Decisions", ...untold.map((one) => `- ${one.id} ${decisionText(one)}${weight(one)}`)].join("\n");
}

function weight({ proposed, agreed, dissents, cites }: Decision): string {
  const isPersons = [proposed, ...agreed].includes("human");
  const parts = [
    ...(isPersons ? [`product manager${cites === undefined ? "" : `, ${cites}`}`] : []),
    ...(dissents.length > 0 ? [`against: ${dissents.map(personOr).join(", ")}`] : []),
  ];
  return parts.length === 0 ? "" : ` (${parts.join("; ")})`;
}

const personOr = (name: string) => (name === "human" ? "product manager" : oneLine(name));
