import { steersAgents } from "../../permits/agent-files.ts";
import type { ChangedText } from "../../text/changed-files.ts";
import { withoutKeyShapes } from "../../text/redaction.ts";
import type { Found } from "../found.ts";
import { isTestPath } from "../test-files.ts";
import { addedDependencies, isManifest } from "./dependencies.ts";
import { isLockFile } from "./lock-files.ts";

/** What in a change somebody should look at, whatever the tests say: snapshots, dependencies, CI, texts like secrets. */
export function flaggedParts(files: readonly ChangedText[]): readonly Found[] {
  const hasManifest = files.some(({ path }) => isManifest(path));
  return files.flatMap((file) => [
    ...snapshot(file),
    ...dependencies(file),
    ...lockFile(file, hasManifest),
    ...ci(file),
    ...agents(file),
    ...secrets(file),
  ]);
}

const snapshots =
  /\.snap(?:\.\w+)?$|(?:^|\/)__snapshots__\/|(?:^|\/)(?:golden|snapshots)\/|\.golden$|\.approved\.\w+$/;

/** A test that compares with a snapshot passes again when that is written anew, whatever the code does. */
function snapshot({ path, was = path, isNew, isGone, removed }: ChangedText): readonly Found[] {
  if (isNew || removed.length === 0 || !snapshots.test(was)) return [];
  const what = isGone ? "was removed" : `was rewritten, ${removed.length} of its lines are gone`;
  return [{ kind: "snapshot", path, tier: "note", text: `the snapshot ${path} ${what}` }];
}

const mostNamed = 8;

function dependencies(file: ChangedText): readonly Found[] {
  const { path } = file;
  const added = isManifest(path) ? addedDependencies(file) : [];
  const [first] = added;
  if (!first) return [];
  const more = added.length > mostNamed ? ` and ${added.length - mostNamed} more` : "";
  const names = added.slice(0, mostNamed).map(({ name }) => name);
  const text = `${path} names new dependencies: ${names.join(", ")}${more}`;
  return [{ kind: "dependency", path, line: first.line, tier: "person", text }];
}

/** What is installed changes with it. Without a change of what the project asks for, somebody should know why. */
function lockFile({ path, isGone }: ChangedText, hasManifest: boolean): readonly Found[] {
  if (!isLockFile(path)) return [];
  const what = isGone
    ? "was removed"
    : hasManifest
      ? "was changed"
      : "was changed, and no file that names dependencies was";
  return [
    {
      kind: "lock-file",
      path,
      tier: isGone || !hasManifest ? "person" : "note",
      text: `the lock file ${path} ${what}`,
    },
  ];
}

const pipelines =
  /(?:^|\/)\.github\/(?:workflows|actions)\/|(?:^|\/)\.(?:circleci|buildkite|husky|woodpecker|forgejo|gitea)\/|(?:^|\/)(?:\.gitlab-ci\.ya?ml|\.travis\.yml|azure-pipelines\.ya?ml|bitbucket-pipelines\.yml|\.drone\.yml|appveyor\.yml|Jenkinsfile|cloudbuild\.ya?ml|\.pre-commit-config\.yaml|\.?lefthook\.ya?ml)$/i;

function ci({ path, was = path, isNew, isGone }: ChangedText): readonly Found[] {
  if (!pipelines.test(path) && !pipelines.test(was)) return [];
  const what = isNew ? "is new" : isGone ? "was removed" : "was changed";
  return [{ kind: "ci", path, tier: "person", text: `${path}, which runs in CI or in a hook, ${what}` }];
}

/** It steers agents that people run elsewhere, and Huddle's own in later sessions. */
function agents({ path, was = path, isNew, isGone }: ChangedText): readonly Found[] {
  if (!steersAgents(path.split("/")) && !steersAgents(was.split("/"))) return [];
  const what = isNew ? "is new" : isGone ? "was removed" : "was changed";
  return [{ kind: "agents", path, tier: "person", text: `${path}, which tells agents what to do, ${what}` }];
}

const mostSecrets = 10;
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** The text itself is not told. A test may need one that looks like a key. */
function secrets({ path, added }: ChangedText): readonly Found[] {
  const found = added.filter(({ text }) => privateKey.test(text) || withoutKeyShapes(text) !== text);
  const tier = isTestPath(path) ? "note" : "person";
  return found.slice(0, mostSecrets).map(({ line }) => ({
    kind: "secret",
    path,
    line,
    tier,
    text: `line ${line} of ${path} holds a text shaped like a key or a password`,
  }));
}
