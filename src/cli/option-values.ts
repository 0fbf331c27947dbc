import { InvalidArgumentError } from "commander";
import { isBranchName } from "../app/ship/branch-name.ts";
import { type ArtifactKind, artifactKinds } from "../core/terms/phase.ts";
import { shellWord } from "../core/text/quoted.ts";
import { oneLine } from "../core/views/plain-text.ts";
import type { ShipWay } from "./options.ts";

export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    if (!/^\d{1,15}$/.test(text) || Number(text) < least)
      throw new InvalidArgumentError(`It must be a whole number, at least ${least}.`);
    return Number(text);
  };
}

export function numberFrom(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (text.trim() === "" || !Number.isFinite(number) || number < least)
      throw new InvalidArgumentError(`It must be a number, at least ${least}.`);
    return number;
  };
}

/** `90s`, `30m`, `1h` or `0`, in milliseconds. */
export function duration(text: string): number {
  const [, count, unit] = /^(\d{1,6})(s|m|h)?$/.exec(text.trim()) ?? [];
  if (count === undefined || (unit === undefined && Number(count) !== 0))
    throw new InvalidArgumentError("It must be a time such as 90s, 30m or 1h, or 0.");
  const unitMs = unit === "h" ? 3_600_000 : unit === "m" ? 60_000 : 1_000;
  return Number(count) * unitMs;
}

const shipWays = ["branch", "onto", "squash", "patch", "pr"] as const;

/** `squash`, or with a branch or a file: `onto=main`, `patch=../work.patch`. */
export function shipWay(text: string): ShipWay {
  const [, name, , target] = /^([^=]*)(=(.*))?$/s.exec(text) ?? [];
  const how = shipWays.find((one) => one === name);
  if (how === undefined)
    throw new InvalidArgumentError(
      `It must be branch, onto, squash, pr or patch=<file>; the first four also with =<branch>.${newWork(text)}`,
    );
  if (target === undefined && how === "patch")
    throw new InvalidArgumentError("Name the file of the patch, such as patch=../work.patch.");
  if (target === "" || (target !== undefined && how !== "patch" && !isBranchName(target)))
    throw new InvalidArgumentError(
      `"${target}" is not the name of a ${how === "patch" ? "file" : "branch"}.`,
    );
  return { how, ...(target !== undefined && { target }) };
}

/** What to type for somebody who meant the words behind --ship as what to do. */
function newWork(text: string): string {
  return text.trim() === "" ? "" : ` For new work, type: huddle do ${shellWord(oneLine(text))} --ship`;
}

/** `5`, `0.50` or `$5`, as millionths of a dollar, or `none`. */
export function budgetAmount(text: string): number | "none" {
  if (text.trim().toLowerCase() === "none") return "none";
  const found = /^\$?(\d{1,9}(?:\.\d{1,6})?)$/.exec(text.trim())?.[1];
  if (found === undefined)
    throw new InvalidArgumentError("It must be an amount in dollars, such as 5 or 0.50, or none.");
  return Math.round(Number(found) * 1_000_000);
}

/** Collects an option that may be given several times, or once with commas. */
export function collected(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(",").filter((part) => part !== "")];
}

/** The names of the artifacts on the command line. */
export const artifactNames = ["scope", "tasks", "approach", "review", "brief", "agreement"] as const;

/** The shells that Huddle has completion for. */
export const shells = ["bash", "zsh", "fish"] as const;

/** The artifact with this name. Also accepts our own names and "plan". */
export function artifactNamed(name: string | undefined): ArtifactKind | undefined {
  const meant: Readonly<Record<string, ArtifactKind>> = { plan: "tasks", review: "findings" };
  return artifactKinds.find((kind) => kind === (meant[name ?? ""] ?? name));
}
