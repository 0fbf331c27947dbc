import { heldWords } from "../../core/permits/held.ts";
import type { Changed } from "../../core/ports/commands.ts";
import { pathList } from "../../core/text/path-list.ts";

/** Most paths that are named, of all kinds together. */
const most = 30;

/**
 * What the commit of a task will hold, for its author: files that a command left behind are easily missed. What a person
 * has yet to say yes to is told apart: nobody knows yet whether the commit holds it.
 */
export function willHold({ changed, added = [], deleted = [], held = [], asks = [] }: Changed): string {
  const apart = new Set([...added, ...deleted]);
  const isSure = (path: string) => !asks.includes(path);
  const kinds = [
    { verb: "adds", paths: added.filter(isSure) },
    { verb: "changes", paths: changed.filter((path) => !apart.has(path) && isSure(path)) },
    { verb: "deletes", paths: deleted.filter(isSure) },
  ];
  let room = most;
  const parts = kinds.flatMap(({ verb, paths }) => {
    if (paths.length === 0) return [];
    const named = Math.max(1, Math.min(room, paths.length));
    room -= named;
    return [`${verb} ${pathList(paths, named)}`];
  });
  const what = parts.length === 0 ? "changes nothing" : parts.join("; ");
  const asked = asks.length === 0 ? [] : [`A person is asked first for ${pathList(asks)}.`];
  return [`The commit ${what}.`, ...asked, ...heldWords(held)].join(" ");
}
