import type { Files } from "../../core/ports/files.ts";
import type { Findings } from "../../core/terms/artifacts.ts";
import { lineCounts } from "../../core/work/check-citations.ts";

/** Checks at most this many findings. */
const most = 50;

/** Findings that point to nothing: to a missing file, or to a line that the file does not have. */
export async function findingFaults({ findings }: Findings, files: Files): Promise<readonly string[]> {
  const looked = findings.slice(0, most);
  const counts = await lineCounts(
    looked.flatMap(({ file }) => file ?? []),
    files,
  );
  return looked.flatMap(({ file, line = 0 }, index) => {
    if (file === undefined) return [];
    const lines = counts.get(file);
    if (lines === undefined)
      return [
        `findings.${index}: there is no file ${file}. Leave file and line out where a whole file is missing.`,
      ];
    return line > lines
      ? [`findings.${index}: ${file} has ${lines} lines, so there is no line ${line}.`]
      : [];
  });
}
