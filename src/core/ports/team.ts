import type { Policy, Seat, SeatModel, SessionPurpose } from "../terms/policy.ts";

/** How work is shipped where the person does not say: the names of `ship` in the team file. */
export const shipDefaults = ["branch", "onto", "squash", "pr"] as const;
export type ShipDefault = (typeof shipDefaults)[number];

/** What the project's file and the person's own settings say about sessions in this project. */
export interface Team {
  readonly seats: readonly Seat[];
  readonly policy: Omit<Policy, "author" | "budget">;
  readonly ship?: ShipDefault;
  /** The file it comes from. Undefined: there is none, and the defaults apply. */
  readonly file: string | undefined;
  /** The model of a member, also of one that the file no longer names. */
  modelOf(seat: Pick<Seat, "id" | "role">): SeatModel;
  /** `priced`: the price of every model is known. `isDefault`: the person's own settings do not name it. */
  budgetFor(
    purpose: SessionPurpose,
    priced: boolean,
  ): { readonly caps: Policy["budget"]; readonly isDefault: boolean };
}
