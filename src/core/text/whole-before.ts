/** This place or the one before it, so that it does not split a surrogate pair. */
export function wholeBefore(text: string, place: number): number {
  const unit = text.charCodeAt(place);
  return unit >= 0xdc00 && unit < 0xe000 ? place - 1 : place;
}
