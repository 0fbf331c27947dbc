import type { HeldWhy } from "../../../core/permits/held.ts";
import { leadsOut } from "../../../core/permits/leads-out.ts";
import type { GitCall } from "../../git/run-git.ts";
import type { Site } from "../../site.ts";

/** A path that differs in the index, with what was in the base commit and what is there now. Mode 0: nothing. */
export interface Entry {
  readonly path: string;
  readonly before: Version;
  readonly after: Version;
}

interface Version {
  readonly mode: string;
  readonly object: string;
}

const link = "120000";
const repository = "160000";

/** Those of these paths whose new content no commit may hold, and why. */
export async function heldByContent(
  site: Site,
  entries: readonly Entry[],
  call: GitCall,
): Promise<ReadonlyMap<Entry, HeldWhy>> {
  const found = new Map<Entry, HeldWhy>();
  const files: Entry[] = [];
  for (const entry of entries) {
    const { mode, object } = entry.after;
    if (mode === repository) found.set(entry, "repository");
    else if (mode === link && leadsOut(entry.path, await textOf(site, object, call)))
      found.set(entry, "link");
    else if (mode !== "0") files.push(entry);
  }
  for (const entry of await withNewKeys(site, files, call)) found.set(entry, "key");
  return found;
}

async function textOf(site: Site, object: string, call: GitCall): Promise<string> {
  return (await site.git(["cat-file", "blob", object], call)).bytes.toString("utf8");
}

/** The files that hold a key in use which the same path did not hold before. */
async function withNewKeys(site: Site, files: readonly Entry[], call: GitCall): Promise<ReadonlySet<Entry>> {
  const keys = site.redaction.needles();
  const found = new Set<Entry>();
  const objects = (those: readonly Entry[], side: "before" | "after") =>
    those.flatMap((entry) => (entry[side].mode === "0" ? [] : [entry[side].object]));
  const some = await holding(site, objects(files, "after"), keys.flat(), call);
  const suspects = files.filter(({ after }) => some.has(after.object));
  if (suspects.length === 0) return found;
  for (const key of keys) {
    const now = await holding(site, objects(suspects, "after"), key, call);
    const then = await holding(site, objects(suspects, "before"), key, call);
    for (const entry of suspects)
      if (now.has(entry.after.object) && !then.has(entry.before.object)) found.add(entry);
  }
  return found;
}

/** As many as fit on a command line. */
const atOnce = 500;

/** Those of these objects that hold one of these texts, whatever else is in them. The texts go by standard input. */
async function holding(
  site: Site,
  objects: readonly string[],
  texts: readonly string[],
  call: GitCall,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (texts.length === 0) return found;
  for (let at = 0; at < objects.length; at += atOnce) {
    const grep = ["grep", "--text", "--fixed-strings", "--files-with-matches", "-z", "-f", "-"];
    const { bytes } = await site.git([...grep, ...objects.slice(at, at + atOnce)], {
      ...call,
      input: `${texts.join("\n")}\n`,
      answers: [1],
    });
    for (const object of bytes.toString("utf8").split("\0")) if (object !== "") found.add(object);
  }
  return found;
}
