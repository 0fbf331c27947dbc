import type { Files } from "../../core/ports/files.ts";
import type { Findings } from "../../core/terms/artifacts.ts";
import { lineCounts } from "../../core/work/check-citations.ts";

/** Most findings that are looked at. */
const most = 50;

/** Findings that point to nothing: a file that is not there, or a line that it does not have. */
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
