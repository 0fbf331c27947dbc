import { type CleanItem, clean, planClean } from "../../app/ship/clean.ts";
import { askYesNo } from "../ask-yes-no.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface CleanOptions extends CommonOptions {
  readonly yes?: boolean;
}

const kinds = {
  worktrees: "worktrees",
  dependencies: "dependencies",
  baselines: "results of checks on a base commit",
  temporary: "temporary files",
} as const;

/** `huddle debug clean`: says what no session of this repository needs any more, asks, and removes it. */
export async function debugCleanAct(wire: Wire, options: CleanOptions): Promise<ExitCode> {
  const project = await wire.openProject();
  const storage = await wire.storage(project);
  const items = await planClean(project, storage);
  const status = { command: "huddle status", why: "how things stand here" };
  if (items.length === 0) {
    report(wire, options, { items, removed: [] }, ["There is nothing to remove."], status);
    return exitCodes.finished;
  }
  const lines = [...linesOf(items), `Together ${sizeText(sumOf(items))}.`];
  if (!options.json) wire.output.out(`${lines.join("\n")}\n`);
  if (!(await agreed(wire, options))) {
    const next = { command: "huddle debug clean --yes", why: "removes all this" };
    report(wire, options, { items, removed: [] }, ["Nothing was removed."], next);
    return exitCodes.finished;
  }
  const removed = await clean(project, storage, items);
  report(wire, options, { items, removed }, [`Removed ${sizeText(sumOf(removed))}.`], status);
  return exitCodes.finished;
}

function linesOf(items: readonly CleanItem[]): readonly string[] {
  const blobs = items.filter(({ kind }) => kind === "blob");
  return [
    ...items.flatMap(({ kind, path, bytes, why }) =>
      kind === "blob" ? [] : [`${sizeText(bytes).padStart(8)}  ${kinds[kind]}, ${why}: ${path}`],
    ),
    ...(blobs.length === 0
      ? []
      : [
          `${sizeText(sumOf(blobs)).padStart(8)}  ${blobs.length} side files of sessions that no event names`,
        ]),
  ];
}

function sumOf(items: readonly CleanItem[]): number {
  return items.reduce((sum, { bytes }) => sum + bytes, 0);
}

function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`;
  return bytes < 1_000_000_000 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

async function agreed(wire: Wire, { yes, json }: CleanOptions): Promise<boolean> {
  if (yes) return true;
  if (!wire.terminal.canAsk || json) return false;
  return askYesNo(wire, "Remove all this, with what is not committed in the worktrees?");
}
