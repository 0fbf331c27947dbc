/** Whether the operating system refused, with one of these codes if any are given. */
export function isErrno(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
  return codes.length === 0 || codes.includes(error.code);
}
