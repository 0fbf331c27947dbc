import type { Team } from "../../core/ports/team.ts";
import type { Session } from "../../core/state/session.ts";
import { type FileSettings, isWithoutTalk, type Seat, type SessionPurpose } from "../../core/terms/policy.ts";
import type { Project } from "../project.ts";
import { unpriced } from "./set-budget.ts";

/** What the files say for these members in a session of this purpose. */
export function fileSettings(
  { policy, modelOf, budgetFor }: Team,
  seats: readonly Pick<Seat, "id" | "role">[],
  { purpose, price }: { readonly purpose: SessionPurpose; readonly price: Project["price"] },
): FileSettings {
  const models = seats.map((seat) => ({ id: seat.id, ...modelOf(seat) }));
  const { caps } = budgetFor(purpose, unpriced(models, price).length === 0);
  const {
    checks,
    setup,
    commands,
    write,
    permits,
    wait,
    parallel,
    planning,
    review,
    stops,
    turns,
    turnsIn,
    output,
  } = policy;
  return {
    purpose,
    models: Object.fromEntries(models.map(({ id, ...model }) => [id, model])),
    checks,
    ...(setup && { setup }),
    ...(commands && { commands }),
    ...(write && { write }),
    ...(permits && { permits }),
    ...(wait !== undefined && { wait }),
    ...(parallel !== undefined && { parallel }),
    ...(planning !== undefined && { planning }),
    ...(review && { review }),
    ...(stops && { stops }),
    turns,
    ...(turnsIn && { turnsIn }),
    ...(output && { output }),
    ...(caps && { budget: caps }),
  };
}

/** An older version did not record what a session is for. */
export function purposeOf({ files, kind, policy }: Session): SessionPurpose {
  if (files) return files.purpose;
  if (kind === "grooming") return "groom";
  return isWithoutTalk(policy) ? "do" : "iteration";
}
