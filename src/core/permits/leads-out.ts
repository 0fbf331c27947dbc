import { deniedByName } from "./guard-names.ts";

/**
 * Whether a symbolic link leads out of the project, or to what nobody on the team uses, such as `.git`. Judged by its
 * text alone, as it would be read anywhere: `..` counts only at the start, because behind another link it leads to
 * that one's parent.
 */
export function leadsOut(path: string, target: string): boolean {
  const steps = target.split(/[/\\]/).filter((step) => step !== "." && step !== "");
  if (target === "" || /^[/\\~]|^[A-Za-z]:|\0/.test(target)) return true;
  const up = steps.findIndex((step) => step !== "..");
  const ups = up < 0 ? steps.length : up;
  const down = steps.slice(ups);
  if (down.includes("..")) return true;
  const folder = path.split("/").slice(0, -1);
  if (ups > folder.length) return true;
  return deniedByName([...folder.slice(0, folder.length - ups), ...down]) !== undefined;
}
