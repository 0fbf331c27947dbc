import { z } from "zod";
import type { ArtifactOf } from "../terms/artifacts.ts";
import type { ArtifactKind } from "../terms/phase.ts";
import { phaseSchema } from "../terms/phase-schema.ts";
import { event } from "./event-schema.ts";

/** The schema of `artifact.submitted`: a union by kind, as artifacts are. */
export const artifactSubmittedSchema = z.discriminatedUnion("kind", [
  submitted("scope"),
  submitted("tasks"),
  submitted("approach"),
  submitted("findings"),
  submitted("brief"),
  submitted("agreement"),
]);

/**
 * The body fits the schema of its kind: the tool or the edit that it comes from checked it. Only its type is taken from
 * there, so an old log still counts when that schema is tightened.
 */
function submitted<const K extends ArtifactKind>(kind: K) {
  return event("artifact.submitted", {
    kind: z.literal(kind),
    phase: phaseSchema,
    visit: z.int().positive(),
    version: z.int().positive(),
    body: z.custom<ArtifactOf<K>["body"]>(),
  });
}
