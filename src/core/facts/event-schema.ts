import { z } from "zod";

/**
 * Schemas are loose, so that fields written by a newer version live on; the type is the strict one, so that a
 * misspelt field in our own code does not compile. Only the type differs: the cast narrows what we may write.
 */
export function event<const T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) {
  return z.looseObject({ type: z.literal(type), ...shape }) as unknown as z.ZodObject<
    { type: z.ZodLiteral<T> } & S
  >;
}
