import { resolve } from "node:path";
import type { ShipWish } from "../../app/ship/plan-ship.ts";
import { Fault } from "../../core/fault.ts";
import type { ShipDefault } from "../../core/ports/team.ts";
import type { CommonOptions } from "../options.ts";

export interface ShipOptions extends CommonOptions {
  readonly branch?: string | true;
  readonly onto?: string;
  readonly squash?: boolean;
  readonly patch?: string;
  readonly pr?: boolean;
  readonly partial?: boolean;
  readonly undo?: boolean;
  readonly message?: string;
  readonly yes?: boolean;
}

/** What the options ask for. Where they do not say how, the project's team file does; else it is a new branch. */
export function shipWish(
  options: ShipOptions,
  {
    cwd,
    byDefault,
    from,
  }: { readonly cwd: string; readonly byDefault?: ShipDefault | undefined; readonly from: string },
): ShipWish {
  refuseBoth(options);
  const { branch, onto, squash, patch, pr, message, partial } = options;
  const more = { message, isPartial: partial };
  if (patch !== undefined) return { how: "patch", onto: resolve(cwd, patch), ...more };
  const named = onto ?? (typeof branch === "string" ? branch : undefined);
  const isOpen = branch === undefined && onto === undefined && !squash && !pr;
  if (pr || (isOpen && byDefault === "pr")) return { how: "pr", onto: named, ...more };
  if (squash || (branch === undefined && byDefault === "squash"))
    return { how: "squash", onto: named, ...more };
  if (isOpen && byDefault === "onto") return { how: "fast-forward", onto: from, ...more };
  return { how: onto === undefined ? "branch" : "fast-forward", onto: named, ...more };
}

const exclusive = ["branch", "onto", "patch", "pr"] as const;

function refuseBoth(options: ShipOptions): void {
  const given = exclusive.filter((name) => options[name] !== undefined && options[name] !== false);
  const both = given.filter((name) => !(name === "branch" && given.includes("pr")));
  const [first, second] = both;
  if (first && second) throw wrong(`--${first} and --${second} are two ways to ship. Choose one of them.`);
  if (options.squash && (options.patch !== undefined || options.pr))
    throw wrong(`--squash goes with --branch or --onto, not with --${options.pr ? "pr" : "patch"}.`);
  if (
    options.undo &&
    (given.length > 0 || options.squash || options.partial || options.message !== undefined)
  )
    throw wrong("--undo takes back what was shipped last, so it goes with --yes and --json alone.");
}

function wrong(words: string): Fault {
  return new Fault("usage", words);
}
