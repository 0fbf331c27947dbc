import { handoverFor } from "../../app/look/handover.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import { decide } from "../../core/decide/decide.ts";
import type { State } from "../../core/state/state.ts";
import type { Instant } from "../../core/terms/ids.ts";
import { plainText } from "../../core/views/plain-text.ts";
import type { Paint } from "../../core/views/rows/theme.ts";
import { wrap } from "../../core/views/rows/wrap.ts";
import { type Handover, handoverLines } from "../../core/views/trace/handover.ts";
import type { Face } from "../face/face.ts";

/** Whether the person is asked where the work should go. */
export function asksToShip(state: State, now: Instant): boolean {
  return state.session.opened !== 0 && decide(state, now).waits.some(({ kind }) => kind === "ship");
}

/** What there is for each requirement, and what is missing. */
export function handoverTable(handover: Handover, width: number): readonly string[] {
  const rows = handoverLines(handover).flatMap((line) => wrap(plainText(line), width, 8));
  return ["What was asked for, and what there is:", ...rows];
}

export function handoverDocument({ rows, ...rest }: Handover) {
  return { handover: rows, ...rest };
}

/**
 * Shows what there is for each requirement, the size of the change and its cost. What green checks do not show stands
 * beside the question itself.
 */
export async function tellHandover(
  { project, files }: AtSession,
  face: Face,
  { width, paint }: { readonly width: number; readonly paint: Paint },
): Promise<void> {
  const [heading = "", ...rows] = handoverTable(
    { ...(await handoverFor(project, files)), findings: [], notices: [] },
    width,
  );
  face.print([
    "",
    paint("bold", heading),
    ...rows,
    paint("dim", "  To see the change itself: /diff, or /diff --stat"),
  ]);
}
