const most = 3;

/** Names of failing tests in what a check printed, as TAP, Node, Vitest, Jest or pytest write them. May be none. */
export function failingTests(output: string): readonly string[] {
  const named = output
    .split("\n")
    .flatMap((line) => patterns.flatMap((pattern) => pattern.exec(line)?.[1] ?? []));
  const names = [...new Set(named.map((name) => name.trim()))].filter((name) => name !== "" && !isFile(name));
  const shown = names.slice(0, most);
  return names.length > most ? [...shown, `and ${names.length - most} more`] : shown;
}

const patterns = [
  /^\s*not ok \d+ - (?!.*# (?:todo|skip))(.+?)(?:\s+#.*)?$/i,
  /^\s*[✖✗×✕] (.+?)(?: \([\d.]+ ?m?s\))?$/,
  /^FAILED (\S+)/,
];

/** TAP counts a file as a test of its own; the tests in it say more. */
function isFile(name: string): boolean {
  return /^\S*\/\S+\.[cm]?[jt]sx?$/.test(name);
}
