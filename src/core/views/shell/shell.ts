import type { Key } from "../line/keys.ts";
import { helpScreen } from "../screen/help-screen.ts";
import { type OnScreen, onScreen, pressable } from "../screen/on-screen.ts";
import type { At } from "../screen/screen.ts";
import { type ScreenName, screenNames } from "../screen/screen-names.ts";
import { textScreen } from "../screen/text-screen.ts";
import type { Doing, Want } from "../screen/want.ts";
import { helpParts } from "./help-parts.ts";
import { leaveScreen } from "./leave-screen.ts";
import { paletteScreen } from "./palette.ts";
import type { Screens } from "./screens.ts";
import { type ShellAct, shellUses } from "./shell-keys.ts";

/** All screens, which of them is seen, and what lies over it. */
export interface Shell {
  readonly screens: Screens;
  readonly at: ScreenName;
  /** Where the person came from, the newest last. */
  readonly past: readonly ScreenName[];
  readonly over?: OnScreen;
  /** What the last act came to, in a line or a few, until the next key. */
  readonly notice: string;
}

/** What the shell cannot do by itself. */
export type Effect =
  | Doing
  | { readonly kind: "open"; readonly session: string }
  | { readonly kind: "redraw" }
  /** `detach`: a process of its own goes on with the run. */
  | { readonly kind: "end"; readonly detach: boolean };

export interface Pressed {
  readonly shell: Shell;
  readonly effects: readonly Effect[];
}

export function beginShell(screens: Screens, at: ScreenName): Shell {
  return { screens, at, past: [], notice: "" };
}

/** The screen that is seen. A name without a screen shows the first one. */
export function screenOf({ screens, at }: Shell): OnScreen {
  return screens[at] ?? screens.home;
}

/** The shell after a key: what lies on top has it first, then the screen, then the keys that work everywhere. */
export function afterKey(shell: Shell, key: Key, at: At): Pressed {
  const quiet = { ...shell, notice: "" };
  const top = shell.over ?? screenOf(shell);
  const pressed = top.press(key, at);
  if (pressed) {
    const put: Shell = shell.over
      ? { ...quiet, over: pressed.next }
      : { ...quiet, screens: { ...quiet.screens, [seenName(shell)]: pressed.next } };
    return afterWants(put, pressed.wants, at);
  }
  const name = pressable(key);
  const use = shellUses(shell, top.isTyping).find(({ keys }) => name !== undefined && keys.includes(name));
  if (!use) return { shell, effects: [] };
  return shellAct(quiet, use.act, at);
}

/** What was wanted is done, or handed on, in order. */
export function afterWants(shell: Shell, wants: readonly Want[], at: At): Pressed {
  let now: Pressed = { shell, effects: [] };
  for (const want of wants) {
    const next = afterWant(now.shell, want, at);
    now = { shell: next.shell, effects: [...now.effects, ...next.effects] };
  }
  return now;
}

function afterWant(shell: Shell, want: Want, at: At): Pressed {
  switch (want.kind) {
    case "go":
      return {
        shell: gone(shell, want.screen, want.about),
        effects: want.session === undefined ? [] : [{ kind: "open", session: want.session }],
      };
    case "back":
      return shellAct(shell, { kind: "back" }, at);
    case "help":
      return shellAct(shell, { kind: "help" }, at);
    case "palette":
      return shellAct(shell, { kind: "palette" }, at);
    case "leave":
      return shellAct(shell, { kind: "leave" }, at);
    case "close": {
      const { over: _, ...rest } = shell;
      return { shell: rest, effects: [] };
    }
    case "end":
      return { shell, effects: [want] };
    case "show":
      return { shell: { ...shell, over: onScreen(textScreen(want.title, want.text)) }, effects: [] };
    case "notice":
      return { shell: { ...shell, notice: want.text }, effects: [] };
    default:
      return { shell, effects: [want] };
  }
}

function shellAct(shell: Shell, act: ShellAct, at: At): Pressed {
  switch (act.kind) {
    case "go":
      return { shell: gone(shell, act.screen), effects: [] };
    case "back": {
      const last = shell.past.at(-1);
      if (last === undefined) return { shell: gone(shell, "home"), effects: [] };
      return { shell: { ...shell, at: last, past: shell.past.slice(0, -1) }, effects: [] };
    }
    case "help": {
      const parts = helpParts(shell, screenOf(shell), at);
      return { shell: { ...shell, over: onScreen(helpScreen(parts)) }, effects: [] };
    }
    case "palette": {
      const uses = shellUses(shell, false);
      return { shell: { ...shell, over: onScreen(paletteScreen(shell.screens, uses)) }, effects: [] };
    }
    case "leave":
      if (at.session?.run.kind !== "here") return { shell, effects: [{ kind: "end", detach: false }] };
      return { shell: { ...shell, over: onScreen(leaveScreen) }, effects: [] };
    case "redraw":
      return { shell, effects: [{ kind: act.kind }] };
  }
}

function gone(shell: Shell, to: ScreenName, about?: string): Shell {
  const { over: _, ...rest } = shell;
  const target = shell.screens[to];
  if (!target) return rest;
  const arrived = about === undefined ? target : target.arrived(about);
  const screens = { ...rest.screens, [to]: arrived };
  if (to === rest.at) return { ...rest, screens };
  return { ...rest, screens, at: to, past: [...rest.past, rest.at].slice(-screenNames.length) };
}

function seenName({ screens, at }: Shell): ScreenName {
  return screens[at] ? at : "home";
}
