import { z } from "zod";
import { issueWords } from "../core/text/issue-words.ts";
import type { JsonText } from "./read-json.ts";

/** Something in a file that its schema does not allow. */
export interface Misfit {
  readonly line: number;
  /** `team.engineers[0].name` */
  readonly field: string;
  /** What is wrong, or what is allowed there. */
  readonly text: string;
}

/** Everything that is wrong with a file, in the order in which its schema finds it. Empty: it fits. */
export function misfitsOf({ value, placeOf }: JsonText, schema: z.ZodType): readonly Misfit[] {
  const misfit = (path: readonly PropertyKey[], text: string): Misfit => ({
    line: placeOf(path).line,
    field: fieldOf(path),
    text,
  });
  return (schema.safeParse(value).error?.issues ?? []).flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => misfit([...issue.path, key], unknownText(schema, issue.path)))
      : [misfit(issue.path, issueWords(issue, value))],
  );
}

function fieldOf(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`));
  return steps.join("").replace(/^\./, "") || "the whole file";
}

function unknownText(schema: z.ZodType, path: readonly PropertyKey[]): string {
  const allowed = keysAt(schema, path);
  return `there is no such field here${allowed.length > 0 ? `; the fields are: ${allowed.join(", ")}` : ""}`;
}

/** The keys that a schema knows at a path. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  // A JSON Schema may hold more; the code below reads only this.
  let at: JsonSchema | undefined = z.toJSONSchema(schema, { unrepresentable: "any" }) as JsonSchema;
  for (const step of path) at = typeof step === "number" ? at?.items : at?.properties?.[String(step)];
  return Object.keys(at?.properties ?? {}).filter((key) => key !== "$schema");
}

/** The part of a JSON Schema that is needed to walk down it. */
interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}
