import type { z } from "zod";
import { Fault } from "../core/fault.ts";
import { misfitsOf } from "./misfits.ts";
import { readJson } from "./read-json.ts";

/** Parses a settings file, or throws a Fault that names file, line, field and what is allowed there. */
export function parseConfig<T>(file: string, text: string, schema: z.ZodType<T>): T {
  const read = readJson(stripMark(text));
  if (read.kind === "wrong")
    throw new Fault(
      "config.invalid",
      `${file}, line ${read.line}, column ${read.column}: this is not JSON (${read.why}).`,
    );
  const parsed = schema.safeParse(read.value);
  if (parsed.success) return parsed.data;
  const places = misfitsOf(read, schema).map((one) => `\n  line ${one.line}, ${one.field}: ${one.text}`);
  throw new Fault("config.invalid", `${file} is not valid:${places.join("")}`);
}

/** Editors on Windows add a byte order mark. */
function stripMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
