/** A place in the code that a message names: a file and a line, or a range of lines. */
export interface Citation {
  /** As written, without the characters around it. */
  readonly text: string;
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** Lines of a file, as they were when a message cited them. */
export interface CitedLines {
  readonly path: string;
  /** The number of the first one. */
  readonly from: number;
  readonly lines: readonly string[];
}

/** How many citations of one message are checked at most. */
const most = 20;

/** The claims `path/file.ext:line` in a message, each once, up to the maximum. Addresses and times do not count. */
export function citationsIn(message: string): readonly Citation[] {
  const found = new Map<string, Citation>();
  for (const [word] of message.matchAll(words)) {
    const citation = citationOf(word);
    if (citation) found.set(citation.text, citation);
    if (found.size === most) break;
  }
  return [...found.values()];
}

/** Text between blanks, quotes, brackets and punctuation. No path that we would recognize contains these. */
const words = /[^\s"'`´“”‘’()[\]{}<>|,;!?*]+/gu;
const longest = 300;

function citationOf(word: string): Citation | undefined {
  if (word.length > longest) return undefined;
  const parts = claim.exec(word);
  if (!parts) return undefined;
  const [text, path = "", ending = "", first = "", last = first] = parts;
  if (!path.includes("/") && !knownEndings.has(ending.toLowerCase())) return undefined;
  return { text, path, from: Number(first), to: Number(last) };
}

/** A relative path, a line or a range, perhaps a column, and perhaps the end of a sentence. */
const claim =
  /^([\p{L}\p{N}_@.+~$%#=&-][^:\\]*\.(\p{L}[\p{L}\p{N}_+-]{0,15})):(\d{1,7})(?:[-–](\d{1,7}))?(?=$|[:.](?:\d+)?[:.]?$)/u;

/** Without a folder, a path looks like `server.port:80` or `example.com:443`, so only well-known file endings count. */
const knownEndings: ReadonlySet<string> = new Set(
  "js mjs cjs jsx ts mts cts tsx vue svelte py rb go rs java kt kts swift c h cc cpp hpp cs m php pl lua r jl scala clj ex exs erl hs ml dart zig sh bash zsh ps1 sql html htm css scss less md mdx rst txt json jsonc yaml yml toml ini cfg conf xml proto graphql tf gradle cmake csv svg lock".split(
    " ",
  ),
);

/** The mark behind a message with citations that do not exist. */
export function missingWords(missing: readonly string[], which = ""): string {
  return `${missing.join(", ")}${which} ${missing.length === 1 ? "does" : "do"} not exist`;
}
