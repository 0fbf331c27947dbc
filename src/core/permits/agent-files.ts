import { plainName } from "./guard-names.ts";

/**
 * Whether a file tells agents or their programs what to do: instructions, rules, prompts and settings of the tools that
 * people use beside Huddle. Those read it where no sandbox is, and act on it with that person's rights.
 */
export function steersAgents(segments: readonly string[]): boolean {
  const names = segments.map(plainName);
  const last = names.at(-1) ?? "";
  if (names.some((name) => folders.has(name)) || files.has(last) || endings.test(last)) return true;
  return names.some(
    (name, at) => name === ".github" && /^(instructions|prompts|chatmodes|agents)$/.test(names[at + 1] ?? ""),
  );
}

const folders = new Set(
  ".claude .claude-plugin .codex .cursor .gemini .continue .agents .agent .windsurf .clinerules .cline .roo .kilocode .kiro .junie .amazonq .augment .opencode .crush .goose .qwen .trae .openhands .factory .tabnine .devin .jules".split(
    " ",
  ),
);
const files = new Set(
  "agents.md agents.override.md agents.local.md agent.md claude.md claude.local.md gemini.md qwen.md crush.md warp.md codex.md replit.md copilot-instructions.md .mcp.json mcp.json .cursorrules .windsurfrules .clinerules .roomodes .rules .goosehints .augment-guidelines opencode.json opencode.jsonc skill.md".split(
    " ",
  ),
);
/** Families of files: `.aider.conf.yml`, `.roorules-code`, `style.mdc`. */
const endings = /^\.aider|^\.roorules|^\.clinerules|\.mdc$|\.(instructions|prompt|chatmode|agent)\.md$/;
