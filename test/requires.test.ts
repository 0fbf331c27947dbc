import { afterEach, expect, test, vi } from "vitest";
import { requires } from "./support/requires.ts";

afterEach(() => vi.unstubAllEnvs());

test("on a build server a missing program fails the test", () => {
  vi.stubEnv("CI", "true");
  vi.stubEnv("PATH", "/nonexistent");
  expect(() => requires("tmux")).toThrow("tmux is not installed: sudo apt-get install tmux");
});
