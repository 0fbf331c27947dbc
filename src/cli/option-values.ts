import { InvalidArgumentError } from "commander";

export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    if (!/^\d{1,15}$/.test(text) || Number(text) < least)
      throw new InvalidArgumentError(`It must be a whole number from ${least} on.`);
    return Number(text);
  };
}

export function numberFrom(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (text.trim() === "" || !Number.isFinite(number) || number < least)
      throw new InvalidArgumentError(`It must be a number from ${least} on.`);
    return number;
  };
}

/** An option that may be given several times, or once with commas. */
export function collected(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(",").filter((part) => part !== "")];
}
