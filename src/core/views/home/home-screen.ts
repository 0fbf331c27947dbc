import { sessionRows } from "../documents/session-rows.ts";
import { plainText } from "../plain-text.ts";
import { wrap } from "../rows/wrap.ts";
import type { At, Screen } from "../screen/screen.ts";
import { fitted } from "../text-width.ts";

interface Home {
  readonly chosen: number;
}

/** All sessions, and the way into them. */
export const homeScreen: Screen<Home> = {
  title: "Home",
  begin: { chosen: 0 },
  keys: [
    { keys: ["up", "'k'"], does: "one session further up", press: choose(-1) },
    { keys: ["down", "'j'"], does: "one session further down", press: choose(1) },
    {
      keys: ["enter"],
      does: "opens the session in the Room",
      hint: "open",
      when: (_, at) => sessionsAt(at).length > 0,
      press(model, at) {
        const one = sessionsAt(at)[chosenOf(model, at)];
        return {
          model,
          ...(one && { wants: [{ kind: "go", screen: "room", session: one.session } as const] }),
        };
      },
    },
  ],
  rows(model, at) {
    const seen = at.read({ kind: "sessions" });
    if (seen.kind === "reading") return { rows: [at.paint("dim", " …")] };
    if (seen.kind === "failed") return { rows: wrap(plainText(seen.why), at.size.columns) };
    if (seen.value.length === 0)
      return {
        rows: [at.paint("dim", ' There is no session yet. Ctrl-K, then: /new "what should be built"')],
      };
    const rows = seen.value.flatMap((one, index) =>
      sessionRows([one], at.now).map((row, part) => {
        const text = fitted(` ${plainText(row)}`, at.size.columns);
        return part === 0 && index === chosenOf(model, at) ? at.paint("chosen", text) : text;
      }),
    );
    const top = Math.max(0, Math.min(chosenOf(model, at) * 2 - 4, rows.length - at.size.rows));
    return { rows: rows.slice(top, top + at.size.rows) };
  },
};

function choose(by: number) {
  return (model: Home, at: At) => ({
    model: { chosen: Math.max(0, Math.min(sessionsAt(at).length - 1, chosenOf(model, at) + by)) },
  });
}

function sessionsAt(at: At) {
  const seen = at.read({ kind: "sessions" });
  return seen.kind === "there" ? seen.value : [];
}

function chosenOf({ chosen }: Home, at: At): number {
  return Math.max(0, Math.min(chosen, sessionsAt(at).length - 1));
}
