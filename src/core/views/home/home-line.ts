import { parseLead } from "../next/parse-lead.ts";
import type { Whereabouts } from "../next/whereabouts.ts";
import type { Want } from "../screen/want.ts";

/** What a line on Home begins. */
export const kinds = ["iteration", "small work", "grooming"] as const;
export type Kind = (typeof kinds)[number];

export const kindWords: Readonly<Record<Kind, string>> = {
  iteration: "What should be built?",
  "small work": "What is to be done, by one engineer and without a talk?",
  grooming: "What should the team explore?",
};

/** Whether new work can begin here. A session can be opened before there is a model; it needs one to be run. */
export function beginning(at: Whereabouts | undefined): boolean {
  switch (at?.kind) {
    case "nothing-open":
    case "open":
    case "needs-you":
    case "no-team-file":
    case "no-model":
    case "model-away":
    case "checks-untried":
    case "checks-red":
      return true;
    default:
      return false;
  }
}

/** What a typed line does. */
export function afterLine(
  at: Whereabouts | undefined,
  text: string,
  kind: Kind,
): { readonly want: Want } | { readonly unclear: string } {
  const title = text.trim();
  if (title === "") return { unclear: "Type it in a line, or press Esc." };
  if (at && !beginning(at)) {
    const said = parseLead(at, title);
    if (said.kind === "shell") return { want: said };
    if (said.kind === "huddle") return { want: { kind: "command", args: said.args } };
    return { unclear: said.kind === "unclear" ? said.hint : "Press Esc." };
  }
  return { want: { kind: "begin", what: kind, title } };
}
