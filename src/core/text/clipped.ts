/** The text or, if it is longer than `most`, that much of its start and an ellipsis. No character is cut in two. */
export function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, wholeBefore(text, most))}…`;
}

/** This place or the one before it, so that it does not split a surrogate pair. */
export function wholeBefore(text: string, place: number): number {
  const unit = text.charCodeAt(place);
  return unit >= 0xdc00 && unit < 0xe000 ? place - 1 : place;
}
