import { expect, test } from "vitest";
import { providedDesk } from "../support/obliging-provider.ts";

const small = (window: number) =>
  providedDesk({ server: { flavour: "vllm", models: [{ name: "small", window }] } });

test("10.25: a model whose window is too small is not asked, and the person reads what can help", async () => {
  const at = await small(1_500);
  const env = { VLLM_BASE_URL: at.server.origin };
  await at.configure({ models: { strong: "vllm/small" } });
  await at.huddle(["new", "Twice", "A function that doubles a number."], { env });
  const ran = await at.huddle(["run"], { env });
  expect(ran.code).toBe(3);
  const chats = at.server.requests.filter(({ path }) => path.includes("chat"));
  expect(chats).toEqual([]);
  const inbox = (await at.huddle(["inbox"], { env })).stdout;
  expect(inbox).toContain("is too long for vllm/small");
  for (const choice of ["larger window", "huddle model set", "perspective", "shorter brief"])
    expect(inbox).toContain(choice);
});

test("10.25: requests keep to the window that the server names, or to the one that the person set", async () => {
  const at = await small(12_000);
  const env = { VLLM_BASE_URL: at.server.origin };
  await at.configure({ models: { strong: "vllm/small" } });
  await at.huddle(["new", "Twice", "A function that doubles a number."], { env });
  expect(await at.huddle(["run", "--max-turns", "1"], { env })).toMatchObject({ code: 0 });
  const replies = () =>
    at.server.requests.flatMap(({ path, body }) =>
      path.includes("chat") && typeof body === "object" && body !== null && "max_tokens" in body
        ? [body.max_tokens]
        : [],
    );
  expect(replies()).toEqual([3_000]);
  expect((await at.huddle(["show", "--all"], { env })).stdout).toContain("vllm/small has 12000 tokens");
  await at.configure({ models: { strong: "vllm/small" }, windows: { "vllm/*": 8_000 } });
  await at.huddle(["run", "--max-turns", "1"], { env });
  expect(replies()[1]).toBe(2_000);
  expect(at.server.problems).toEqual([]);
});
