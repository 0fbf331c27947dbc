import type { Called, Heard, Script } from "./slow-server.ts";

/** Each task reads and writes in so many requests, then is done; its reviewer approves at once. */
export function plainScript(asks: number): Script {
  return (heard) => {
    if (heard.tools.includes("review_complete")) return approval(heard);
    if (heard.ask >= asks) return { tool: "done", input: { summary: "Add what was asked for." } };
    const path = `src/${taskIn(heard)}.js`;
    if (heard.ask % 2 === 0)
      return { tool: "write_file", input: { path, content: `export const value = ${heard.ask};\n` } };
    return { tool: "read_file", input: { path: heard.ask === 1 ? "README.md" : path } };
  };
}

function taskIn({ words }: Heard): string {
  return /Task (\w+):/.exec(words)?.[1] ?? "t1";
}

function approval({ words }: Heard): Called {
  const criteria = [...words.matchAll(/- ([rt]\d+\.\d+) /g)].map(([, id]) => ({
    ...{ id, met: "yes", evidence: ["check tests"] },
  }));
  return {
    tool: "review_complete",
    input: { status: "approved", feedback: "It does what it says.", criteria },
  };
}
