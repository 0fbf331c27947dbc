import { completed } from "../line/complete.ts";
import type { Key } from "../line/keys.ts";
import { editingKeys } from "../line/line-editor.ts";
import { afterTyped, type Sent, turnedTo } from "../line/talk-input.ts";
import { padded } from "../rows/layout.ts";
import type { At, KeyUse, Pressed, Reading, Screen } from "../screen/screen.ts";
import { typable } from "../typed/typable.ts";
import { afterFinding, beginFinding } from "./finding.ts";
import { aroundOf, following, freshRoom, linesOf, lookingAt, type Room } from "./room.ts";
import { roomFrame, streamOf } from "./room-frame.ts";
import { moved } from "./window.ts";

const scrolling: readonly KeyUse<Room>[] = [
  { keys: ["page-up"], does: "one page up in the talk", hint: "back", press: scrolled((room) => 1 - room) },
  { keys: ["page-down"], does: "one page down", press: scrolled((room) => room - 1) },
  { keys: ["row-up"], does: "one row up", press: scrolled(() => -1) },
  { keys: ["row-down"], does: "one row down", press: scrolled(() => 1) },
  {
    keys: ["oldest"],
    does: "to the beginning",
    press: (model, at) => ({ model: lookingAt(model, { line: 0, row: 0 }, at) }),
  },
  {
    keys: ["newest"],
    does: "to the newest, and follows it",
    press: (model) => ({ model: following(model) }),
  },
  { keys: ["phase-up"], does: "to where the phase before begins", press: toPhase(-1) },
  { keys: ["phase-down"], does: "to where the next phase begins", press: toPhase(1) },
  {
    keys: ["find"],
    does: "looks for words in the talk",
    hint: "search",
    press: (model) => ({ model: beginFinding(model) }),
  },
];

const running: readonly KeyUse<Room>[] = [
  {
    keys: ["run"],
    does: "lets the team work",
    hint: "run",
    when: (_, { session }) => session?.run.kind === "still" && !session.state.session.ending,
    press: (model) => ({ model, wants: [{ kind: "run" }] }),
  },
  {
    keys: ["run"],
    does: "stops the run here; nothing is lost",
    hint: "stop",
    when: (_, { session }) => session?.run.kind === "here",
    press: (model) => ({ model, wants: [{ kind: "stop" }] }),
  },
];

/** The Room: the talk of the team as it happens, and a line to talk to it. */
export const roomScreen: Screen<Room> = {
  title: "Room",
  begin: freshRoom,
  isTyping: () => true,
  typed,
  keys: [
    ...running,
    ...scrolling,
    {
      keys: ["view"],
      does: "reads a line per turn, all that is said, or everything",
      hint: "more/less",
      press: (model) => ({ model: { ...following(model), reading: nextReading(model.reading) } }),
    },
  ],
  rows: roomFrame,
};

/** The keys of the line. Escape on an empty line is left to the shell, which goes back. */
function typed(model: Room, key: Key, at: At): Pressed<Room> | undefined {
  const { session } = at;
  if (!session) return undefined;
  if (model.finding) {
    const next = afterFinding(model, key, at);
    return next && { model: next };
  }
  const isEmpty = model.input.line.characters.length === 0;
  if (!lineKeys.has(key.name) || (key.name === "escape" && isEmpty)) return undefined;
  if (key.name === "tab") {
    const whole = completed(model.input.line, session.state.session.seats);
    if (whole)
      return {
        model: { ...model, input: { ...model.input, line: whole.line, notice: whole.offers.join("  ") } },
      };
  }
  const { input, sent } = afterTyped(model.input, key, aroundOf(session));
  return sent ? afterSent({ ...model, input }, sent, at) : { model: { ...model, input } };
}

function afterSent(model: Room, sent: Sent, { session }: At): Pressed<Room> {
  if (sent.kind === "pause") return { model, wants: [{ kind: "stop" }] };
  if (sent.kind !== "list" || !session)
    return { model: following(model), wants: sent.kind === "list" ? [] : [sent] };
  const { waits, branch, enterShips } = aroundOf(session);
  const rows = typable(turnedTo(model.input, waits), branch, enterShips);
  const text = rows.map((row) => `${padded(row.about, 12)}${row.typed}`).join("\n");
  return { model, wants: [{ kind: "show", title: "What you can type", text }] };
}

/** What the line editor and the input take. All else is free for the screen. */
const lineKeys: ReadonlySet<string> = new Set([
  ...editingKeys,
  "enter",
  "send",
  "tab",
  "escape",
] satisfies readonly Key["name"][]);

function scrolled(by: (room: number) => number) {
  return (model: Room, at: At): Pressed<Room> => {
    const { lines, room } = streamOf(model, at);
    const top = moved(lines, model.from?.top, by(room), room);
    return { model: top ? lookingAt(model, top, at) : following(model) };
  };
}

function toPhase(by: -1 | 1) {
  return (model: Room, at: At): Pressed<Room> => {
    const lines = linesOf(model, at);
    const from = model.from?.top.line ?? lines.length;
    for (let line = from + by; line >= 0 && line < lines.length; line += by)
      if (lines[line]?.kind === "phase") return { model: lookingAt(model, { line, row: 0 }, at) };
    return { model: by < 0 ? model : following(model) };
  };
}

function nextReading(reading: Reading): Reading {
  const next = { short: "said", said: "whole", whole: "short" } as const;
  return next[reading];
}
