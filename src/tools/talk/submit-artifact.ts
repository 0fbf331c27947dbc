import { z } from "zod";
import { utf8Length } from "../../core/prompt/fit/measure-request.ts";
import { basisOf } from "../../core/rules/artifact-basis.ts";
import type { State } from "../../core/state/state.ts";
import {
  type Artifact,
  type ArtifactOf,
  agreementSchema,
  approachSchema,
  artifactFaults,
  briefSchema,
  findingsSchema,
  scopeSchema,
  tasksSchema,
} from "../../core/terms/artifacts.ts";
import type { ArtifactKind } from "../../core/terms/phase.ts";
import { defineTerminal, specOf, type TerminalTool } from "../../core/work/tool.ts";
import { renamedIn } from "../renamed.ts";
import { findingFaults } from "./finding-faults.ts";

/**
 * The tool that hands over a phase's artifact; one per kind, so that the model sees exactly the schema it must fill.
 * `lacks`: what is missing by the schema of a project that asks for more than ours does.
 */
export function submitArtifact(
  kind: ArtifactKind,
  lacks: (input: unknown) => readonly string[] = () => [],
): TerminalTool<HandedIn> {
  return { ...tools[kind], fits: (input) => [...sizeFaults(input), ...lacks(input)] };
}

/** What a writer hands in: the artifact, or why the talk was too short for one. */
export type HandedIn = Artifact | { readonly kind: "widened"; readonly why: string };

/** Every later request carries the artifact, so its size has a limit. */
const mostBytes = 64 * 1024;

function sizeFaults(input: unknown): readonly string[] {
  const bytes = utf8Length(JSON.stringify(input) ?? "");
  if (bytes <= mostBytes) return [];
  return [
    `input: ${bytes} bytes of JSON are too many, at most ${mostBytes} fit. Keep what somebody who was not here needs, in fewer and shorter entries`,
  ];
}

/** What ships as `prompts/<kind>.schema.json`. */
export function artifactJsonSchema(kind: ArtifactKind): unknown {
  return specOf(submitArtifact(kind)).schema;
}

const agreementCommon = common("agreement", "scope and plan");

const agreement = defineTerminal({
  ...agreementCommon,
  input: agreementSchema.partial().extend({
    widen: z.string().min(1).max(300).optional().describe("alone: why the team must talk longer"),
  }),
  tidy: (input) => renamedIn(input, "tasks", { task: "id" }),
  result: ({ scope, tasks, widen = "" }): HandedIn | undefined => {
    if (widen.trim() !== "") return { kind: "widened", why: widen.trim() };
    return scope && tasks && { kind: "agreement", body: { scope, tasks } };
  },
  check: (handed, at) => {
    if (!handed) return ["Give `scope` and `tasks`, or `widen` alone."];
    return handed.kind === "agreement" ? agreementCommon.check(handed, at) : [];
  },
  // The check lets nothing pass without a value.
}) as TerminalTool<HandedIn>;

const tools: { readonly [K in Exclude<ArtifactKind, "agreement">]: TerminalTool<ArtifactOf<K>> } & {
  readonly agreement: TerminalTool<HandedIn>;
} = {
  agreement,
  scope: defineTerminal({
    ...common("scope", "the scope: requirements with ids and acceptance criteria"),
    input: scopeSchema,
    result: (body) => ({ kind: "scope", body }),
  }),
  tasks: defineTerminal({
    ...common("tasks", "the tasks, with what each depends on"),
    input: tasksSchema,
    tidy: (input) => renamedIn(input, "tasks", { task: "id" }),
    result: (body) => ({ kind: "tasks", body }),
  }),
  approach: defineTerminal({
    ...common("approach", "the agreed approach and interfaces of every task"),
    input: approachSchema,
    tidy: (input) => renamedIn(input, "tasks", { task: "id" }),
    result: (body) => ({ kind: "approach", body }),
  }),
  findings: defineTerminal({
    ...common("findings", "what the review of the whole found"),
    input: findingsSchema,
    result: (body) => ({ kind: "findings", body }),
    verify: async ({ body }, { files }) => (files ? findingFaults(body, files) : []),
  }),
  brief: defineTerminal({
    ...common("brief", "the brief that an iteration could start from"),
    input: briefSchema,
    result: (body) => ({ kind: "brief", body }),
  }),
};

function common<K extends ArtifactKind>(kind: K, what: string) {
  return {
    name: `submit_${kind}`,
    summary: `Hand over ${what}, as the coach or when you are asked.`,
    effect: "ends" as const,
    claims: true as const,
    check: (artifact: ArtifactOf<K>, at: State) => artifactFaults(artifact, basisOf(at)),
  };
}
