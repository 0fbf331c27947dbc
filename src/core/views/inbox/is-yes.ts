/** Words that mean yes and nothing else. */
export function isYes(typed: string): boolean {
  return ["yes", "y", "accept", "ok"].includes(typed.toLowerCase());
}
