import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    pool: "forks",
    passWithNoTests: true,
    projects: [
      { extends: true, test: { name: "unit", include: ["src/**/*.test.ts"], testTimeout: 10_000 } },
      {
        extends: true,
        test: { name: "architecture", include: ["test/architecture.test.ts"], testTimeout: 20_000 },
      },
      {
        extends: true,
        test: { name: "integration", include: ["test/integration/**/*.test.ts"], testTimeout: 60_000 },
      },
      { extends: true, test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], testTimeout: 120_000 } },
    ],
  },
});
