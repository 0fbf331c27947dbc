/** One line of a conversation as gotg wrote it. */
export interface Said {
  readonly from: string;
  readonly text: string;
  readonly passed: boolean;
}

export type TalkPhase = "refinement" | "planning" | "pre-code-review" | "code-review";

/** What was said in one phase, and whether it was left behind. */
export interface Part {
  readonly phase: TalkPhase;
  readonly said: readonly Said[];
  /** It was left for the next one, or its coach said that it was done. */
  readonly closed: boolean;
}

const talkPhases: readonly TalkPhase[] = ["refinement", "planning", "pre-code-review", "code-review"];

/**
 * A conversation by phases. Nothing in it says which phase it belongs to, so phases are found by the lines between them;
 * what is no JSON is skipped and counted. Building has no discussion here: its lines are left out and counted too.
 */
export function readConversation(text: string): { parts: readonly Part[]; skipped: number } {
  const { objects, skipped } = jsonObjects(text);
  const parts: { phase: TalkPhase | undefined; said: Said[]; closed: boolean }[] = [];
  let part = { phase: phaseNamed("refinement"), said: [] as Said[], closed: false };
  let left = skipped;
  for (const object of objects) {
    const said = saidOf(object);
    const next = said && boundary(said);
    if (!said) left++;
    else if (next !== undefined) {
      parts.push({ ...part, closed: true });
      part = { phase: phaseNamed(next), said: [], closed: false };
    } else if (!isKickoff(said)) part.said.push(said);
  }
  const last = part.said.at(-1);
  parts.push({ ...part, closed: last?.from === "coach" && last.text.trim() === "" });
  const talks = parts.flatMap(({ phase, said, closed }) =>
    phase !== undefined && said.length > 0 ? [{ phase, said, closed }] : [],
  );
  const kept = talks.reduce((sum, { said }) => sum + said.length, 0);
  const all = parts.reduce((sum, { said }) => sum + said.length, 0);
  return { parts: talks, skipped: left + all - kept };
}

/** Objects one after the other, also two on one line; a broken one ends at its line. */
function jsonObjects(text: string): { objects: unknown[]; skipped: number } {
  const objects: unknown[] = [];
  let skipped = 0;
  for (const line of text.split("\n")) {
    for (const piece of line.trim() === "" ? [] : pieces(line.trim()))
      try {
        objects.push(JSON.parse(piece));
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        skipped++;
      }
  }
  return { objects, skipped };
}

/** Cuts a line between its outermost braces. */
function pieces(line: string): readonly string[] {
  const all: string[] = [];
  let depth = 0;
  let from = 0;
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at];
    if (quoted && letter === "\\") at++;
    else if (letter === '"') quoted = !quoted;
    else if (!quoted && letter === "{") depth++;
    else if (!quoted && letter === "}" && --depth === 0) {
      all.push(line.slice(from, at + 1));
      from = at + 1;
    }
  }
  return line.slice(from).trim() === "" ? all : [...all, line.slice(from)];
}

function saidOf(object: unknown): Said | undefined {
  if (typeof object !== "object" || object === null || !("from" in object) || !("content" in object))
    return undefined;
  const { from, content } = object;
  if (typeof from !== "string" || typeof content !== "string") return undefined;
  const asked = "ask_pm" in object ? questionOf(object.ask_pm) : "";
  const passed = "pass_turn" in object && object.pass_turn === true;
  return { from, text: asked === "" ? content : `${content}\n${asked}`.trim(), passed };
}

/** A question that was asked through a tool, as words, so that its length counts. */
function questionOf(asked: unknown): string {
  if (typeof asked !== "object" || asked === null || !("question" in asked)) return "";
  const options = "options" in asked && Array.isArray(asked.options) ? asked.options : [];
  return [asked.question, ...options].filter((one) => typeof one === "string").join("\n");
}

function boundary({ from, text }: Said): string | undefined {
  return from === "system" ? /^--- Phase advanced: \S+ → ([a-z-]+)/u.exec(text)?.[1] : undefined;
}

function isKickoff({ from, text }: Said): boolean {
  return from === "system" && /^--- Phase: /.test(text);
}

function phaseNamed(name: string): TalkPhase | undefined {
  const known = name === "grooming" ? "refinement" : name;
  return talkPhases.find((phase) => phase === known);
}
