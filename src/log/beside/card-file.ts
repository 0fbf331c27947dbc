import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../../core/fault.ts";
import type { SessionCard } from "../../core/ports/session-card.ts";
import { isErrno } from "../errno.ts";
import { writeView } from "./write-view.ts";

const name = "card.json";

/** What a card is valid for: this program, and a log of exactly this many bytes. A log only grows. */
export interface CardMark {
  readonly program: string;
  readonly size: number;
}

/** The card beside a log. Undefined: there is none, or it is older than the log. */
export async function readCard(
  folder: string,
  { program, size }: CardMark,
): Promise<SessionCard | undefined> {
  const kept = await readKept(join(folder, name));
  return kept?.program === program && kept.size === size ? kept.card : undefined;
}

/** How long the log beside a card once was. */
export interface Witness {
  readonly size: number;
  readonly events: number;
}

export async function readWitness(folder: string): Promise<Witness | undefined> {
  const kept = await readKept(join(folder, name));
  return kept && { size: kept.size, events: kept.card.events };
}

/**
 * How many events there once were, if the log is shorter now. A log only grows, so its end was cut off. The witness must
 * be read before the size is taken: another process may append and keep a card in between.
 */
export function eventsOnceKnown(witness: Witness | undefined, size: number): number | undefined {
  return witness !== undefined && witness.size > size ? witness.events : undefined;
}

/** Keeps the card for later. If it cannot be written, the next list reads the log instead. */
export async function keepCard(folder: string, mark: CardMark, card: SessionCard): Promise<void> {
  await writeView(folder, name, JSON.stringify({ ...mark, card })).catch((error: unknown) => {
    if (!(error instanceof Fault) && !isErrno(error, "ENOENT")) throw error; // ENOENT: the session was removed
  });
}

async function readKept(path: string): Promise<(CardMark & { readonly card: SessionCard }) | undefined> {
  try {
    // `keepCard` wrote it. If a person edited it, its mark no longer fits, or a list shows their words.
    return JSON.parse(await readFile(path, "utf8")) as CardMark & { readonly card: SessionCard };
  } catch (error) {
    if (error instanceof SyntaxError || isErrno(error, "ENOENT", "EISDIR", "EACCES")) return undefined;
    throw error;
  }
}
