import type { Files } from "../../core/ports/files.ts";

/** A start, a middle and an end, each on a line of its own, as git writes them. */
const markers = /^<{7}(?: .*)?\r?$[\s\S]*?^={7}\r?$[\s\S]*?^>{7}(?: .*)?\r?$/m;

/** Those of the files in which both sides of a conflict still stand between markers. */
export async function leftMarkers(
  files: Pick<Files, "readText">,
  paths: readonly string[],
): Promise<readonly string[]> {
  const texts = await Promise.all(paths.map((path) => files.readText(path)));
  return paths.filter((_, index) => {
    const read = texts[index];
    return read?.kind === "text" && markers.test(read.text);
  });
}
