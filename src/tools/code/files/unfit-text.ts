/** Why a path cannot be that of a new file, in words for the model. */
export function unfitName(path: string): string | undefined {
  return /[\n\t]/.test(path) ? "The name of a new file is one line without tabs." : undefined;
}

/** Why a text cannot be a file's text, in words for the model. Every other character is kept as it is. */
export function unfitText(text: string): string | undefined {
  if (text.includes("\0"))
    return "It holds a NUL character, which a text file cannot hold. Write it as an escape.";
  if (!/\p{Cs}/u.test(text)) return undefined;
  return "It holds half a surrogate pair, which a text file cannot hold. Write it as an escape.";
}
