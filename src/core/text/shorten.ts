/** The text, or when it is too long its beginning and its end, with words between that say how much is missing. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = wholeBefore(text, Math.ceil(most * 0.65));
  const tail = wholeBefore(text, text.length - Math.floor(most * 0.35));
  return `${text.slice(0, head)}\n(${tail - head} characters left out here)\n${text.slice(tail)}`;
}

/** A place that does not stand between the two halves of one character. */
function wholeBefore(text: string, place: number): number {
  const unit = text.charCodeAt(place);
  return unit >= 0xdc00 && unit < 0xe000 ? place - 1 : place;
}
