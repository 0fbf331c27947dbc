import { expect, test } from "vitest";
import { checkEnvironment, gitEnvironment, only } from "./environment.ts";

const everything = {
  PATH: "/bin",
  HOME: "/home/pia",
  USER: "pia",
  LOGNAME: "pia",
  TMPDIR: "/mine",
  LANG: "de_DE.UTF-8",
  TZ: "UTC",
  XDG_CONFIG_HOME: "/xdg",
  GIT_CONFIG_GLOBAL: "/global",
  GIT_CONFIG_SYSTEM: "/system",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_DIR: "/elsewhere",
  GIT_TRACE: "1",
  GOPATH: "/go",
  OPENAI_API_KEY: "sk-0123456789",
  EMPTY: undefined,
};

test("git gets what it needs to find its settings, and nothing that changes what it does", () => {
  expect(gitEnvironment(everything)).toEqual({
    PATH: "/bin",
    HOME: "/home/pia",
    USER: "pia",
    LOGNAME: "pia",
    TMPDIR: "/mine",
    XDG_CONFIG_HOME: "/xdg",
    GIT_CONFIG_GLOBAL: "/global",
    GIT_CONFIG_SYSTEM: "/system",
    GIT_CONFIG_NOSYSTEM: "1",
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_PAGER: "cat",
    GIT_EDITOR: "false",
    GIT_SEQUENCE_EDITOR: "false",
    GIT_MERGE_AUTOEDIT: "no",
  });
});

test("a check gets what it needs to find toolchains, a folder of its own, and no key", () => {
  expect(checkEnvironment(everything, "/temporary")).toEqual({
    PATH: "/bin",
    HOME: "/home/pia",
    USER: "pia",
    LOGNAME: "pia",
    LANG: "de_DE.UTF-8",
    TZ: "UTC",
    GOPATH: "/go",
    HUSKY: "0",
    HUSKY_SKIP_INSTALL: "1",
    HUSKY_SKIP_HOOKS: "1",
    LEFTHOOK: "0",
    SKIP_SIMPLE_GIT_HOOKS: "1",
    SKIP_INSTALL_SIMPLE_GIT_HOOKS: "1",
    OVERCOMMIT_DISABLE: "1",
    CARGO_HUSKY_DONT_INSTALL_HOOKS: "true",
    TMPDIR: "/temporary",
    CI: "1",
  });
  expect(checkEnvironment({}, "/t").LANG).toBe("C.UTF-8");
});

test("what is not set is left out", () => {
  expect(only(["PATH", "EMPTY", "NONE"], everything)).toEqual({ PATH: "/bin" });
});
