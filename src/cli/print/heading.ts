import type { AtSession } from "../../app/sessions/with-session.ts";
import { oneLine } from "./plain-text.ts";

/** Which session a command is about, where there are several; otherwise nothing. */
export function headingOf({ files, oneOfMany }: AtSession): readonly string[] {
  return oneOfMany ? [`Session ${files.id}: ${oneLine(files.journal.state().session.title)}`] : [];
}
