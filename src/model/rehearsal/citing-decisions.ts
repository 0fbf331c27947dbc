import type { ScriptLine } from "./rehearsal-script.ts";

type Calls = ScriptLine["calls"];

/**
 * Ids of decisions come from the log, so a script cannot know them. `$decision{Money}`, anywhere in a text, stands for
 * the decision whose topic is Money: one that an earlier call of the same reply records, by its place (d#1), else by the
 * id that the request has. Where there is none, the words stay, and Huddle refuses them as any others.
 */
export function citingDecisions(calls: Calls, request: string): Calls {
  const lines = request.split("\n");
  const known = lines.filter((line) => recorded.test(line));
  const before = lines.filter((line) => line.startsWith("Recorded as d")).length;
  const made: string[] = [];
  return calls.map((call) => {
    const input = withIds(call.input, (topic) => {
      const place = made.lastIndexOf(topic);
      if (place >= 0) return `d#${before + place + 1}`;
      return recorded.exec(known.findLast((line) => line.includes(` ${topic}: `)) ?? "")?.[1];
    });
    if (call.tool === "record_decision") made.push(String(call.input.topic));
    return { ...call, input };
  });
}

/** A decision as rules have it, and as it stands in the talk. */
const recorded = /^(?:- |\[recorded |\[amended d\d+ → )(d\d+)[ ,]/;

function withIds<T>(input: T, idOf: (topic: string) => string | undefined): T {
  const written = JSON.stringify(input).replace(
    /\$decision\{([^}"]+)\}/g,
    (words, topic: string) => idOf(topic) ?? words,
  );
  return JSON.parse(written) as T; // ids in place of other words
}
