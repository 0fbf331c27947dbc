import type { KeyName } from "../line/keys.ts";
import type { Use } from "../screen/on-screen.ts";
import type { Pressable } from "../screen/screen.ts";
import { type ScreenName, screenNames } from "../screen/screen-names.ts";
import type { Screens } from "./screens.ts";

/** What the keys do that work on every screen. */
export type ShellAct =
  | { readonly kind: "go"; readonly screen: ScreenName }
  | { readonly kind: "back" | "help" | "palette" | "leave" | "redraw" };

export interface ShellUse extends Use {
  readonly act: ShellAct;
}

const goKeys = [
  "go-1",
  "go-2",
  "go-3",
  "go-4",
  "go-5",
  "go-6",
  "go-7",
  "go-8",
  "go-9",
] as const satisfies readonly KeyName[];

/** The keys of the whole interface. Letters are among them only where no text is typed. */
export function shellUses(
  { screens }: { readonly screens: Screens },
  isTyping: boolean,
): readonly ShellUse[] {
  const letters = (...keys: readonly Pressable[]) => (isTyping ? [] : keys);
  const to = screenNames.flatMap((screen, index): readonly ShellUse[] => {
    const there = screens[screen];
    const key = goKeys[index];
    if (!there || !key) return [];
    const keys = [key, ...letters(`'${index + 1}'`)];
    return [{ keys, does: `shows ${there.title}`, act: { kind: "go", screen } }];
  });
  return [
    {
      keys: ["palette"],
      does: "finds anything that can be done here",
      hint: "find",
      act: { kind: "palette" },
    },
    { keys: ["help", ...letters("'?'")], does: "shows these keys", hint: "keys", act: { kind: "help" } },
    ...to,
    { keys: ["escape"], does: "goes back to where you came from", act: { kind: "back" } },
    { keys: ["redraw"], does: "draws the screen again", act: { kind: "redraw" } },
    {
      keys: ["interrupt", ...letters("'q'")],
      does: "leaves the interface",
      hint: "leave",
      act: { kind: "leave" },
    },
  ];
}
