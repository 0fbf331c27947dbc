import { keyLabels } from "../line/keys.ts";
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

/** `Enter open · n new`: what the bottom row says. */
export function hintWords(uses: readonly Use[]): string {
  return uses
    .flatMap(({ keys, hint }) => (hint === undefined || !keys[0] ? [] : [`${labelOf(keys[0])} ${hint}`]))
    .join(" · ");
}
