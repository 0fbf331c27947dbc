import type { Denied, Files } from "../../core/ports/files.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import type { ToolContext, ToolResult } from "../../core/work/tool.ts";

/**
 * What a reading tool gets: the same files, with keys taken out of their texts before a tool cuts them into pages.
 * Writing goes through `worktree`, which stays as it is.
 */
export function readingHands(hands: ToolContext, { redact }: Redaction): ToolContext {
  const { files, diff } = hands;
  return {
    ...hands,
    files: files && withoutKeys(files, redact),
    diff: diff && (async (part) => redactedDiff(await diff(part), redact)),
  };
}

/** Words about why there is no diff are ours. */
function redactedDiff(diff: string | ToolResult, redact: Redaction["redact"]): string | ToolResult {
  return typeof diff === "string" ? redact(diff) : diff;
}

function withoutKeys(files: Files, redact: Redaction["redact"]): Files {
  return {
    async readText(path) {
      const read = await files.readText(path);
      return read.kind === "text" ? { ...read, text: redact(read.text) } : read;
    },
    async list(folder) {
      const names = await files.list(folder);
      return isDenied(names) ? names : names.map(redact);
    },
    async match(glob) {
      const paths = await files.match(glob);
      return isDenied(paths) ? paths : paths.map(redact);
    },
    async search(pattern, options) {
      const found = await files.search(pattern, options);
      if (found.kind === "denied") return found;
      return { ...found, matches: found.matches.map((match) => ({ ...match, text: redact(match.text) })) };
    },
  };
}

function isDenied(names: readonly string[] | Denied): names is Denied {
  return "kind" in names;
}
