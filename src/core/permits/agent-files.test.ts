import { expect, test } from "vitest";
import { steersAgents } from "./agent-files.ts";
import { writeVerdicts } from "./write-verdict.ts";

const instructions = [
  ...["AGENTS.md", "agents.md", "packages/api/AGENTS.md", "AGENTS.override.md", "Agent.md", "AGENTS.md."],
  ...["CLAUDE.md", "CLAUDE.local.md", "docs/CLAUDE.md", ".claude/commands/x.md", ".claude/settings.json"],
  ...[".cursorrules", ".cursor/rules/style.mdc", "rules/style.mdc", ".windsurfrules", ".windsurf/rules/a.md"],
  ...[".github/copilot-instructions.md", ".github/instructions/a.instructions.md", "a.instructions.md"],
  ...[".github/prompts/fix.prompt.md", ".github/chatmodes/x.md", ".github/agents/x.md", "GEMINI.md"],
  ...[".gemini/settings.json", ".codex/config.toml", ".clinerules", ".clinerules/a.md", ".clinerules-code"],
  ...[
    ".aider.conf.yml",
    ".aider.model.settings.yml",
    ".aiderignore",
    ".roorules",
    ".roorules-code",
    ".roomodes",
  ],
  ...[".roo/rules/a.md", ".kiro/steering/a.md", ".junie/guidelines.md", ".amazonq/rules/a.md", ".goosehints"],
  ...[".continue/rules/a.md", "opencode.json", ".opencode/agent/a.md", "WARP.md", "CRUSH.md", "QWEN.md"],
  ...[
    ".rules",
    ".augment-guidelines",
    ".agents/skills/a/SKILL.md",
    ".mcp.json",
    "replit.md",
    ".trae/rules/a.md",
  ],
];

test.each(instructions)(
  "%s steers agents: it asks, whatever the project allows and the person permits",
  (path) => {
    expect(steersAgents(path.split("/"))).toBe(true);
    const verdictOf = writeVerdicts({
      write: { allow: ["**"] },
      permits: [{ kind: "path", match: "**" }],
    });
    expect(verdictOf(path)).toMatchObject({
      kind: "asks",
      risk: "high",
      why: expect.stringContaining("agents"),
    });
  },
);

test.each([
  ...["README.md", "docs/agents/README.md", "src/agents.ts", "src/claude.ts", "agents", "cursor/rules.md"],
  ...[".github/CODEOWNERS", "docs/instructions.md", "prompts/coding.md", "aider.md", "rules", "gemini.ts"],
])("%s does not", (path) => {
  expect(steersAgents(path.split("/"))).toBe(false);
});
