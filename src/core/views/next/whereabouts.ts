import type { Trial } from "../../ports/check-run.ts";
import type { NextStep } from "./next-step.ts";

/** Where a person stands in a folder: the first thing that a team lacks there, or what is under way. */
export type Whereabouts =
  /** `isHome`: the folder holds more than one project. */
  | { readonly kind: "no-repository"; readonly folder: string; readonly isHome: boolean }
  | { readonly kind: "no-checkout"; readonly folder: string }
  | { readonly kind: "no-identity" }
  /** What a first commit would hold, and what of it looks like a secret. */
  | { readonly kind: "no-commit"; readonly files: readonly string[]; readonly secrets: readonly string[] }
  | { readonly kind: "no-team-file"; readonly root: string }
  | { readonly kind: "no-model"; readonly why: string }
  /** Nobody has tried yet what these command lines of the team file do here. */
  | { readonly kind: "checks-untried"; readonly runs: readonly string[] }
  | { readonly kind: "checks-red"; readonly trial: Trial }
  /** `last`: the newest session, which is over. `groomings`: talks that can be taken up, newest first. */
  | {
      readonly kind: "nothing-open";
      readonly root: string;
      readonly last?: string;
      readonly groomings: readonly string[];
    }
  | { readonly kind: "open"; readonly session: string; readonly next: NextStep }
  | { readonly kind: "needs-you"; readonly session: string; readonly next: NextStep };

/** A line that Huddle types for a person who wants the next step. */
export type CommandLine =
  | { readonly kind: "huddle"; readonly args: readonly string[] }
  /** For the shell: commands of git. */
  | { readonly kind: "shell"; readonly line: string };
