/** Words that mean yes and nothing else. */
export function isYes(answer: string): boolean {
  return ["yes", "y", "accept", "ok"].includes(answer.trim().toLowerCase());
}
