import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace } from "../../../../test/support/git-place.ts";
import { scrubConfig } from "./scrub-config.ts";

const hostile = `[core]
	repositoryformatversion = 1
	bare = false
	hooksPath = /evil
	fsmonitor = "touch /evil"
	sshCommand = ssh -i key
	pager = evil
	editor = evil
[extensions]
	objectFormat = sha256
[include]
	path = /home/me/.secrets
[includeIf "gitdir:/"]
	path = more
[url "https://token@host/"]
	insteadOf = x
[remote "origin"]
	url = https://me:t0ken@host/x.git
	pushurl = https://t0ken@host/x
	fetch = +refs/heads/*:refs/remotes/origin/*
	uploadpack = evil
[remote "https://me:t0ken@host/y"]
	fetch = +refs/heads/*:refs/remotes/y/*
[branch "a b"]
	remote = origin
	merge = refs/heads/a
[branch "direct"]
	remote = https://me:t0ken@host/x.git
	merge = refs/heads/a
[filter "lfs"]
	clean = evil
[diff "x"]
	textconv = evil
[alias] st = !evil
[credential]
	helper = store
[http "https://host"]
	extraheader = AUTHORIZATION: basic t0ken
[core] fsmonitor = evil
[user]
	name = Me \\
	[remote "x"] fetch = t0ken
`;

test("of a configuration only what says how the repository is stored and what branches follow is kept", () => {
  expect(scrubConfig(hostile)).toBe(`[core]
	repositoryformatversion = 1
	bare = false
[extensions]
	objectFormat = sha256
[remote "origin"]
	fetch = +refs/heads/*:refs/remotes/origin/*
[branch "a b"]
	remote = origin
	merge = refs/heads/a
[branch "direct"]
	merge = refs/heads/a
`);
});

test("git reads what is kept, and scrubbing again changes nothing", async () => {
  const scrubbed = scrubConfig(hostile);
  const path = join(await emptyPlace(), "config");
  await writeFile(path, scrubbed);
  const listed = execFileSync("git", ["config", "--file", path, "--list", "--name-only"], {
    encoding: "utf8",
  });
  expect(listed.trim().split("\n")).toEqual([
    "core.repositoryformatversion",
    "core.bare",
    "extensions.objectformat",
    "remote.origin.fetch",
    "branch.a b.remote",
    "branch.a b.merge",
    "branch.direct.merge",
  ]);
  expect(scrubConfig(scrubbed)).toBe(scrubbed);
});
