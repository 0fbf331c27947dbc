/** Whether git would take this as the name of a branch, by the rules of git-check-ref-format. */
export function isBranchName(name: string): boolean {
  if (name === "" || name === "@" || name === "HEAD" || name.startsWith("-") || name.endsWith("."))
    return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is looked for
  if (/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$/.test(name)) return false;
  return name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}
