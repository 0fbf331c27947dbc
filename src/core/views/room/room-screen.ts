import type { Key } from "../line/keys.ts";
import { afterTyped, turnedTo } from "../line/talk-input.ts";
import { padded } from "../rows/layout.ts";
import type { At, KeyUse, Pressed, Reading, Screen } from "../screen/screen.ts";
import { typable } from "../typed/typable.ts";
import { aroundOf, freshRoom, type Room } from "./room.ts";
import { roomFrame, streamOf } from "./room-frame.ts";
import { moved } from "./window.ts";

/** The Room: the talk of the team as it happens, and a line to talk to it. */
export const roomScreen: Screen<Room> = {
  title: "Room",
  begin: freshRoom,
  isTyping: () => true,
  typed,
  keys: [
    { keys: ["page-up"], does: "one page up in the talk", hint: "back", press: scrolled((room) => 1 - room) },
    { keys: ["page-down"], does: "one page down", press: scrolled((room) => room - 1) },
    { keys: ["row-up"], does: "one row up", press: scrolled(() => -1) },
    { keys: ["row-down"], does: "one row down", press: scrolled(() => 1) },
    {
      keys: ["oldest"],
      does: "to the beginning",
      press: (model) => ({ model: { ...model, top: { line: 0, row: 0 } } }),
    },
    { keys: ["newest"], does: "to the newest, and follows it", press: (model) => ({ model: newest(model) }) },
    {
      keys: ["view"],
      does: "reads in short, all that is said, or everything",
      hint: "short/whole",
      press: (model) => ({ model: { ...newest(model), reading: nextReading(model.reading) } }),
    },
    {
      keys: ["run"],
      does: "lets the team work",
      hint: "run",
      when: (_, { session }) => session?.run.kind === "still",
      press: (model) => ({ model, wants: [{ kind: "run" }] }),
    },
    {
      keys: ["run"],
      does: "stops the run here; nothing is lost",
      hint: "stop",
      when: (_, { session }) => session?.run.kind === "here",
      press: (model) => ({ model, wants: [{ kind: "stop" }] }),
    },
  ] satisfies readonly KeyUse<Room>[],
  rows: roomFrame,
};

/** The keys of the line. Escape on an empty line is left to the shell, which goes back. */
function typed(model: Room, key: Key, { session }: At): Pressed<Room> | undefined {
  if (!session) return undefined;
  const isEmpty = model.input.line.characters.length === 0;
  if (key.name === "escape" && isEmpty) return undefined;
  if (!lineKeys.has(key.name)) return undefined;
  const around = aroundOf(session);
  const { input, sent } = afterTyped(model.input, key, around);
  const next = { ...model, input };
  if (!sent) return { model: next };
  if (sent.kind === "pause") return { model: next, wants: [{ kind: "stop" }] };
  if (sent.kind === "list") {
    const rows = typable(turnedTo(input, around.waits), around.branch, around.enterShips);
    const text = rows.map((row) => `${padded(row.about, 12)}${row.typed}`).join("\n");
    return { model: next, wants: [{ kind: "show", title: "What you can type", text }] };
  }
  return { model: newest(next), wants: [sent] };
}

/** What the line editor and the input take. All else is free for the screen. */
const lineKeys: ReadonlySet<string> = new Set([
  "text",
  "enter",
  "newline",
  "send",
  "backspace",
  "delete",
  "erase-word",
  "clear",
  "left",
  "right",
  "home",
  "end",
  "up",
  "down",
  "tab",
  "escape",
]);

function scrolled(by: (room: number) => number) {
  return (model: Room, at: At): Pressed<Room> => {
    const { lines, room } = streamOf(model, at);
    const top = moved(lines, model.top, by(room), room);
    return { model: top ? { ...model, top } : newest(model) };
  };
}

function newest(model: Room): Room {
  const { top: _, ...rest } = model;
  return rest;
}

function nextReading(reading: Reading): Reading {
  const next = { short: "said", said: "whole", whole: "short" } as const;
  return next[reading];
}
