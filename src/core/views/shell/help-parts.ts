import type { HelpPart } from "../screen/help-screen.ts";
import type { OnScreen } from "../screen/on-screen.ts";
import type { At } from "../screen/screen.ts";
import type { Screens } from "./screens.ts";
import { shellUses } from "./shell-keys.ts";

/** What the help over a screen tells: its own keys first. */
export function helpParts(
  shell: { readonly screens: Screens },
  screen: OnScreen,
  at: At,
): readonly HelpPart[] {
  return [
    { title: screen.title, uses: screen.uses(at) },
    ...(screen.isTyping ? [typing] : []),
    { title: "Everywhere", uses: shellUses(shell, screen.isTyping) },
  ];
}

/** What `typed` of the line editor does with keys. */
const typing: HelpPart = {
  title: "In the line",
  uses: [
    { keys: ["left", "right"], does: "one character back or on" },
    { keys: ["home", "end"], does: "to the beginning or the end of the text" },
    { keys: ["backspace", "delete"], does: "removes the character before or after" },
    { keys: ["erase-word"], does: "removes the word before" },
    { keys: ["clear"], does: "removes everything before" },
    { keys: ["newline"], does: "begins another line" },
  ],
};
