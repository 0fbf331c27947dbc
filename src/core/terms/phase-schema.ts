import { z } from "zod";
import { allPhases, artifactKinds } from "./phase.ts";

export const phaseSchema = z.enum(allPhases);
export const artifactKindSchema = z.enum(artifactKinds);
