import type { Permit, WriteRules } from "../terms/policy.ts";
import { steersAgents } from "./agent-files.ts";
import type { Risk } from "./approval-schema.ts";
import { globs } from "./globs.ts";
import { deniedByName, plainName, runsOutside } from "./guard-names.ts";

/** Whether a path may be written. `permitted`: because this person allowed it for good. */
export type WriteVerdict =
  | { readonly kind: "allowed"; readonly permitted?: true }
  | { readonly kind: "asks"; readonly why: string; readonly risk: Risk }
  | { readonly kind: "denied"; readonly reason: string };

/** What is in force for writing: the project's rules, and what this person permits in this repository. */
export interface InForce {
  readonly write?: WriteRules | undefined;
  readonly permits?: readonly Permit[] | undefined;
}

const allowed: WriteVerdict = { kind: "allowed" };

/**
 * What holds for each path. The project's rules can only narrow what holds without them: they are asked in the order
 * deny, ask, allow. Of two spellings that a file system may take for the same name, the stricter verdict counts: case
 * matters only where a path is let through.
 */
export function writeVerdicts({ write = {}, permits = [] }: InForce): (path: string) => WriteVerdict {
  const isDenied = strict(write.deny);
  const isAsked = strict(write.ask);
  const isAllowed = globs(write.allow ?? []);
  const isPermitted = globs(permits.flatMap(({ kind, match }) => (kind === "path" ? [match] : [])));
  return (path) => {
    const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
    const tidy = segments.join("/");
    const named = deniedByName(segments);
    if (named !== undefined) return { kind: "denied", reason: named };
    if (isDenied(tidy)) return { kind: "denied", reason: deniedWords(tidy) };
    if (write.within !== undefined && !tidy.startsWith(`${write.within}/`))
      return { kind: "denied", reason: elsewhereWords(tidy, write.within) };
    if (steersAgents(segments)) return { kind: "asks", why: agentWords, risk: "high" };
    if (runsOutside(segments)) return { kind: "asks", why: outsideWords, risk: "high" };
    if (isPermitted(tidy)) return { kind: "allowed", permitted: true };
    if (isAsked(tidy)) return { kind: "asks", why: "the project asks first (write.ask)", risk: "raised" };
    if (write.allow && !isAllowed(tidy))
      return { kind: "asks", why: "it is not among the paths of write.allow", risk: "low" };
    return allowed;
  };
}

const agentWords = "it tells agents what to do, also those that a person runs outside the sandbox";
const outsideWords = "it makes programs run outside the sandbox: on a person's machine, or in their CI";

function deniedWords(path: string): string {
  return `${path} is not to be written in this project (write.deny in .huddle/team.json). Do without it, or tell the product manager what you need.`;
}

function elsewhereWords(path: string, folder: string): string {
  return `${path} is not in ${folder}, the folder that this session works in. Do without it, or tell the product manager what you need.`;
}

function strict(patterns: readonly string[] = []): (path: string) => boolean {
  const matches = globs(patterns, { anyCase: true });
  return (path) => matches(path) || matches(path.split("/").map(plainName).join("/"));
}
