import type { Instant } from "../../terms/ids.ts";
import type { TypedLine } from "../line/line-editor.ts";
import type { At } from "../screen/screen.ts";
import { type Home, type HomeEntry, homeEntries } from "./home.ts";
import type { Kind } from "./home-line.ts";

/** What Home remembers: which entry is chosen, and what is being typed or asked. */
export interface HomeModel {
  readonly chosen: number;
  /** A line that says what should be begun. */
  readonly typing?: { readonly line: TypedLine; readonly kind: Kind };
  /** The session that would be dropped, once the person says so. */
  readonly dropping?: string;
  readonly notice?: string;
  /** The step that was taken last, and when: it is not taken twice before it is seen what came of it. */
  readonly taken?: { readonly step: string; readonly at: Instant };
}

export function homeAt(at: At): Home | undefined {
  const seen = at.read({ kind: "home" });
  return seen.kind === "there" ? seen.value : undefined;
}

export function entriesAt(at: At): readonly HomeEntry[] {
  const home = homeAt(at);
  return home ? homeEntries(home) : [];
}

export function placeIn(chosen: number, entries: readonly HomeEntry[]): number {
  return Math.max(0, Math.min(chosen, entries.length - 1));
}

export function chosenAt({ chosen }: HomeModel, at: At): HomeEntry | undefined {
  const entries = entriesAt(at);
  return entries[placeIn(chosen, entries)];
}
