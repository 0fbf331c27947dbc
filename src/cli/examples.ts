import { shownByExample } from "./shelves.ts";

const lines = shownByExample.flatMap(({ example }) =>
  example ? [`  ${example.typed.padEnd(44)}  ${example.does}`] : [],
);

/** The end of `huddle --help`. */
export const examples = `
Examples:
${lines.join("\n")}

Exit codes: 0 finished or nothing to do, 1 something is wrong, 2 wrong usage, 3 waiting for you,
4 over budget, 5 the work failed its checks, 130 stopped.
`;
