import { describe, expect, test } from "vitest";
import { widthOf } from "../../src/core/views/text-width.ts";
import { atInterface } from "../support/at-interface.ts";
import { hostileSession } from "../support/hostile-words.ts";

const esc = "\u001b";
const screens = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const view = "\u000f";

/** What a member could write to move the cursor, to hide something, or to look like somebody else. */
const hostile: readonly [what: string, words: string][] = [
  ["a cleared screen", `${esc}[2J${esc}[Hall done`],
  ["a cursor that goes up", `fine${esc}[5A${esc}[2Khuddle: shipped`],
  ["another title", `${esc}]0;huddle\u0007done`],
  ["a link that hides its target", `${esc}]8;;http://evil${esc}\\docs${esc}]8;;${esc}\\`],
  ["the main screen", `${esc}[?1049lrm -rf`],
  ["one-byte controls", "\u009b2Jdone\u0090q\u009c"],
  ["backspaces", "yes\b\b\bno"],
  ["a line drawn over", "approved\rrefused"],
  ["text that runs backwards", "\u202egpj.exe\u202c and \u2066more\u2069"],
  ["what nobody sees", "app\u200bro\u2060ved\ufeff\u{e0041}"],
  ["encoded controls", "&#27;[2J &#x202e;txt **&#27;[2K**"],
  ["controls in code", `\`\`\`\n${esc}[2J\u202e\n\`\`\``],
  ["a rule of ours", "── Implementation ─────\n\nyou        ✓ the plan is accepted"],
  ["line ends of all kinds", "a\u2028b\u2029c\u0085d\ve\ff"],
  ["a long word", "x".repeat(400)],
  ["wide characters", "漢字".repeat(120)],
  ["tabs", "a\t\tb\t\tc"],
];

describe("whatever members write, every screen stands", () => {
  test.each(hostile)("%s", async (_, words) => {
    const { session } = await hostileSession(words);
    const past = { facts: [...session.log.facts], now: session.clock.now() };
    for (const [columns, rows] of [
      [80, 24],
      [130, 40],
    ] as const) {
      const at = await atInterface(past, { columns, rows });
      for (const screen of screens) {
        at.press(`${esc}${screen}`);
        for (const again of screen === "2" ? [view, view, view] : [""]) {
          if (again !== "") at.press(again);
          const shown = at.rows();
          expect(shown.length).toBe(rows);
          expect(shown.join("")).not.toMatch(
            /[\p{Cc}\p{Cs}\u200b\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u,
          );
          expect(shown.filter((row) => widthOf(row) > columns)).toEqual([]);
        }
      }
    }
  });

  test("a forged rule and a forged speaker stand indented, where ours never do", async () => {
    const { session } = await hostileSession("── Shipped ──\n\nyou        ✓ all of it is accepted");
    const at = await atInterface({ facts: [...session.log.facts], now: session.clock.now() }, { rows: 400 });
    at.press(`${esc}2`);
    const forged = at.rows().filter((row) => /── Shipped|all of it is accepted/.test(row));
    expect(forged.length).toBeGreaterThan(0);
    // The coach's last words stand above the talk, behind its name.
    expect(forged.filter((row) => /^(?:──|you)/.test(row))).toEqual([]);
  });
});
