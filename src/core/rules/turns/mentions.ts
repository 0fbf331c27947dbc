import type { Entry } from "../../state/session.ts";
import type { Mention, Stage } from "../../state/stage.ts";
import { clipped } from "../../text/clipped.ts";
import { addressedIn } from "./addressed.ts";

const longest = 200;

/** The names mentioned in a message, in its order, each once. */
export function mentionedIn(text: string, names: readonly string[]): readonly string[] {
  if (!text.includes("@")) return [];
  const called = [...text.matchAll(/(?<![\w@.])@([a-z][a-z0-9-]*)/gi)].map((match) =>
    (match[1] ?? "").toLowerCase().replace(/-+$/, ""),
  );
  return [...new Set(called)].filter((name) => names.includes(name));
}

/**
 * The open mentions after this message: of members it is addressed to, of those it names with an @, and of those it speaks
 * to by name. Words about a task call nobody into a discussion.
 */
export function withMentions(
  mentions: Stage["mentions"],
  entry: Entry,
  names: readonly string[],
): Stage["mentions"] {
  if (entry.task !== undefined) return mentions;
  const to = entry.to?.filter((name) => names.includes(name)) ?? [];
  const spokenTo = entry.addressed?.filter((name) => names.includes(name)) ?? [];
  const called = new Set([...mentionedIn(entry.text, names), ...to, ...spokenTo]);
  called.delete(entry.actor);
  if (called.size === 0) return mentions;
  const added = [...called].map((name) => [
    name,
    [...(mentions[name] ?? []), mentionOf(entry, name)].slice(-8),
  ]);
  return { ...mentions, ...Object.fromEntries(added) };
}

/** The sentence that mentions the name, or the first one if the whole message is addressed to it. */
function mentionOf({ seq, actor: from, text }: Entry, name: string): Mention {
  const sentences = text.split(/(?<=[.!?])\s+|\n+/);
  const isCalled = (sentence: string) =>
    mentionedIn(sentence, [name]).length > 0 || addressedIn(sentence, [name]).length > 0;
  const sentence = sentences.find(isCalled) ?? sentences[0] ?? text;
  return { seq, from, text: clipped(sentence, longest) };
}
