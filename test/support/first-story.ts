import { answerOf } from "./obliging-provider.ts";
import { planned } from "./plans.ts";
import type { Asked } from "./provider-server/asked.ts";

/** A small Python project of one function, with a test. */
export const storyFiles: Readonly<Record<string, string>> = {
  "pyproject.toml": '[project]\nname = "sums"\nversion = "0.1.0"\n',
  "src/sums/__init__.py": "def add(a, b):\n    return a + b\n",
  "tests/test_sums.py":
    "import unittest\nfrom sums import add\n\n\nclass Sums(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n",
};

const question = "What should happen with a line that is no number?";
const options = ["Refuse the file, and name the line", "Skip the line"];

const agreement = {
  scope: {
    summary: "python3 -m sums FILE prints the sum of the numbers in the file, one on each line.",
    requirements: [
      {
        id: "r1",
        text: "Adds up the numbers in a file, one on each line; empty lines do not count.",
        accepted: ["a file with 1, 2 and 3.5 prints 6.5"],
      },
      {
        id: "r2",
        text: "A line that is no number is refused: its number on stderr, nothing on stdout, exit 1.",
        accepted: ["a file whose second line is `two` exits with 1 and names line 2"],
      },
    ],
    outOfScope: ["Several files"],
  },
  tasks: [
    {
      ...planned("t1"),
      title: "Read the numbers of a file",
      requirements: ["r1", "r2"],
      approach: "One generator over the lines; a line that is no number raises NotANumber with its place.",
      done: ["1, 2 and 3.5 are read", "`two` in line 2 raises NotANumber(2)"],
      files: ["src/sums/read.py", "tests/test_read.py"],
      interfaces: ["read(lines) yields floats and raises NotANumber, whose line counts from 1"],
    },
    {
      ...planned("t2", "t1"),
      title: "The command python3 -m sums",
      requirements: ["r1", "r2"],
      approach: "Opens the file, adds up what read yields, and turns NotANumber into one line on stderr.",
      done: ["the sum is printed", "exit 1 for a line that is no number"],
      files: ["src/sums/__main__.py", "tests/test_main.py"],
    },
  ],
};

const read = `class NotANumber(ValueError):
    def __init__(self, line):
        super().__init__(f"line {line} is no number")
        self.line = line


def read(lines):
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield float(line)
        except ValueError:
            raise NotANumber(number) from None
`;
const readTest = `import unittest
from sums.read import NotANumber, read


class Read(unittest.TestCase):
    def test_reads_numbers(self):
        self.assertEqual(list(read(["1\\n", "\\n", "2\\n", "3.5\\n"])), [1, 2, 3.5])

    def test_names_the_line(self):
        with self.assertRaises(NotANumber) as caught:
            list(read(["1\\n", "two\\n"]))
        self.assertEqual(caught.exception.line, 2)
`;
const main = `import sys

from sums.read import NotANumber, read


def main(path):
    with open(path) as file:
        try:
            print(f"{sum(read(file)):g}")
        except NotANumber as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
`;
const mainTest = `import contextlib
import io
import tempfile
import unittest
from sums.__main__ import main


def run(text):
    out, err = io.StringIO(), io.StringIO()
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(text)
        file.flush()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            return main(file.name), out.getvalue(), err.getvalue()


class Main(unittest.TestCase):
    def test_prints_the_sum(self):
        self.assertEqual(run("1\\n2\\n3.5\\n"), (0, "6.5\\n", ""))

    def test_refuses_a_line_that_is_no_number(self):
        code, out, err = run("1\\ntwo\\n")
        self.assertEqual((code, out), (1, ""))
        self.assertIn("line 2", err)
`;

const files: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  t1: { "src/sums/read.py": read, "tests/test_read.py": readTest },
  t2: { "src/sums/__main__.py": main, "tests/test_main.py": mainTest },
};
const said: Readonly<Record<string, string>> = {
  mara: "src/sums/__init__.py:1 has add and nothing that reads. I would cut it in two: reading with its errors, then the command. read(lines) yields floats and raises NotANumber with the line.",
  jonas:
    "Two tasks, yes. The brief does not say what a line like `two` means. To skip it would print a wrong sum that looks right.",
};
const judged: Readonly<Record<string, string>> = {
  t1: "Reads lazily, counts from 1, and empty lines do not shift the count.",
  t2: "Nothing on stdout when it refuses, and the line is named.",
};

const reviewed: Readonly<Record<string, string>> = {
  mara: "r2 holds from both sides: the reader names the line, and the command prints it and nothing else.",
  jonas: "I ran it on a file of a thousand lines and on an empty one: 500500, and 0.",
};

/** What the team of the guide says and does. */
export function storyAnswers(asked: Asked): ReturnType<typeof answerOf> {
  const tools = new Set(asked.tools.map(({ name }) => name));
  const last = JSON.stringify(asked.messages.at(-1));
  const all = JSON.stringify(asked.messages);
  const task = /Task (t\d):/.exec(all)?.[1] ?? "t1";
  const calls = (tool: string, input: object) => ({ text: "", calls: [{ tool, input }] });
  if (last.includes("`size_work`"))
    return calls("size_work", { size: "chain", tasks: 2, why: "Reading, and a command that uses it." });
  if (tools.has("submit_agreement")) {
    const seat = /\[you are (\w+), engineer\](?!.*\[you are)/.exec(all)?.[1];
    if (seat !== undefined) return { text: said[seat] ?? "", calls: [] };
    return all.includes(question)
      ? calls("submit_agreement", agreement)
      : calls("ask_pm", { question, options });
  }
  if (tools.has("write_file")) {
    const writes = Object.entries(files[task] ?? {}).map(([path, content]) => ({
      tool: "write_file",
      input: { path, content },
    }));
    const summary = task === "t1" ? "Read numbers, and name the line that is none" : "Add the command";
    return { text: "", calls: [...writes, { tool: "done", input: { summary } }] };
  }
  const answer = answerOf(asked, agreement.tasks);
  if (tools.has("review_complete"))
    return {
      ...answer,
      calls: answer.calls.map((call) => ({
        ...call,
        input: { ...Object(call.input), feedback: judged[task] },
      })),
    };
  const seat = /\[you are (\w+), engineer\](?!.*\[you are)/.exec(all)?.[1] ?? "";
  return seat in reviewed ? { ...answer, text: reviewed[seat] ?? "" } : answer;
}
