const digits = 12;

/** A result as a person reads it: whole numbers as they are, everything else rounded. */
export function format(value) {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(digits)));
}
