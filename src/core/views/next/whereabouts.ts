import type { Trial } from "../../ports/check-run.ts";
import type { ReachTrouble } from "../choice/reached-words.ts";
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
  /** Models are set, and their providers cannot be asked now. `isAway`: one gives no answer, which may change by itself. */
  | { readonly kind: "model-away"; readonly troubles: readonly ReachTrouble[]; readonly isAway: boolean }
  /** Nobody has tried yet what these command lines of the team file do here. */
  | { readonly kind: "checks-untried"; readonly runs: readonly string[] }
  | { readonly kind: "checks-red"; readonly trial: Trial }
  /**
   * `last`: the newest session, which is over. `groomings`: talks that can be taken up, newest first. `unseen`: what no
   * commit holds, so that a team does not see it.
   */
  | {
      readonly kind: "nothing-open";
      readonly root: string;
      readonly last?: string;
      readonly groomings: readonly string[];
      readonly unseen: readonly string[];
    }
  | { readonly kind: "open"; readonly session: string; readonly next: NextStep }
  | { readonly kind: "needs-you"; readonly session: string; readonly next: NextStep };

/** What Enter does. `again`: looks once more. */
export type Taken = CommandLine | { readonly kind: "again" };

/** A line that Huddle types for a person who wants the next step. */
export type CommandLine =
  | { readonly kind: "huddle"; readonly args: readonly string[] }
  /** For the shell: commands of git. */
  | { readonly kind: "shell"; readonly line: string };
