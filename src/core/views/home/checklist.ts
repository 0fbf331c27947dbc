import type { Whereabouts } from "../next/whereabouts.ts";

/** One step from an empty folder to a team at work. */
export interface ReadyStep {
  readonly what: string;
  readonly state: "done" | "next" | "later";
}

/** In the order in which they are looked for: where one is missing, those before it are done. */
const steps = [
  "A git repository",
  "git knows who you are",
  "A first commit",
  "A team file",
  "A model",
  "Set-up and checks, tried",
  "What should be built",
] as const;

const places: { readonly [K in Whereabouts["kind"]]: (typeof steps)[number] | undefined } = {
  "no-repository": "A git repository",
  "no-checkout": "A git repository",
  "no-identity": "git knows who you are",
  "no-commit": "A first commit",
  "no-team-file": "A team file",
  "no-model": "A model",
  "model-away": "A model",
  "checks-untried": "Set-up and checks, tried",
  "checks-red": "Set-up and checks, tried",
  "nothing-open": "What should be built",
  open: undefined,
  "needs-you": undefined,
};

/**
 * The steps of the first hour, all at once. Empty: the first hour is over, because a session is open or was. After that
 * a project may lack what comes early here, so nothing is said about the steps before.
 */
export function checklistOf(at: Whereabouts, hasSessions: boolean): readonly ReadyStep[] {
  const place = places[at.kind];
  if (place === undefined || hasSessions) return [];
  const next = steps.indexOf(place);
  return steps.map((what, index) => ({
    what,
    state: index < next ? "done" : index === next ? "next" : "later",
  }));
}
