import { z } from "zod";

const options = z.record(z.string(), z.record(z.string(), z.json()));

const partSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("reasoning"), text: z.string(), options: options.optional() }),
  /** The next `length` characters of the reply's text. */
  z.object({ kind: z.literal("text"), length: z.int().nonnegative(), options: options.optional() }),
  z.object({ kind: z.literal("call"), options: options.optional() }),
]);
export type OpaquePart = z.infer<typeof partSchema>;

const opaqueSchema = z.object({ model: z.string(), parts: z.array(partSchema) });
/** The order of a reply's parts and the provider's metadata on them. Only for the model that gave the reply. */
export type Opaque = z.infer<typeof opaqueSchema>;

/** Undefined when text and calls already say everything. */
export function opaqueOf(model: string, parts: readonly OpaquePart[]): Opaque | undefined {
  const telling = parts.some((part) => part.kind === "reasoning" || part.options !== undefined);
  return telling ? { model, parts: [...parts] } : undefined;
}

/** What to send back with a reply. Undefined: another model gave it, or nothing was kept. */
export function partsFor(model: string, opaque: unknown): readonly OpaquePart[] | undefined {
  const parsed = opaqueSchema.safeParse(opaque);
  return parsed.success && parsed.data.model === model ? parsed.data.parts : undefined;
}
