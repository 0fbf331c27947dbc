import type { AtSession } from "../../app/sessions/with-session.ts";
import { oneLine } from "../../core/views/plain-text.ts";

/** Names the session if there are several; otherwise empty. */
export function headingOf({ files, oneOfMany }: AtSession): readonly string[] {
  return oneOfMany ? [`Session ${files.id}: ${oneLine(files.journal.state().session.title)}`] : [];
}
