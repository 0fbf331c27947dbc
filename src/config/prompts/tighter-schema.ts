import { z } from "zod";

/** The part of JSON Schema that our shipped schemas use. */
export interface ShippedSchema {
  readonly type: "object" | "array" | "string" | "integer";
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, ShippedSchema>>;
  readonly required?: readonly string[];
  readonly items?: ShippedSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
}

/**
 * What a project's own schema may be: it has the same fields as the one that ships, may describe them in other words,
 * and may ask for more, never for less. It cannot add a pattern, which would run in our process.
 */
export function tighterSchema(shipped: ShippedSchema): z.ZodType {
  const common = {
    type: same(shipped.type),
    description: z.string("must be text").optional(),
    default: same(shipped.default),
  };
  switch (shipped.type) {
    case "object":
      return objectSchema(shipped, common);
    case "array":
      return z
        .strictObject(
          {
            ...common,
            items: shipped.items ? tighterSchema(shipped.items) : z.undefined(),
            minItems: atLeast(shipped.minItems),
            maxItems: atMost(shipped.maxItems),
          },
          noObject,
        )
        .refine(({ minItems = 0, maxItems = minItems }) => minItems <= maxItems, {
          path: ["minItems"],
          error: "is more than maxItems: nothing would fit",
        });
    case "string":
      return z
        .strictObject(
          {
            ...common,
            minLength: atLeast(shipped.minLength),
            maxLength: atMost(shipped.maxLength),
            pattern: same(shipped.pattern),
            enum: someOf(shipped.enum),
          },
          noObject,
        )
        .refine(({ minLength = 0, maxLength = minLength }) => minLength <= maxLength, {
          path: ["minLength"],
          error: "is more than maxLength: nothing would fit",
        });
    case "integer":
      return z.strictObject(
        { ...common, exclusiveMinimum: same(shipped.exclusiveMinimum), maximum: atMost(shipped.maximum) },
        noObject,
      );
  }
}

const noObject = told("must be an object in { }");

function objectSchema(shipped: ShippedSchema, common: Readonly<Record<string, z.ZodType>>): z.ZodType {
  const fields = Object.entries(shipped.properties ?? {});
  const names = fields.map(([name]) => name);
  const kept = shipped.required ?? [];
  const required = z
    .array(
      z.enum(names, { error: ({ input }) => `there is no field ${String(input)}` }),
      told("must be a list of field names"),
    )
    .refine((own) => kept.every((name) => own.includes(name)), told(`must keep ${kept.join(", ")}`));
  const properties = Object.fromEntries(fields.map(([name, one]) => [name, tighterSchema(one)]));
  return z
    .strictObject(
      {
        ...common,
        properties: z.strictObject(properties, noObject),
        required: kept.length > 0 ? required : required.optional(),
        // Without effect: fields that nobody knows are dropped.
        additionalProperties: z.boolean(told("must be true or false")).optional(),
      },
      noObject,
    )
    .superRefine((own, context) => {
      for (const name of names)
        if (isFilled(own.properties[name]) && !own.required?.includes(name))
          context.addIssue({
            code: "custom",
            path: ["properties", name, "minItems"],
            message: `needs "${name}" in "required" too, or it could be left out`,
          });
    });
}

function isFilled(list: unknown): boolean {
  return z.object({ minItems: z.int().positive() }).safeParse(list).success;
}

/** Must be the same as what ships. */
function same(shipped: unknown): z.ZodType {
  if (shipped === undefined) return z.undefined("must not be added").optional();
  const text = JSON.stringify(shipped);
  return z.custom((own) => JSON.stringify(own) === text, told(`must not be changed; it is ${text}`));
}

function atLeast(shipped: number | undefined): z.ZodType<number | undefined> {
  const least = shipped ?? 0;
  const error = told(`must be a whole number, ${least} or more`);
  const own = z.int(error).min(least, error);
  return shipped === undefined ? own.optional() : own;
}

function atMost(shipped: number | undefined): z.ZodType<number | undefined> {
  const error = told(`must be a whole number${shipped === undefined ? "" : `, at most ${shipped}`}`);
  const own = z.int(error).nonnegative(error);
  return shipped === undefined ? own.optional() : own.max(shipped, error);
}

function someOf(shipped: readonly string[] | undefined): z.ZodType {
  const error = told("must be a list with at least one text");
  if (!shipped) return z.array(z.string(error), error).min(1, error).optional();
  return z.array(z.enum(shipped, `may only hold ${shipped.join(", ")}`), error).min(1, error);
}

/** One message for every error but a missing value. Stops there, so that no follow-up errors are reported. */
function told(text: string): { readonly error: z.core.$ZodErrorMap; readonly abort: true } {
  return { error: ({ input }) => (input === undefined ? "must not be left out" : text), abort: true };
}
