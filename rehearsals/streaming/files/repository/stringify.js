import { checkOptions } from "./options.js";

/** The text of these rows, with quotes where they are needed. */
export function stringify(rows, options) {
  const { delimiter } = checkOptions(options);
  const quote = (field) => {
    const text = String(field ?? "");
    return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(quote).join(delimiter)}\n`).join("");
}
