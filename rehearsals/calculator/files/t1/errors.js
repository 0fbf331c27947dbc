/** A sum that cannot be worked out, and the place in its text where the trouble is. */
export class CalcError extends Error {
  constructor(message, at) {
    super(message);
    this.name = "CalcError";
    this.at = at;
  }
}
