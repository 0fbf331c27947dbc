/** A name as it can stand in a list: one that would break out of its line is shown as a JSON string. */
export function onOneLine(name: string): string {
  return /^"|\p{Cc}/u.test(name) ? JSON.stringify(name) : name;
}
