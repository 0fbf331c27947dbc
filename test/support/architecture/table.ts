import { taskStates } from "../../../src/core/terms/task-machine.ts";
import type { Rules } from "./rules.ts";

/** node: modules that compute and touch nothing. */
const computing = ["node:path", "node:url", "node:util", "node:events", "node:stream", "node:string_decoder"];
const disk = ["node:fs", "node:fs/promises", "node:crypto", ...computing];
/** For the proxy that leads commands to named hosts. */
const network = ["node:net", "node:http", "node:dns/promises"];
const timers = [
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "setImmediate",
  "clearImmediate",
];
const ownProcess = ["pid", "ppid", "kill", "platform", "arch", "version", "versions", "getuid"];

/** What every view of the core may look at. */
const views = [
  "views",
  "text",
  "terms",
  "permits",
  "facts",
  "state",
  "rules",
  "rules/trouble",
  "decide",
  "decide/waits",
  "ports",
  "reports",
  "reports/runners",
];

/** The table of the design, section 3. Whoever changes a line writes down why in docs/decisions. */
export const rules: Rules = {
  rooms: {
    core: { rooms: [], outside: ["zod"] },
    log: {
      rooms: ["core"],
      outside: ["zod", ...disk, "node:net"], // the signal socket
      process: ownProcess,
      globals: timers,
    },
    config: {
      rooms: ["core"],
      outside: ["zod", "jsonc-parser", "@cfworker/json-schema", ...disk],
      process: ["platform"],
      globals: timers, // waits for another process that writes the person's own files
    },
    model: {
      rooms: ["core"],
      outside: ["zod", "ai", "@ai-sdk/*", ...disk],
      globals: ["fetch", ...timers],
    },
    workspace: {
      rooms: ["core"],
      outside: ["zod", ...disk, "node:child_process", "node:os", ...network],
      process: ownProcess,
      globals: timers,
    },
    tools: { rooms: ["core"], outside: ["zod"] },
    loop: { rooms: ["core"], outside: ["zod"] },
    exchange: { rooms: ["core"], outside: ["zod"] },
    team: { rooms: ["core", "loop", "tools"], outside: ["zod"] },
    floor: { rooms: ["core", "loop", "tools"], outside: ["zod"] },
    spec: { rooms: ["core", "loop", "tools"], outside: ["zod"] },
    app: { rooms: ["core", "exchange", "team", "floor", "spec"], outside: ["zod"] },
    cli: {
      rooms: ["core", "app"],
      outside: ["zod", "commander", "wrap-ansi", "node:readline", "node:readline/promises", ...computing],
    },
    tui: { rooms: ["core", "app"], outside: ["ink", "react", "marked", ...computing], globals: timers },
    server: { rooms: ["core", "app"], outside: ["zod", "hono", "@hono/*", "node:http", ...computing] },
    web: { rooms: ["core"], outside: ["react", "react-dom", "zod"], globals: ["fetch", ...timers] },
  },
  // What an inner room may import beside its own files and those directly in its room. See docs/architecture.md.
  inner: {
    core: {
      text: [],
      terms: ["text"],
      reports: ["text"],
      "reports/runners": ["text", "reports"],
      "reports/xml": ["text", "reports"],
      "reports/change": ["text", "reports", "permits"],
      schemas: ["text", "terms"],
      permits: ["text", "terms"],
      facts: ["text", "terms", "permits", "facts/shapes"],
      "facts/shapes": ["text", "terms", "permits", "facts"],
      state: ["text", "terms", "permits", "facts", "reports"],
      rules: ["text", "terms", "facts", "state"],
      "rules/trouble": ["text", "terms", "facts", "state", "rules"],
      fold: ["text", "terms", "facts", "state", "rules", "rules/trouble", "fold/floor"],
      "fold/floor": ["text", "terms", "facts", "state", "rules", "rules/trouble", "fold"],
      "decide/waits": ["text", "terms", "facts", "state", "rules", "rules/trouble"],
      decide: ["text", "terms", "permits", "facts", "state", "rules", "rules/trouble", "decide/waits"],
      ports: ["text", "terms", "permits", "facts", "state", "reports"],
      work: [
        "text",
        "terms",
        "permits",
        "facts",
        "state",
        "rules",
        "decide",
        "ports",
        "prompt",
        "prompt/fit",
      ],
      "prompt/fit": ["text", "terms", "facts", "state", "ports"],
      prompt: [
        "text",
        "terms",
        "facts",
        "state",
        "rules",
        "decide",
        "ports",
        "prompt/fit",
        "views/documents",
      ],
      views: ["text"],
      "views/documents": views,
      "views/plan": views,
      "views/cost": views,
      "views/escalations": views,
      "views/inbox": [...views, "views/documents", "views/plan", "views/approvals", "views/escalations"],
      "views/approvals": [...views, "views/inbox"],
      "views/next": [...views, "views/inbox"],
      "views/runs": [...views, "views/story"],
      "views/story": [...views, "views/documents", "views/plan", "views/inbox", "views/approvals"],
      "views/story/short": [...views, "views/story"],
    },
    log: { beside: [], file: ["beside"], signals: ["beside", "file"] },
    config: { user: [], prompts: [], team: ["user"] },
    model: { wire: [], window: [], gateway: ["wire", "window"], check: ["gateway", "window"], rehearsal: [] },
    workspace: {
      "processes/readings": [],
      processes: ["processes/readings"],
      machine: ["processes"],
      git: ["processes", "processes/readings"],
      "files/guard": ["processes", "git"],
      files: ["processes", "git", "files/guard"],
      network: [],
      "sandbox/mounts": ["processes", "network"],
      sandbox: ["processes", "network", "sandbox/mounts"],
      checks: ["processes", "processes/readings", "sandbox/mounts", "files", "files/guard"],
      "worktrees/gate": ["git"],
      worktrees: ["processes", "git", "files", "files/guard", "worktrees/gate"],
      setup: ["git", "files", "checks", "worktrees", "sandbox/mounts"],
      attack: ["processes", "git", "sandbox", "sandbox/mounts"],
    },
    tools: { code: [], "code/files": ["code"], "code/commands": ["code"], talk: [], ends: [] },
    loop: { calls: [], ask: ["calls"] },
    floor: {
      review: [],
      questions: [],
      commit: [],
      trouble: ["commit"],
      commands: ["commit"],
      merge: ["commit"],
      states: ["review", "questions", "commit", "commands", "merge"],
    },
    app: {
      settings: [],
      say: [],
      sessions: ["say", "settings"],
      run: ["say", "sessions", "settings"], // a run checks its team as a new session does
      look: ["run", "sessions"],
      dry: ["run", "settings"],
      ship: ["run", "say", "settings"],
      rehearse: ["run", "say"],
    },
    cli: {
      print: [],
      terminal: ["print"],
      wire: ["print", "terminal"],
      face: ["print", "terminal", "wire"],
      demo: ["face", "print", "wire"],
      acts: ["demo", "face", "print", "terminal", "wire"],
      commands: ["acts", "wire"],
    },
  },
  sizes: {
    filesInRoom: 15,
    linesInFile: 300,
    linesInFunction: 80,
    lists: ["src/cli/commands", "src/cli/acts"],
  },
  files: {
    "src/cli/wire/": "everything",
    "src/cli/main.ts": { process: ["exitCode", "argv", "stdout"] }, // stdout: --version loads no wire
    // Characters as people count them; no locale is asked for, and no fold imports a view.
    "src/core/views/text-width.ts": { outside: ["string-width"], globals: ["Intl"] },
    "src/core/views/line-diff.ts": { outside: ["diff"] },
    "src/core/permits/globs.ts": { outside: ["ignore"] },
    "src/model/gateway/silence-sdk.ts": { globals: ["globalThis"] }, // the SDK's only switch is a global
    "src/model/gateway/patient-fetch.ts": { globals: ["fetch", "globalThis"] }, // Node keeps its dispatcher there
  },
  guarded: [
    "fetch",
    "console",
    "crypto",
    "performance",
    "globalThis",
    "global",
    "require",
    "eval",
    "Function",
    "queueMicrotask",
    "WebSocket",
    "XMLHttpRequest",
    "__dirname",
    "__filename",
    ...timers,
  ],
  random: ["randomUUID", "randomBytes", "randomInt", "randomFill", "randomFillSync", "getRandomValues"],
  withoutMemory: ["core"],
  tables: [{ file: "src/core/terms/task-machine.ts", names: taskStates }],
  forbidden: {
    // The browser runs core, and a fold gives the same on every machine: no locale, no time zone.
    core: [
      "Buffer",
      "Intl",
      "localeCompare",
      "toLocaleString",
      "toLocaleDateString",
      "toLocaleTimeString",
      "toLocaleLowerCase",
      "toLocaleUpperCase",
      "getTimezoneOffset",
      "window",
      "document",
      "navigator",
      "localStorage",
    ],
  },
};
