import type { Key } from "../line/keys.ts";
import type { Frame } from "../rows/frame.ts";
import type { At, KeyUse, Pressable, Screen } from "./screen.ts";
import type { Want } from "./want.ts";

/** A screen with the model it has now. What kind of model that is stays its own affair. */
export interface OnScreen {
  readonly title: string;
  frame(at: At): Frame;
  /** Undefined: the key does nothing here. */
  press(key: Key, at: At): { readonly next: OnScreen; readonly wants: readonly Want[] } | undefined;
  /** The keys that do something now. */
  uses(at: At): readonly Use[];
  readonly isTyping: boolean;
  arrived(about: string): OnScreen;
}

/** A key as help, hints and palette show it. */
export type Use = Pick<KeyUse<unknown>, "keys" | "does" | "hint">;

export function onScreen<Model>(screen: Screen<Model>, model: Model = screen.begin): OnScreen {
  const isTyping = screen.isTyping?.(model) === true;
  const usable = (at: At) =>
    screen.keys.filter((use) => use.when?.(model, at) !== false && (!isTyping || use.keys.some(isNamed)));
  return {
    title: screen.title,
    isTyping,
    frame: (at) => screen.rows(model, at),
    press(key, at) {
      const wanted = pressable(key);
      const pressed =
        screen.typed?.(model, key, at) ??
        usable(at)
          .find(({ keys }) => wanted !== undefined && keys.includes(wanted))
          ?.press(model, at);
      return pressed && { next: onScreen(screen, pressed.model), wants: pressed.wants ?? [] };
    },
    uses: usable,
    arrived: (about) => onScreen(screen, screen.arrive?.(model, about) ?? model),
  };
}

/** Undefined: no key of a table, such as a paste. */
export function pressable(key: Key): Pressable | undefined {
  if (key.name === "other") return undefined;
  if (key.name !== "text") return key.name;
  return Array.from("text" in key ? key.text : "").length === 1 ? `'${key.text}'` : undefined;
}

function isNamed(key: Pressable): boolean {
  return !key.startsWith("'");
}
