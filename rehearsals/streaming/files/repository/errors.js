/** What is wrong with a text, and where: line and column count from 1. */
export class TableError extends Error {
  constructor(code, message, line, column) {
    super(`${message} (line ${line}, column ${column})`);
    this.name = "TableError";
    Object.assign(this, { code, line, column });
  }
}
