import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { putHome } from "./test/support/put-home.ts";
import { WalksFirst } from "./test/support/walks-first.ts";

// Everything tests write lies in one folder, made and removed by test/support/test-home.ts.
process.env.HUDDLE_TEST_HOME ??= putHome();
const home = process.env.HUDDLE_TEST_HOME;

/** The same surroundings on every machine: no settings or identity of whoever runs the tests. */
const surroundings = {
  HOME: home,
  TMPDIR: home,
  XDG_CONFIG_HOME: join(home, "config"),
  XDG_STATE_HOME: join(home, "state"),
  XDG_CACHE_HOME: join(home, "cache"),
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  TZ: "UTC",
  LC_ALL: "C.UTF-8",
  NODE_EXTRA_CA_CERTS: "", // read at the start of every Node, for which some take longer than for all else
};

export default defineConfig({
  test: {
    // Most tests wait for processes, so two more than the smallest machine has cores.
    maxWorkers: 4,
    sequence: { sequencer: WalksFirst },
    // Each loads and transforms our modules for itself, so there are as few as can be.
    projects: [
      project("unit", ["src/**/*.test.{ts,tsx}", "test/*.test.ts"], { seconds: 180 }),
      project("whole", ["test/{integration,e2e}/**/*.test.ts"], { seconds: 300, built: true }),
    ],
  },
});

function project(
  name: string,
  include: string[],
  { seconds, built = false }: { seconds: number; built?: boolean },
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include,
      pool: "forks",
      isolate: false, // loading our own modules again for each of 150 files would take longer than most tests
      env: surroundings,
      globalSetup: ["test/support/test-home.ts", ...(built ? ["test/support/build-programs.ts"] : [])],
      testTimeout: seconds * 1000,
      hookTimeout: seconds * 1000,
      unstubEnvs: true,
      unstubGlobals: true,
      restoreMocks: true,
    },
  };
}
