import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deskHere } from "../support/huddle-here.ts";
import { unsized } from "../support/obliging-provider.ts";
import { startProviderServer } from "../support/provider-server/start-provider-server.ts";

test("models are listed, set for a person, and kept from others", async () => {
  const at = await deskHere();
  const env = { XDG_CONFIG_HOME: join(at.root, "config") };
  expect((await at.huddle(["model"], { env })).stdout).toContain("no model is set yet");
  expect(await at.huddle(["model", "set", "nobody", "openai/gpt-5"], { env })).toMatchObject({ code: 2 });
  expect(await at.huddle(["model", "set", "all", "gpt-5"], { env })).toMatchObject({ code: 2 });

  const set = await at.json(["model", "set", "all", "anthropic/claude-sonnet-4-5"], { env });
  expect(set).toMatchObject({ role: "all", model: "anthropic/claude-sonnet-4-5" });
  expect((await stat(String(set.file))).mode & 0o777).toBe(0o600);
  const { members } = (await at.json(["model"], { env })) as unknown as {
    members: { model: string; price?: object }[];
  };
  expect(members).toHaveLength(4);
  for (const member of members)
    expect(member).toMatchObject({ model: "anthropic/claude-sonnet-4-5", price: { input: 3, output: 15 } });
});

test("run speaks with a provider, the words are in the log, and cost says what they cost", async () => {
  await using server = await startProviderServer({
    answers: () => ({ text: "Smallest first: one function, one test." }),
  });
  const at = await deskHere(unsized);
  const env = {
    XDG_CONFIG_HOME: join(at.root, "config"),
    ANTHROPIC_API_KEY: "sk-of-this-test-only",
    ANTHROPIC_BASE_URL: server.origin,
  };
  await at.huddle(["model", "set", "all", "anthropic/claude-sonnet-4-5"], { env });
  await at.huddle(["new", "Twice", "A function that doubles a number."], { env });
  const ran = await at.huddle(["run", "--max-turns", "1"], { env });

  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(ran.stdout).toContain("Smallest first: one function, one test.");
  expect(server.requests).toHaveLength(1);
  expect(JSON.stringify(server.requests[0]?.asked)).toContain("A function that doubles a number.");
  expect((await at.huddle(["debug", "replay"], { env })).stdout).toContain(
    "1 of 1 requests render to what was sent",
  );
  const cost = await at.huddle(["cost"], { env });
  expect(cost.stdout).toMatch(/Spent +\$0\.00\d+|Spent +\$0\.01/);
  expect(JSON.stringify(await at.json(["show"], { env }).catch(() => ""))).not.toContain(
    "sk-of-this-test-only",
  );
});

test("a wrong key is told in words, and waits in the inbox", async () => {
  await using server = await startProviderServer({
    answers: () => ({ text: "Hello." }),
    keys: ["the right one"],
  });
  const at = await deskHere();
  const env = {
    XDG_CONFIG_HOME: join(at.root, "config"),
    ANTHROPIC_API_KEY: "the wrong one",
    ANTHROPIC_BASE_URL: server.origin,
  };
  await at.huddle(["model", "set", "all", "anthropic/claude-sonnet-4-5"], { env });
  await at.huddle(["new", "Twice"], { env });
  const ran = await at.huddle(["run"], { env });

  expect(ran.code).toBe(3); // no verdict on the work
  expect(ran.stdout).toContain("Check ANTHROPIC_API_KEY");
  expect((await at.huddle(["inbox"], { env })).stdout).toContain("Check ANTHROPIC_API_KEY");
  expect(`${ran.stdout}${ran.stderr}`).not.toContain("the wrong one");
});

test("check asks a model small things and says what it is good for", async () => {
  await using server = await startProviderServer({ answers: () => ({ text: "Hello." }) });
  const at = await deskHere();
  const env = {
    XDG_CONFIG_HOME: join(at.root, "config"),
    OPENAI_API_KEY: "k",
    OPENAI_BASE_URL: server.url("openai"),
  };
  const checked = await at.huddle(["model", "check", "openai/gpt-5"], { env });
  expect(checked.code).toBe(5);
  expect(checked.stdout).toContain("openai/gpt-5");
  expect(checked.stdout).toMatch(/It can: .*\. Good for /);
  expect(server.requests.length).toBeGreaterThanOrEqual(12);
});

test("10.24: a server that dies during a check condemns nobody, and the person reads what to do", async () => {
  await using server = await startProviderServer({
    answers: () => {
      if (server.requests.length > 5) void server.shut();
      return { text: "[kim] Ready, Ada." };
    },
  });
  const at = await deskHere();
  const env = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: server.url("openai") };
  await at.huddle(["model", "set", "all", "openai/gpt-5"], { env });
  const checked = await at.huddle(["model", "check"], { env });
  expect(checked.code).toBe(1);
  expect(checked.stdout).toContain("The check could not be finished: openai:");
  expect(checked.stdout).toContain("Nothing was stored");
  expect(checked.stdout).not.toContain("Good for");
  expect(checked.stdout).toMatch(/Next: huddle model check openai\/gpt-5/);
  expect(await at.huddle(["new", "Twice"], { env })).toMatchObject({ code: 0 });
});

test("10.24: a verdict against a model is followed by what can help, and can be repeated", async () => {
  await using server = await startProviderServer({ answers: () => ({ text: "[kim] Ready, Ada." }) });
  const at = await deskHere();
  const env = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: server.url("openai") };
  await at.huddle(["model", "set", "all", "openai/gpt-5"], { env });
  const checked = await at.huddle(["model", "check"], { env });
  expect(checked.stdout).toContain("Good for discussions in plain text only");
  expect(checked.stdout).toContain('"text": true');
  expect(checked.stdout).toMatch(/Next: huddle model set /);
  expect(checked.stdout).not.toContain("huddle new");
  const refused = await at.huddle(["new", "Twice"], { env });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("huddle model check openai/gpt-5");
});
