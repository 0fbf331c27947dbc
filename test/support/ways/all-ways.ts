import { buildingWays } from "./building.ts";
import { landingWays } from "./landing.ts";
import { personWays } from "./person.ts";
import { planningWays } from "./planning.ts";
import type { Way } from "./way.ts";

/** At least one for each move of the table of `src/core/terms/task-machine.ts`, and for what a person does meanwhile. */
export const allWays: readonly Way[] = [...planningWays, ...buildingWays, ...landingWays, ...personWays];
