/** By its name alone, so that a part holds the same points in every run. */
export function isInPart(point: string, part: number, share: number): boolean {
  return [...point].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % share === part;
}
