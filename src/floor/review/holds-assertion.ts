const assertion =
  /assert|expect|should|\bt\.(?:is|ok|not|same|like|true|false|equal|equals|deep\w*|throws|fail|Error|Fatal)\w*|\b(?:equals?|ok|throws?|rejects|raises?|panic|fail|verify|require|must\w*)\s*[.(!]|\b(?:REQUIRE|CHECK|raise|throw|panic)\b/i;

/** Whether these lines of a test compare anything, by the words that test runners use. Comments do not count. */
export function holdsAssertion(lines: readonly string[]): boolean {
  return lines.some((line) => assertion.test(line.replace(/(?:\/\/|#(?![[!])).*$/, "")) && !isImport(line));
}

function isImport(line: string): boolean {
  return /^\s*(?:import\b|from\b|use\b|using\b|#include\b|(?:const|let|var)\b[^=]*=\s*(?:await\s+import|require)\s*\()/.test(
    line,
  );
}
