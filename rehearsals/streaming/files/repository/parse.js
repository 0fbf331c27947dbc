import { TableError } from "./errors.js";
import { checkOptions } from "./options.js";

/** All rows of a text. A row is a list of fields; lines without anything are skipped. */
export function parse(text, options) {
  const { delimiter, trim } = checkOptions(options);
  const rows = [];
  let row = [];
  let field = "";
  let quoted = false;
  let line = 1;
  let column = 1;
  const start = text.startsWith("\uFEFF") ? 1 : 0;

  const endField = () => {
    row.push(trim && !quoted ? field.trim() : field);
    field = "";
    quoted = false;
  };
  const endRow = () => {
    if (row.length > 0 || field !== "" || quoted) {
      endField();
      rows.push(row);
    }
    row = [];
    line += 1;
    column = 0;
  };

  for (let at = start; at < text.length; at += 1, column += 1) {
    const character = text[at];
    if (character === '"') {
      if (field !== "" || quoted) throw new TableError("STRAY_QUOTE", "A quote inside a field", line, column);
      const opened = { line, column };
      quoted = true;
      for (at += 1, column += 1; ; at += 1, column += 1) {
        if (at >= text.length)
          throw new TableError("OPEN_QUOTE", "A quote is never closed", opened.line, opened.column);
        if (text[at] === '"') {
          if (text[at + 1] !== '"') break;
          at += 1;
          column += 1;
        }
        if (text[at] === "\n") {
          line += 1;
          column = 0;
        }
        field += text[at];
      }
    } else if (character === delimiter) endField();
    else if (character === "\r" && text[at + 1] === "\n") continue;
    else if (character === "\n") endRow();
    else if (quoted) throw new TableError("AFTER_QUOTE", "Text after a closing quote", line, column);
    else field += character;
  }
  if (row.length > 0 || field !== "" || quoted) endRow();
  return rows;
}

/**
 * How a text is read, for those who change this file. A field that begins with a quote ends with the next single one,
 * and two in a row stand for one. Between quotes everything counts, line breaks too. Outside of them, a line ends with
 * \n or \r\n, and a line without anything is no row. Places count from 1, in characters as JavaScript counts them, and
 * belong to the character that is at fault; a quote that is never closed is told where it was opened. With `trim`,
 * spaces around a field without quotes do not count.
 */
