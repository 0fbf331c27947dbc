import { z } from "zod";

/**
 * Schemas are loose, so fields of a newer version survive. The type is strict, so a misspelt field in our own code does
 * not compile. Only the type differs: the cast narrows what we may write.
 */
export function event<const T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) {
  return z.looseObject({ type: z.literal(type), ...shape }) as unknown as z.ZodObject<
    { type: z.ZodLiteral<T> } & S
  >;
}
