import { shownOf } from "../../app/look/shown.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import type { Fact } from "../../core/facts/fact.ts";
import { indented } from "../../core/views/plain-text.ts";
import type { Face } from "../face/face.ts";

/** Shows what a person is asked to say yes to, in full. Undefined: this fact asks for no yes. */
export function tellShown(fact: Fact, { files }: AtSession, face: Face): Promise<void> | undefined {
  const { event } = fact;
  if (event.type !== "approval.requested") return undefined;
  return shownOf(files.blobs, event.shown).then((text) => face.print(indented(text, "    ").split("\n")));
}
