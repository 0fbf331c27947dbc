/**
 * Of a git configuration what says how the repository is stored and what its branches follow. Everything else stays
 * out, because it may be a key, an address with a token, a file to include or a command to run.
 */
export function scrubConfig(text: string): string {
  const kept: string[] = [];
  let header = "";
  let open = "";
  for (const line of linesOf(text)) {
    const section = /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line);
    const [, name, sub, rest = ""] = section ?? [];
    if (name !== undefined)
      header = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()} "${sub}"`;
    const entry = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*?))?\s*$/.exec(name === undefined ? line : rest);
    const [, key, value] = entry ?? [];
    if (key === undefined || !isKept(header, key.toLowerCase(), value)) continue;
    if (open !== header) kept.push(`[${header}]`);
    open = header;
    kept.push(value === undefined ? `\t${key}` : `\t${key} = ${value}`);
  }
  return kept.map((line) => `${line}\n`).join("");
}

/** A value that goes on in the next line is none that we keep. */
function linesOf(text: string): readonly string[] {
  return text.replace(/\\\r?\n/g, " ").split(/\r?\n/);
}

const keptKeys: Readonly<Record<string, readonly string[]>> = {
  core: [
    "repositoryformatversion",
    "filemode",
    "bare",
    "symlinks",
    "ignorecase",
    "precomposeunicode",
    "logallrefupdates",
    "autocrlf",
    "eol",
    "safecrlf",
    "quotepath",
    "whitespace",
    "abbrev",
    "sparsecheckout",
    "sparsecheckoutcone",
  ],
  extensions: [
    "objectformat",
    "compatobjectformat",
    "refstorage",
    "partialclone",
    "noop",
    "worktreeconfig",
    "relativeworktrees",
    "preciousobjects",
  ],
  index: ["version", "sparse"],
  branch: ["remote", "merge"],
  remote: ["fetch", "promisor"],
};

/** Names of branches and remotes have neither of these; an address has. */
const plain = /^[^\\"#;@]*$/;

function isKept(header: string, key: string, value = ""): boolean {
  const [section = ""] = header.split(/[ .]/);
  const named = section === "branch" || section === "remote";
  if (named !== header.includes('"') || !plain.test(value) || value.includes("://")) return false;
  if (named && header.includes("://")) return false;
  return keptKeys[section]?.includes(key) === true;
}
