import { describe, expect, test } from "vitest";
import { noKeys, redactionOf } from "../../core/text/redaction.ts";
import { GitError } from "../git/git-error.ts";
import type { Git, GitAnswer } from "../git/run-git.ts";
import { type GrepOptions, grep } from "./grep.ts";

const plain: GrepOptions = { below: "", max: 10, redaction: noKeys };

/** What git prints for a line. */
const line = (path: string, number: number, column: number, text: string | Buffer) =>
  Buffer.concat([Buffer.from(`${path}\0${number}\0${column}\0`), Buffer.from(text), Buffer.from("\n")]);

/** A git that gives these answers in turn, and what it was asked. */
function answering(...answers: readonly Partial<GitAnswer>[]) {
  const asked: { readonly args: readonly string[]; readonly env: object | undefined }[] = [];
  const git: Git = async (args, call) => {
    const answer = answers[asked.length];
    asked.push({ args, env: call?.env });
    return { exit: 0, bytes: Buffer.from(""), text: "", said: "", cut: false, ...answer };
  };
  return { git, asked };
}

async function found(bytes: Buffer, options: Partial<GrepOptions> = {}, cut = false) {
  return grep(answering({ bytes, cut }).git, "x", { ...plain, ...options });
}

async function shown(text: string | Buffer, column: number, options?: Partial<GrepOptions>) {
  const result = await found(line("a", 1, column, text), options);
  return result?.kind === "found" ? result.matches[0]?.text : result;
}

describe("what git prints", () => {
  test("names may hold newlines, and lines NULs", async () => {
    const bytes = Buffer.concat([line("a\nb", 3, 1, "x\0y"), line("c", 12, 2, " x  "), line("c", 13, 1, "")]);
    expect(await found(bytes)).toEqual({
      kind: "found",
      more: false,
      literal: false,
      matches: [
        { path: "a\nb", line: 3, text: "x\0y" },
        { path: "c", line: 12, text: " x" },
        { path: "c", line: 13, text: "" },
      ],
    });
  });

  test("the name of a commit is no part of a path", async () => {
    expect(await found(line("abc:src/a", 1, 1, "x"), { at: "abc" })).toMatchObject({
      matches: [{ path: "src/a" }],
    });
  });

  test("what was cut off is left out, unless only the end of a line is missing", async () => {
    const whole = line("a", 1, 1, "x1");
    const second = line("b", 2, 1, "x2");
    const texts = async (end: number) => {
      const result = await found(Buffer.concat([whole, second.subarray(0, end)]), {}, true);
      expect(result).toMatchObject({ more: true });
      return result?.kind === "found" ? result.matches.map(({ text }) => text) : [];
    };
    // b␀2␀1␀x2
    expect(await Promise.all([0, 1, 2, 3, 4, 5].map(texts))).toEqual(Array(6).fill(["x1"]));
    expect(await texts(7)).toEqual(["x1", "x"]);
    expect(await texts(8)).toEqual(["x1", "x2"]);
  });

  test("files that nobody may read are left out and do not count", async () => {
    const bytes = Buffer.concat([line(".env", 1, 1, "x"), line("a", 1, 1, "x"), line("b", 1, 1, "x")]);
    const paths = { kind: "found", matches: [{ path: "a" }, { path: "b" }] };
    expect(await found(bytes, { max: 2 })).toMatchObject({ ...paths, more: false });
    expect(await found(bytes, { max: 1 })).toMatchObject({ matches: [{ path: "a" }], more: true });
  });
});

describe("a long line", () => {
  const long = (length: number, at: number) => `${"a".repeat(at)}x${"b".repeat(length - at - 1)}`;

  test.each<[what: string, length: number, at: number, text: string]>([
    ["that fits", 300, 299, long(300, 299)],
    ["with the match at its start", 400, 0, `${long(300, 0)} …`],
    ["with the match a little behind its start", 400, 60, `${long(300, 60)} …`],
    ["with the match further on", 400, 61, `… ${long(300, 60)} …`],
    ["with the match just before its end", 400, 159, `… ${long(300, 60)} …`],
    ["with the match so near to its end that the end fits", 400, 160, `… ${long(300, 60)}`],
    ["with the match at its end", 400, 399, `… ${long(300, 299)}`],
    ["of one byte too many", 301, 0, `${long(300, 0)} …`],
  ])("%s is shown around its match", async (_, length, at, text) => {
    expect(await shown(long(length, at), at + 1)).toBe(text);
  });

  test("that fits keeps also what is no character at its ends", async () => {
    expect(await shown(Buffer.from([0xfc, 0x78, 0xfc]), 2)).toBe("\ufffdx\ufffd");
  });

  test("is not cut within a character", async () => {
    const text = await shown(`${"a".repeat(200)}x${"ü".repeat(200)}`, 201);
    expect(text).toMatch(/^… a{60}xü{119} …$/);
    expect(await shown(`${"ü".repeat(200)}ax${"b".repeat(299)}`, 402)).toMatch(/^… ü{29}axb+ …$/);
  });

  test("shows no key, and no part of one", async () => {
    const key = "sk-0123456789abcdef";
    const redaction = redactionOf([{ name: "KEY", value: key }]);
    expect(await shown(`${"a".repeat(290)}${key}${"b".repeat(90)}`, 1, { redaction })).toBe(
      `${"a".repeat(290)}[key]${"b".repeat(5)} …`,
    );
    const latin = Buffer.from([0x66, 0xfc, 0x72]);
    expect(await shown(latin, 1, { redaction })).toBe("f\ufffdr");
  });
});

describe("what git is asked", () => {
  const asked = async (options: Partial<GrepOptions>) => {
    const at = answering({});
    await grep(at.git, "x", { ...plain, ...options });
    const { args = [], env } = at.asked[0] ?? {};
    return { flags: args.slice(0, args.indexOf("-e")), rest: args.slice(args.indexOf("-e") + 2), env };
  };

  test("a worktree with what is new in it, or a commit", async () => {
    expect((await asked({})).rest).toEqual(["--untracked", "--"]);
    expect((await asked({ at: "abc" })).rest).toEqual(["abc", "--"]);
  });

  test("one match more than are wanted, and capitals only where they count", async () => {
    expect((await asked({})).flags).toContain("--max-count=11");
    expect((await asked({})).flags).not.toContain("-i");
    expect((await asked({ ignoreCase: true })).flags).toContain("-i");
  });

  test.each<[below: string, globs: readonly string[] | undefined, paths: readonly string[]]>([
    ["", undefined, []],
    ["src/[id]", undefined, ["src/[id]"]],
    ["", ["*.ts", "*.js"], [":(glob)*.ts", ":(glob)*.js"]],
    ["src/[id]*?\\", ["*.ts"], [":(glob)src/\\[id\\]\\*\\?\\\\/*.ts"]],
  ])("below %j, by the patterns %j", async (below, globs, paths) => {
    const { rest, env } = await asked({ at: "abc", below, globs });
    expect(rest).toEqual(["abc", "--", ...paths]);
    expect(env).toEqual({ GIT_ALLOC_LIMIT: "1g", ...(globs && { GIT_LITERAL_PATHSPECS: "0" }) });
  });
});

describe("what git refuses", () => {
  const gave = (said: string, exit = 128) => grep(answering({ exit, said }).git, "x", plain);

  test("a pattern that is none is looked for as plain text", async () => {
    for (const said of ["fatal: -e option, 'x(': Unmatched (", "fatal: command line, 'x(': Unmatched ("]) {
      const { git, asked } = answering({ exit: 128, said }, { bytes: line("a", 1, 1, "x(") });
      expect(await grep(git, "x(", plain)).toMatchObject({ literal: true, matches: [{ text: "x(" }] });
      expect(asked.map(({ args }) => args.filter((one) => one === "-E" || one === "-F"))).toEqual([
        ["-E"],
        ["-F"],
      ]);
    }
  });

  test("a commit that is gone, and a file that is too large", async () => {
    expect(await gave("fatal: bad object abc")).toBeUndefined();
    for (const said of [
      "fatal: attempting to allocate 3 over limit 1",
      "fatal: Out of memory, malloc failed",
    ])
      expect(await gave(said)).toMatchObject({
        kind: "denied",
        reason: expect.stringContaining("too large"),
      });
    expect(await grep(answering().git, "a\0b", plain)).toMatchObject({ kind: "denied" });
  });

  test("anything else is an error; finding nothing is none", async () => {
    await expect(gave("fatal: this is new")).rejects.toBeInstanceOf(GitError);
    expect(await gave("fatal: -e option, which is a warning", 1)).toMatchObject({
      matches: [],
      literal: false,
    });
  });
});
