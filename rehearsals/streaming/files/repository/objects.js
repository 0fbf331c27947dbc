import { TableError } from "./errors.js";
import { parse } from "./parse.js";

/** Rows as objects by the names in the first row. */
export function parseObjects(text, options) {
  const [header = [], ...rows] = parse(text, options);
  const seen = new Set();
  header.forEach((name, index) => {
    if (seen.has(name))
      throw new TableError("DUPLICATE_HEADER", `The column ${name} is there twice`, 1, index + 1);
    seen.add(name);
  });
  return rows.map((row, index) => {
    const found = row.length;
    const place = index + 2;
    if (found !== header.length)
      throw new TableError("ROW_LENGTH", `${header.length} fields expected, ${found} found`, place, 1);
    return Object.fromEntries(header.map((name, at) => [name, row[at]]));
  });
}
