/** The text or, if it is too long, its start and its end, with a note between them of how much is missing. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = wholeBefore(text, Math.ceil(most * 0.65));
  const tail = wholeBefore(text, text.length - Math.floor(most * 0.35));
  return `${text.slice(0, head)}\n(${tail - head} characters left out here)\n${text.slice(tail)}`;
}

/** An index that does not split a surrogate pair. */
function wholeBefore(text: string, place: number): number {
  const unit = text.charCodeAt(place);
  return unit >= 0xdc00 && unit < 0xe000 ? place - 1 : place;
}
