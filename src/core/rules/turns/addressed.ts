/**
 * The names that a text speaks to without an @, in its order, each once: "Mara, does that hold?", "Next: mara and jonas,
 * …", "Does that hold, mara?". Only where a sentence begins or ends with them: a name in its middle is talked about.
 */
export function addressedIn(text: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const name = `(?:${names.join("|")})(?![\\w'’@-]|\\.\\w)`;
  const list = `${name}(?:(?:,? and |, ?| ?/ ?)${name})*`;
  const goesOn = `(?! ?(?:and )?(?:${name}|who(?:se)?\\b[^,?\n]*,))`;
  const first = new RegExp(`${beginning}(${list})(?:,${goesOn}|:(?= ))`, "gim");
  const last = new RegExp(`, (${name}) ?\\?`, "gi");
  const found = [...text.matchAll(first), ...text.matchAll(last)]
    .toSorted((one, other) => one.index - other.index)
    .flatMap(([, called = ""]) => [...called.matchAll(new RegExp(name, "gi"))])
    .map(([called]) => called.toLowerCase());
  return [...new Set(found)];
}

/** Of the text, of a line or of a sentence, or what follows "Next:". */
const beginning = `(?:^(?:[-*] |\\d+[.)] )?|[.!?]["'”’)]* |\\bnext\\b[^:.!?\\n]{0,40}: )`;
