import type { Approach, Brief, Findings, Scope, TaskPlan } from "../artifacts.ts";
import type { ArtifactKind } from "../phase.ts";
import { approachText, briefText, findingsText, planText, scopeText } from "./charter.ts";

/** An artifact for people to read, as Markdown. Bodies were validated by the schema of their kind when handed in. */
export function artifactText(kind: ArtifactKind, body: unknown): string {
  switch (kind) {
    case "scope":
      return scopeText(body as Scope);
    case "tasks":
      return planText(body as TaskPlan);
    case "approach":
      return approachText(body as Approach);
    case "findings":
      return findingsText(body as Findings);
    case "brief":
      return briefText(body as Brief);
  }
}
