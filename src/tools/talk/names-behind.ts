import type { State } from "../../core/state/state.ts";
import { toArray } from "../../core/text/appended.ts";
import type { ToolResult } from "../../core/work/tool.ts";

/** Who stands behind a decision. `cites`: the message of the person that says so. */
export interface Names {
  readonly proposed: string;
  readonly agreed: readonly string[];
  readonly dissents: readonly string[];
  readonly cites?: string | undefined;
}

export interface NamesBehind {
  readonly proposed: string;
  readonly agreed: string[];
  readonly dissents: string[];
  readonly cites?: string;
  /** What the model is told behind the id. Empty: nothing more. */
  readonly note: string;
}

/**
 * The names behind a decision as they count. Only the person speaks for the person: they are named where one of their
 * messages is cited, or where they have just answered this speaker's question. Otherwise the decision is recorded
 * without them, which costs no second try.
 */
export function namesBehind(given: Names, at: State, speaker: string): NamesBehind | ToolResult {
  const { seats } = at.session;
  const named = (name: string) =>
    knownAs(
      name,
      seats.map(({ id }) => id),
    ) ?? name;
  const [proposed, agreed, dissents] = [
    named(given.proposed),
    given.agreed.map(named),
    given.dissents.map(named),
  ];
  const team = seats.map(({ id }) => id);
  const wrong = Object.entries({ proposed: [proposed], agreed, dissents }).flatMap(([field, names]) =>
    names.flatMap((name) =>
      team.includes(name) || name === human ? [] : [`${field}: ${JSON.stringify(name)}`],
    ),
  );
  if (wrong.length > 0)
    return {
      failed: true,
      text: `Not recorded. These are not names of this team: ${wrong.join(", ")}. Use names only: ${team.join(", ")}, or human for the product manager. What somebody thinks belongs in reason.`,
    };
  const isNamed = [proposed, ...agreed, ...dissents].includes(human);
  const cites = citedMessage(given.cites, at, speaker);
  if (!isNamed) return { proposed, agreed, dissents, note: "" };
  if (cites !== undefined) return { proposed, agreed, dissents, cites, note: "" };
  const others = (names: readonly string[]) => names.filter((name) => name !== human);
  return {
    proposed: proposed === human ? speaker : proposed,
    agreed: others(agreed),
    dissents: others(dissents),
    note: ` Recorded without the product manager. To name them, cite the message in which they say so${theirs(at)}.`,
  };
}

const human = "human";

/** Models call the person by many names, and members with capitals or an @. */
function knownAs(name: string, seats: readonly string[]): string | undefined {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/\s*\([^)]*\)$/, "")
    .replace(/^@/, "")
    .replace(/^the\s+/, "");
  if (/^(human|person|user|pm|product[ _-]?manager)$/.test(plain)) return human;
  return seats.find((id) => id.toLowerCase() === plain);
}

/** The message that is named or, if none is, the answer that the speaker just got. */
function citedMessage(cites: string | undefined, at: State, speaker: string): string | undefined {
  const words = toArray(at.transcript).filter(({ actor }) => actor === human);
  if (cites !== undefined && cites.trim() !== "") {
    const seq = Number(/^\[?m?(\d+)\]?$/i.exec(cites.trim())?.[1]);
    return words.some((entry) => entry.seq === seq) ? `m${seq}` : undefined;
  }
  const loops = at.threads.filter(({ seat }) => seat === speaker).flatMap((thread) => thread.loops);
  const answer = words.findLast(({ answers }) => loops.some(({ id }) => id === answers));
  return answer && `m${answer.seq}`;
}

function theirs(at: State): string {
  const ids = toArray(at.transcript).flatMap(({ actor, seq }) => (actor === human ? [`m${seq}`] : []));
  return ids.length === 0 ? "; they have said nothing yet" : ` (cites): ${ids.slice(-5).join(", ")}`;
}
