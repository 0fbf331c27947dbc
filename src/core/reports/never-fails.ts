const always = /^(?:true|:|exit 0|\/bin\/true|echo\b[^|&]*|printf\b[^|&]*|node -e (?:""|''|0)|)$/;

/** Whether a command ends well whatever the tests say: of several, the last one decides. */
export function neverFails(body: string): boolean {
  const [prefix = ""] = /^[@-]*/.exec(body.trim()) ?? [];
  if (prefix.includes("-")) return true;
  const text = body.trim().slice(prefix.length);
  const last = partsOf(text, /\n|;|&&/).at(-1) ?? "";
  if (/\|\|\s*(?:true|:|exit 0|echo\b[^|&]*)\s*$/.test(last)) return true;
  return (
    always.test(last) && (!text.includes("&&") || text.split("&&").every((part) => always.test(part.trim())))
  );
}

/** The same of what a target needs, in the first line, and what it runs below it: make stops at the first failing line. */
export function recipeNeverFails(body: string): boolean {
  const [needs = "", ...lines] = body.replace(/\\\n/g, " ").split("\n");
  if (lines.length === 0) return needs === "";
  if (lines[0]?.startsWith("#!")) return scriptNeverFails(lines.join("\n"));
  return lines.every((line) => line.startsWith("#") || neverFails(line));
}

/** The same of a shell script. After `set -e` it stops at the first failing command. */
export function scriptNeverFails(text: string): boolean {
  const body = text
    .split("\n")
    .filter((line) => !/^\s*(?:#|set [-+]|$)/.test(line))
    .join("\n");
  const stops = /^#!.*\s-\w*e|(?:^|;)\s*set (?:-\w+ )*-(?:\w*e|o errexit)/m.test(text);
  if (!stops || /(?:^|;)\s*set \+\w*e/m.test(text)) return neverFails(body);
  return partsOf(body, /\n|;/).every((part) => neverFails(part) || preparing.test(part));
}

/** What comes before tests and says nothing about them. */
const preparing = /^(?:(?:cd|export|mkdir) [^|&]*|[A-Za-z_]\w*=\S*)$/;

function partsOf(text: string, between: RegExp): readonly string[] {
  return text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
