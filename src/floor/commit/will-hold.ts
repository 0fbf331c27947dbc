import type { Changed } from "../../core/ports/commands.ts";
import { pathList } from "../../core/text/path-list.ts";

/** Most paths that are named, of all kinds together. */
const most = 30;

/** What the commit of a task will hold, for its author: files that a command left behind are easily missed. */
export function willHold({ changed, added = [], deleted = [], held = [] }: Changed): string {
  const apart = new Set([...added, ...deleted]);
  const kinds = [
    { verb: "adds", paths: added },
    { verb: "changes", paths: changed.filter((path) => !apart.has(path)) },
    { verb: "deletes", paths: deleted },
  ];
  let room = most;
  const parts = kinds.flatMap(({ verb, paths }) => {
    if (paths.length === 0) return [];
    const named = Math.max(1, Math.min(room, paths.length));
    room -= named;
    return [`${verb} ${pathList(paths, named)}`];
  });
  const what = parts.length === 0 ? "changes nothing" : parts.join("; ");
  const kept = held.length === 0 ? "" : ` Only a person changes ${pathList(held)}: left as before.`;
  return `The commit ${what}.${kept}`;
}
