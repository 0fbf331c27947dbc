/** More of it than this nobody reads line by line. */
const most = { lines: 300, characters: 20_000 } as const;

/** Whether the change of a file is a mass of data, as far as its name says: it must not stand in front of the code. */
export function isLargeData(
  path: string,
  change: { readonly lines: number; readonly text: string },
): boolean {
  return (change.lines > most.lines || change.text.length > most.characters) && isData(path);
}

/** A name that could as well be code's, such as one without an ending, is not data. Nor is what decides what runs. */
function isData(path: string): boolean {
  const segments = path.toLowerCase().split("/");
  const name = segments.at(-1) ?? "";
  return endings.test(name) && !rules.test(name) && !segments.some((segment) => segment.startsWith("."));
}

const endings =
  /\.(?:txt|csv|tsv|psv|dat|data|jsonl?|ndjson|geojson|topojson|log|out|dump|lst|snap|svg|hex|tap|vtt|srt|po|fasta|pgn)$/;

/** Files of build tools and package managers that end like data. */
const rules =
  /^(?:package|composer|deno|bower|lerna|nx|turbo|project|angular|firebase|vercel|cmakepresets|tsconfig.*|jsconfig.*)\.json$|^cmakelists\.txt$|(?:requirements|constraints).*\.txt$|^robots\.txt$/;
