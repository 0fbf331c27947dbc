/** Ends an exhaustive switch: a new member of the union breaks the build here instead of failing at run time. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value ${JSON.stringify(value)}`);
}
