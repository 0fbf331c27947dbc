import type { ShipAnswer } from "../../decide/waits/ship.ts";
import { unclear, type WaitWords } from "./wait-words.ts";

/** The target cannot be parsed from words: git must be asked first, which `huddle ship` does. */
export function shipWords(): WaitWords<ShipAnswer> {
  return {
    title: "The work is reviewed and can be shipped",
    text: () => "",
    asked: "The work is reviewed. Where should it go?",
    next: "the work is reviewed and can be shipped",
    offers: [
      { command: "huddle ship", label: "branch (a new one)" },
      { command: "huddle ship --onto <branch>" },
    ],
    parse: () => ({ wrong: unclear, advice: "Type: huddle ship, or huddle ship --onto <branch>" }),
  };
}
