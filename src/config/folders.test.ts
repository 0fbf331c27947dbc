import { expect, test } from "vitest";
import { findPackage } from "./find-package.ts";
import { foldersOf } from "./folders.ts";
import { openPrompts } from "./prompts/open-prompts.ts";

const places = { home: "/home/pia", package: "/p", temporary: "/tmp" };

test("folders follow XDG, and a relative path there counts as not set", () => {
  expect(foldersOf({ ...places, env: {} })).toMatchObject({
    state: "/home/pia/.local/state/huddle",
    config: "/home/pia/.config/huddle",
  });
  expect(foldersOf({ ...places, env: { XDG_STATE_HOME: "/s", XDG_CONFIG_HOME: "c" } })).toMatchObject({
    state: "/s/huddle",
    config: "/home/pia/.config/huddle",
  });
});

test("the package is found from wherever its code lies, and its prompts can be read", async () => {
  const root = findPackage(import.meta.dirname);
  expect(findPackage(`${root}/dist/chunks`)).toBe(root);
  const prompts = openPrompts({ shipped: `${root}/prompts`, root: `${root}/no/such/folder` });
  expect(await prompts.read("team.md")).not.toBe("");
});
