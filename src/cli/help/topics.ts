import { exampleModel } from "../../core/terms/policy.ts";
import type { TopicName } from "./topic-names.ts";

/** A page for each topic, from what a person types to what follows. */
export const topics: Readonly<Record<TopicName, string>> = {
  budgets: `Budgets

Every session has a limit: $5 for new, $1 for do, $2 for groom. Huddle sends a
request only if the most it can cost fits under every limit that applies.

  huddle new "…" --budget 2        another limit, in dollars
  huddle run --budget 8            what the session may spend in total, from now on
  huddle run --token-budget 500000  the same in tokens, for models without a price
  huddle run --budget none         no limit
  huddle cost                      what was spent, on what, and what is left
  huddle run --dry-run             what the next requests may cost; sends nothing

When a limit is reached, the run stops with exit code 4 and asks you:
huddle reply b12 yes grants as much again, huddle reply b12 3 grants $3.
Limits for each task and member, and your own defaults: docs/cost.md.
`,
  models: `Models

A team file says which kind of model a role uses: strong, fast or other. You say
which model that is, once, for all your projects.

  export ANTHROPIC_API_KEY=…       a key of a provider
  huddle model set all ${exampleModel}
  huddle model set fast ollama/qwen3
  huddle model                     who uses which model, and what it costs
  huddle model check               can it talk, use tools, plan and build?

A server on this machine (Ollama, LM Studio, vLLM) needs no key. Without a model,
huddle demo plays a scripted team. Providers, prices, windows: docs/models.md.
`,
  phases: `Phases

  refinement       what is wanted: the scope, with requirements
  planning         the tasks, and what waits for what
  pre-code-review  how each task is built
  implementation   engineers build the tasks, each in a worktree of its own
  code-review      the team reads the whole; findings become tasks

Each phase ends with a result that you accept, send back, or change yourself.

  huddle reply a57 yes             accept it
  huddle reply a57 back "why"      send it back
  huddle edit scope                change it yourself
  huddle advance                   ask the team to wrap up
  huddle back planning             discuss an earlier phase again
  huddle run --until planning      stop at the end of a phase
  huddle run --pace careful        ask at every phase; normal, auto: ask less

Small work needs no phases: huddle do "fix the typo".
`,
  shipping: `Shipping

What has landed waits on a branch of Huddle's own until you hand it over. First
you read what was asked for, what meets it, and what is missing.

  huddle diff                      all that has landed
  huddle ship                      a new branch; your checkout does not change
  huddle ship --onto main          move main forward
  huddle ship --squash             one commit
  huddle ship --pr                 push it and open a pull request, after your yes
  huddle ship --patch ../it.patch  a file for git am
  huddle ship --undo               take the last one back
  huddle sync                      catch up with the branch the work began from

All ways with their ways back: docs/shipping.md.
`,
  "exit-codes": `Exit codes

  0    finished, or nothing to do
  1    something is wrong; the message says what to do
  2    wrong usage, or no model
  3    waiting for you; huddle inbox says for what
  4    over budget
  5    the work did not pass: its checks failed, or a member got nowhere
  130  stopped
`,
};
