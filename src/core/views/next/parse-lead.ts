import { assertNever } from "../../assert-never.ts";
import { shellWord } from "../../text/quoted.ts";
import { leadOf } from "./lead.ts";
import type { Taken, Whereabouts } from "./whereabouts.ts";

/** What a person wants who was led somewhere. */
export type LeadAnswer =
  | Taken
  | { readonly kind: "leave" }
  /** The same on the whole screen, with all steps at once. */
  | { readonly kind: "home" }
  /** Nothing is done; the hint says what can be typed. */
  | { readonly kind: "unclear"; readonly hint: string };

/** Reads the line that a person typed below a lead. A line that begins with `huddle` is always a command. */
export function parseLead(at: Whereabouts, typed: string): LeadAnswer {
  const line = typed.trim();
  const { enter } = leadOf(at);
  if (line === "") return enter ?? { kind: "leave" };
  if (/^(q|quit|exit|later)$/i.test(line)) return { kind: "leave" };
  if (/^home$/i.test(line)) return { kind: "home" };
  if (/^huddle(\s|$)/.test(line)) return commandOf(line);
  switch (at.kind) {
    case "no-identity":
      return identityOf(line);
    case "checks-untried":
    case "checks-red":
    case "nothing-open":
      return { kind: "huddle", args: ["new", "--", line] };
    case "no-repository":
    case "no-checkout":
    case "no-commit":
    case "no-team-file":
    case "no-model":
    case "model-away":
    case "open":
    case "needs-you":
      return { kind: "unclear", hint: 'Press Enter, type a command such as "huddle status", or q to leave.' };
    default:
      return assertNever(at);
  }
}

/** `Ada Lovelace <ada@example.com>` */
function identityOf(line: string): LeadAnswer {
  const [, name = "", email = ""] = /^([^<>]*[^<>\s])\s*<([^<>\s]+@[^<>\s]+)>$/.exec(line) ?? [];
  if (name === "")
    return {
      kind: "unclear",
      hint: "Type your name and your e-mail address, such as: Ada Lovelace <ada@example.com>",
    };
  const set = (key: string, value: string) => `git config --global user.${key} ${shellWord(value)}`;
  return { kind: "shell", line: `${set("name", name)} && ${set("email", email)}` };
}

/** The words behind `huddle`, taken apart as a shell does, as far as quotes go. Nothing is expanded. */
function commandOf(line: string): LeadAnswer {
  const words: string[] = [];
  let rest = line;
  while (rest !== "") {
    const [whole, inner] = /^((?:[^\s"']|"[^"]*"|'[^']*')+)\s*/.exec(rest) ?? [];
    if (whole === undefined || inner === undefined)
      return { kind: "unclear", hint: "A quotation mark in this command is not closed." };
    words.push(inner.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
    rest = rest.slice(whole.length);
  }
  const args = words.slice(1);
  return args.length === 0 ? { kind: "unclear", hint: "You are there already." } : { kind: "huddle", args };
}
