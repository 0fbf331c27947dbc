/** What a model or a provider sends is read by functions that walk down into it. Nothing real is deeper than this. */
export const deepest = 64;

/** Whether a value is nested deeper than this. Also true for a circular one. */
export function isDeep(value: unknown, left = deepest): boolean {
  if (typeof value !== "object" || value === null) return false;
  return left === 0 || Object.values(value).some((one) => isDeep(one, left - 1));
}
