import { handoverFor } from "../../app/look/handover.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import { decide } from "../../core/decide/decide.ts";
import type { State } from "../../core/state/state.ts";
import type { Instant } from "../../core/terms/ids.ts";
import { plainText } from "../../core/views/plain-text.ts";
import type { Paint } from "../../core/views/rows/theme.ts";
import { wrap } from "../../core/views/rows/wrap.ts";
import { handoverLines } from "../../core/views/trace/handover.ts";
import type { Face } from "../face/face.ts";

/** Whether the person is asked where the work should go. */
export function asksToShip(state: State, now: Instant): boolean {
  return state.session.opened !== 0 && decide(state, now).waits.some(({ kind }) => kind === "ship");
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
  const handover = await handoverFor(project, files);
  const lines = handoverLines({ ...handover, findings: [], notices: [] });
  face.print([
    "",
    paint("bold", "What was asked for, and what there is:"),
    ...lines.flatMap((line) => wrap(plainText(line), width, 8)),
    paint("dim", "  To see the change itself: /diff, or /diff --stat"),
  ]);
}
