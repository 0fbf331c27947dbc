import { keyLabels } from "../line/keys.ts";
import { widthOf } from "../text-width.ts";
import type { Use } from "./on-screen.ts";
import type { Pressable } from "./screen.ts";

/** A key as a person reads it. */
export function labelOf(key: Pressable): string {
  if (key === "' '") return "Space";
  if (!isNameOfKey(key)) return key.slice(1, -1);
  return keyLabels[key];
}

function isNameOfKey(key: Pressable): key is keyof typeof keyLabels {
  return Object.hasOwn(keyLabels, key);
}

/** `Enter open · n new`: what the bottom row says. Where there is too little room, the screen's last hints are left out. */
export function hintRow(own: readonly Use[], everywhere: readonly Use[], width: number): string {
  const always = hintsOf(everywhere);
  let hints = hintsOf(own);
  while (hints.length > 1 && widthOf([...hints, ...always].join(between)) > width) hints = hints.slice(0, -1);
  return [...hints, ...always].join(between);
}

const between = " · ";

function hintsOf(uses: readonly Use[]): readonly string[] {
  return uses.flatMap(({ keys, hint }) =>
    hint === undefined || !keys[0] ? [] : [`${labelOf(keys[0])} ${hint}`],
  );
}
