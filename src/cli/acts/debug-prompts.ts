import { Fault } from "../../core/fault.ts";
import { type PromptFile, type PromptSet, promptVariables } from "../../core/terms/prompt-files.ts";
import { stripControl } from "../../core/text/strip-control.ts";
import { lineDiff } from "../../core/views/line-diff.ts";
import type { NextStep } from "../../core/views/next/next-step.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle debug prompts [name]`: the prompts that models get, and which of them this project has changed. */
export async function debugPromptsAct(
  wire: Wire,
  name: string | undefined,
  options: CommonOptions,
): Promise<ExitCode> {
  const set = await (await wire.openProject()).promptFiles();
  if (name === undefined) list(wire, options, set);
  else one(wire, options, set, name);
  return set.faults.length === 0 ? exitCodes.finished : exitCodes.fault;
}

function list(wire: Wire, options: CommonOptions, set: PromptSet): void {
  const prompts = set.files.map((file) => ({ ...summaryOf(file), shipped: bytesOf(file.shipped) }));
  const changed = prompts.filter((file) => file.changed);
  const width = Math.max(...prompts.map(({ name }) => name.length));
  const lines = prompts.map(({ name, bytes, path, shipped }) => {
    const place = path === undefined ? "ships" : `changed: ${path}, instead of ${shipped} bytes`;
    return `  ${name.padEnd(width)}  ${String(bytes).padStart(5)} bytes  ${place}`;
  });
  const count = `${prompts.length} prompts, ${changed.length} changed by this project`;
  const [first] = changed;
  const next: NextStep = first
    ? { command: `huddle debug prompts ${first.name}`, why: "what is different there" }
    : { command: "huddle debug prompts coach.md", why: "prints one of them" };
  report(wire, options, { prompts, faults: set.faults }, [count, ...lines, ...faultLines(set)], next);
}

function one(wire: Wire, options: CommonOptions, set: PromptSet, name: string): void {
  const file = set.files.find((each) => each.name === name);
  if (!file)
    throw new Fault("usage", `There is no prompt ${stripControl(name)}. All names: huddle debug prompts`);
  const { own, shipped } = file;
  const document = {
    ...summaryOf(file),
    text: own?.text ?? shipped,
    ...(own && { shipped }),
    faults: set.faults,
  };
  const lines = own
    ? [`--- ${name}, as it ships`, `+++ ${own.path}`, ...lineDiff(shipped, own.text)]
    : [shipped.trimEnd()];
  const hint = own
    ? `To go back, delete ${own.path}.`
    : `To change it, put a file of this name in .huddle/prompts of your project.`;
  const told = [...lines.map(stripControl), "", hint, ...faultLines(set)];
  report(wire, options, document, told, { command: "huddle debug prompts", why: "all of them" });
}

function summaryOf({ name, shipped, own }: PromptFile) {
  return {
    name,
    changed: own !== undefined,
    bytes: bytesOf(own?.text ?? shipped),
    variables: promptVariables[name] ?? [],
    ...(own && { path: own.path }),
  };
}

function faultLines({ faults }: PromptSet): readonly string[] {
  return faults.map((fault) => `BAD  ${stripControl(fault)}`);
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
