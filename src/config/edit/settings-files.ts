import { createHash } from "node:crypto";
import { mkdir, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { z } from "zod";
import { Fault } from "../../core/fault.ts";
import { systemFault } from "../../core/system-fault.ts";
import type {
  SettingChange,
  SettingsFile,
  SettingsFiles,
  SettingsPlace,
  Shape,
} from "../../core/views/settings/settings-file.ts";
import { withValue } from "../edit-json.ts";
import { misfitsOf } from "../misfits.ts";
import { readJson } from "../read-json.ts";
import { readTextFile } from "../read-text-file.ts";
import { teamFilePath } from "../team/read-team.ts";
import { teamFileSchema } from "../team/team-file.ts";
import { oneWriter } from "../user/one-writer.ts";
import { userConfigPath } from "../user/user-config.ts";
import { userConfigSchema } from "../user/user-config-schema.ts";
import { writePrivate } from "../user/write-private.ts";
import { shapeOf } from "./shape-of.ts";

export interface SettingsSurroundings {
  /** Top of the person's checkout. */
  readonly root: string;
  /** The person's own folder. */
  readonly config: string;
  /** The team file, where a sparse checkout leaves it out. */
  readonly committed: () => Promise<string | undefined>;
}

/** One of the two, as it lies on the disk. */
interface Lying {
  readonly path: string;
  readonly schema: z.ZodType;
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  /** Does this while no other process of ours changes the file. */
  alone<T>(act: () => Promise<T>): Promise<T>;
}

export function openSettingsFiles(at: SettingsSurroundings): SettingsFiles {
  const files = { project: projectFile(at), own: ownFile(at.config) };
  return {
    read: async (place) => asShown(place, files[place], await files[place].read()),
    async change(change) {
      const { path, read, write, alone } = files[change.place];
      await alone(async () => write(changed(files[change.place], await read(), change)));
      return path;
    },
  };
}

function projectFile({ root, committed }: SettingsSurroundings): Lying {
  const path = teamFilePath(root);
  return {
    path,
    schema: teamFileSchema,
    read: async () => (await readTextFile(path)) ?? committed(),
    write: (text) => writeShared(path, text),
    alone: (act) => act(),
  };
}

function ownFile(config: string): Lying {
  const path = userConfigPath(config);
  return {
    path,
    schema: userConfigSchema,
    read: () => readTextFile(path),
    write: (text) => writePrivate(path, text),
    alone: (act) => oneWriter(path, act),
  };
}

/** By rename, so that nobody reads half of it. A link stays a link. */
async function writeShared(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, text);
    await rename(temporary, await realpath(path).catch(() => path));
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {});
    throw systemFault(cause) ?? cause;
  }
}

function asShown(place: SettingsPlace, { path, schema }: Lying, text: string | undefined): SettingsFile {
  const shape = shapeOf(schema);
  const found = { place, path, exists: text !== undefined, shape, mark: markOf(text) };
  if (text === undefined) return { ...found, value: {}, faults: [] };
  const read = readJson(withoutMark(text));
  if (read.kind === "wrong") return { ...found, value: {}, faults: [notJson(read)] };
  const faults = misfitsOf(read, schema).map((one) => `line ${one.line}, ${one.field}: ${one.text}`);
  return { ...found, value: fieldsIn(shownIn(shape, read.value)), faults };
}

/** The text after a change. What was wrong with the file before does not keep it from being changed. */
function changed({ path: file, schema }: Lying, text: string | undefined, change: SettingChange): string {
  if (markOf(text) !== change.seen)
    throw new Fault("refused", `${file} has changed since you looked, so nothing was written. Look again.`);
  const before = text ?? "{}\n";
  const read = readJson(withoutMark(before));
  if (read.kind === "wrong") throw new Fault("config.invalid", `${file}, ${notJson(read)}.`);
  const after = withValue(file, before, change.path, change.value);
  const then = readJson(withoutMark(after));
  if (then.kind === "wrong") throw new Error(`a change made ${file} unreadable: ${then.why}`);
  const known = new Set(misfitsOf(read, schema).map(wordsOf));
  const added = misfitsOf(then, schema)
    .map(wordsOf)
    .filter((words) => !known.has(words));
  if (added.length > 0)
    throw new Fault("config.invalid", [`Nothing was written to ${file}:`, ...added].join("\n  "));
  return after;
}

function wordsOf({ field, text }: { readonly field: string; readonly text: string }): string {
  return `${field}: ${text}`;
}

function notJson({ line, column, why }: { line: number; column: number; why: string }): string {
  return `line ${line}, column ${column}: this is not JSON (${why})`;
}

function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

function markOf(text: string | undefined): string {
  return text === undefined ? "" : createHash("sha256").update(text).digest("hex");
}

/** The value without keys. What Huddle does not know may be one, under a name with a slip in it. */
function shownIn(shape: Shape | undefined, value: unknown): unknown {
  if (!shape || shape.kind === "secret") return hidden;
  if (shape.kind === "free") return value;
  if (Array.isArray(value))
    return value.map((one) => shownIn(shape.kind === "list" ? shape.of : undefined, one));
  if (typeof value !== "object" || value === null) return value;
  const inner = (name: string) =>
    shape.kind === "group" ? shape.fields[name] : shape.kind === "named" ? shape.of : undefined;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shownIn(inner(name), one)]));
}

const hidden = "(not shown)";

function fieldsIn(value: unknown): Readonly<Record<string, unknown>> {
  const isFields = typeof value === "object" && value !== null && !Array.isArray(value);
  // Every object that JSON can make has only fields with names.
  return isFields ? (value as Record<string, unknown>) : {};
}
