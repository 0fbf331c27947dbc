/** A name for a list, one per line. A name that would break its line is shown as a JSON string. */
export function onOneLine(name: string): string {
  return /^"|\p{Cc}/u.test(name) ? JSON.stringify(name) : name;
}
