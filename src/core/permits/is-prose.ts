import { steersAgents } from "./agent-files.ts";
import { plainName } from "./guard-names.ts";

/**
 * Whether a path can only hold words for people: no program reads it to work, as far as its name says. In doubt it is
 * not: then somebody reviews the change.
 */
export function isProse(path: string): boolean {
  const segments = path.split("/");
  const folders = segments.slice(0, -1).map(plainName);
  const name = plainName(segments.at(-1) ?? "");
  if (steersAgents(segments) || folders.some((folder) => folder.startsWith(".") || working.has(folder)))
    return false;
  if (known.test(name)) return true;
  if (name.startsWith(".")) return false;
  return markup.test(name) || (name.endsWith(".txt") && folders.some((folder) => documents.has(folder)));
}

/** A README, with or without the ending of a text. */
const known =
  /^(readme|changelog|changes|history|news|licen[cs]e|copying|notice|authors|contributors|contributing|maintainers|code_of_conduct|security|support|governance|roadmap|todo|faq|credits|thanks)(\.(md|markdown|rst|txt|adoc|asciidoc))?$/;
/** `.mdx` is a program. */
const markup = /\.(md|markdown|rst|adoc|asciidoc)$/;
/** A `.txt` elsewhere may be data: `requirements.txt`, `robots.txt`, a list of words. */
const documents = new Set(["doc", "docs", "documentation"]);
/** What lies in here is read by programs and tests, whatever its ending says. */
const working = new Set(
  "src source lib libs app apps cmd pkg internal test tests spec specs __tests__ __snapshots__ __fixtures__ fixtures fixture testdata test-data snapshots golden data assets static public templates template views prompts prompt content posts _posts pages locales i18n resources migrations scripts bin config".split(
    " ",
  ),
);
