/** The options of all functions here. A wrong one is a TypeError at once. */
export function checkOptions({ delimiter = ",", trim = false } = {}) {
  if (typeof delimiter !== "string" || delimiter.length !== 1 || '"\r\n'.includes(delimiter))
    throw new TypeError("delimiter must be one character, and neither a quote nor a line break");
  if (typeof trim !== "boolean") throw new TypeError("trim must be true or false");
  return { delimiter, trim };
}
