import { changedTexts } from "../../text/changed-files.ts";

/** Places in a diff where a conflict was not resolved: a marker that git left stands in an added line. */
export function conflictMarkers(diff: string): readonly { readonly path: string; readonly line: number }[] {
  return changedTexts(diff).flatMap(({ path, added }) =>
    added.flatMap(({ line, text }) => (/^(?:<{7}|>{7})(?: |$)/.test(text) ? [{ path, line }] : [])),
  );
}
