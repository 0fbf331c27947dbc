import type { ChangedText } from "../../text/changed-files.ts";

interface Named {
  readonly name: string;
  readonly line: number;
}

/** Whether a file says what a project depends on. */
export function isManifest(path: string): boolean {
  return shapeOf(path) !== undefined;
}

/** The dependencies that a change of such a file names and that the lines it replaces did not. */
export function addedDependencies({ path, added, removed }: ChangedText): readonly Named[] {
  const shape = shapeOf(path);
  if (!shape) return [];
  const nameIn = (text: string) => {
    const name = shape.exec(text)?.[1];
    return name === undefined || notThose.has(name) ? undefined : name;
  };
  const before = new Set(removed.map(nameIn));
  return added.flatMap(({ line, text }) => {
    const name = nameIn(text);
    return name === undefined || before.has(name) ? [] : [{ name, line }];
  });
}

/** Fields that look like dependencies and are none. */
const notThose = new Set([
  "version",
  "node",
  "npm",
  "pnpm",
  "yarn",
  "edition",
  "rust-version",
  "requires-python",
]);

/** How a line of a file names a dependency. */
function shapeOf(path: string): RegExp | undefined {
  const file = path.slice(path.lastIndexOf("/") + 1);
  return shapes.find(({ name }) => name.test(file))?.line;
}

const version = String.raw`[\^~<>=*]|v?\d|latest"|workspace:|npm:|file:|link:|git[+@:]|https?:`;

const shapes: readonly { readonly name: RegExp; readonly line: RegExp }[] = [
  {
    name: /^(?:package|composer|deno)\.jsonc?$/,
    line: new RegExp(`^\\s*"((?:@[\\w.-]+/)?[\\w./-]+)"\\s*:\\s*"(?:${version})`),
  },
  { name: /^requirements.*\.(?:txt|in)$/, line: /^\s*([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*(?:$|[=<>!~;@#])/ },
  {
    name: /^(?:pyproject|Cargo|Pipfile)(?:\.toml)?$/,
    line: /^\s*"?([A-Za-z][\w.-]*)"?(?:\[[^\]]*\])?\s*(?:=\s*(?:"[\^~<>=\d*]|\{.*(?:version|path|git)\b)|[<>=!~]=[^"]*",?$)/,
  },
  { name: /^go\.mod$/, line: /^\s*(?:require\s+)?([a-z][\w.-]*\.[\w./~-]+)\s+v\d/ },
  { name: /^Gemfile$/, line: /^\s*gem\s+["']([\w-]+)["']/ },
];
