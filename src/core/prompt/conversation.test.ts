import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import type { Message } from "../ports/request.ts";
import { threadNamed } from "../state/threads.ts";
import { conversation } from "./conversation.ts";
import { fullRoom } from "./fit/room.ts";

/** A text of this length that begins with its name. */
const text = (name: string, length: number) => `${name} `.padEnd(length, "x");

/** A thread in which ada builds t1, told move by move. */
class Coding {
  readonly past = Past.opened().reaches("implementation");
  #loop = "";
  #ask = 0;

  constructor() {
    this.past.threadOpens("coding/t1.1", "ada", "coding", "t1");
  }

  opens(opening?: string): this {
    this.#loop = this.past.loopOpens("coding/t1.1", "done", undefined, opening, 1_000);
    return this;
  }

  asks(): this {
    this.#ask += 1;
    this.past.asks(this.#loop, this.#ask);
    return this;
  }

  /** A call with a result of this length, which takes two characters more. */
  calls(name: string, length = 10): this {
    this.asks();
    const { seq } = this.past.replies(this.#loop, this.#ask, "", { tool: "read_file", input: {} });
    const settled = { loop: this.#loop, call: `c${seq}_1`, failed: false, text: text(name, length) };
    this.past.harness({ type: "tool.settled", ...settled });
    return this;
  }

  hears(words: string, from = "human"): this {
    this.past.says(from, words);
    return this;
  }

  closes(): this {
    this.past.harness({ type: "loop.closed", loop: this.#loop, outcome: "done" });
    return this;
  }

  /** Ada asks the person, who answers. */
  asksPerson(answer: string): this {
    this.asks();
    const { seq } = this.past.replies(this.#loop, this.#ask, "", { tool: "ask_pm", input: {} });
    const question = {
      text: "Big?",
      options: [],
      thread: "coding/t1.1",
      loop: this.#loop,
      call: `c${seq}_1`,
    };
    const { seq: asked } = this.past.add("ada", { type: "question.asked", ...question });
    this.past.human({ type: "question.answered", question: `q${asked}`, text: answer });
    return this;
  }

  /** What is sent of it: the first word of each text, with its length where that is not the word's own. */
  sent(room: number): readonly string[] {
    const thread = threadNamed(this.past.state, "coding/t1.1");
    return thread ? conversation(this.past.state, thread, room).flatMap(told) : [];
  }
}

function told(message: Message): readonly string[] {
  if (message.role === "assistant") return [];
  if (message.role === "tool") return message.results.map((one) => brief(one.text));
  return message.blocks.map((block) => brief(block.replace(/^\[product manager m\d+\] /, "person: ")));
}

function brief(words: string): string {
  if (/^\(\d+ characters left out;/.test(words)) return "stub";
  const [, name = words] = /^((?:person: )?\S+) x/.exec(words) ?? [];
  return name === words ? words : `${name} ${words.length}`;
}

const numbers = (count: number, first = 1) => Array.from({ length: count }, (_, at) => first + at);

describe("a thread's conversation", () => {
  test("is its openings and exchanges, with a person's words where they were said", () => {
    const coding = new Coding()
      .opens("Begin.")
      .hears("Before.")
      .calls("one", 3)
      .asks()
      .hears("Meanwhile.")
      .calls("two", 3)
      .closes()
      .hears("Between.")
      .opens("Fix it.")
      .calls("three", 5)
      .hears("After.");
    expect(coding.sent(10_000)).toEqual([
      "Begin.",
      "person: Before.",
      "one ",
      "person: Meanwhile.",
      "two ",
      "person: Between.",
      "Fix it.",
      "three ",
      "person: After.",
    ]);
  });

  test("has no words of other members, and of answers those to others only", () => {
    const coding = new Coding().opens("Begin.").asksPerson("Mine.").closes().opens();
    coding.hears("Hello.", "bo").hears("Hello.", "harness");
    coding.past.threadOpens("review/t1.1/1", "bo", "review", "t1");
    const loop = coding.past.loopOpens("review/t1.1/1", "review_complete");
    coding.past.asks(loop);
    const { seq } = coding.past.replies(loop, 1, "", { tool: "ask_pm", input: {} });
    const question = { text: "Small?", options: [], thread: "review/t1.1/1", loop, call: `c${seq}_1` };
    const { seq: asked } = coding.past.add("bo", { type: "question.asked", ...question });
    coding.past.human({ type: "question.answered", question: `q${asked}`, text: "Theirs." });
    expect(coding.sent(10_000)).toEqual([
      "Begin.",
      "The product manager answers: Mine.",
      expect.stringMatching(/^\[bo asks\] Small\?\n\[product manager m\d+ answers\] Theirs\.$/),
    ]);
  });
});

describe("a long conversation", () => {
  test("is whole while it fits; then the older results are stubs, and half of the room is free again", () => {
    const coding = new Coding().opens("Begin.");
    for (const at of numbers(4)) coding.calls(`r${at}`, 1_998);
    coding.calls("r5", 1_992);
    expect(coding.sent(10_000)).toEqual(["Begin.", ...numbers(4).map((at) => `r${at} 1998`), "r5 1992"]);
    expect(coding.sent(9_999)).toEqual(["Begin.", "stub", "stub", "stub", "r4 1998", "r5 1992"]);
  });

  test("has its task whole, also where only that was cut, and what to fix in short once it is old", () => {
    const task = new Coding().opens(text("Task", 6_000)).calls("r1", 4_000);
    expect(task.sent(10_000)).toEqual(["Task 6000", "r1 4000"]);
    const back = new Coding().opens(text("Task", 1_500)).calls("r1", 1_000).closes();
    back.opens(text("Fix", 1_500)).calls("r2", 3_000).calls("r3", 4_000);
    const cut = `(500 characters left out here)`;
    const sent = back.sent(10_000);
    expect(sent.map((one) => one.split(" ")[0])).toEqual(["Task", "stub", "Fix", "stub", "r3"]);
    expect(sent[0]).toBe("Task 1500");
    expect(sent[2]).toBe(`Fix ${1_000 + cut.length + 2}`);
  });

  test("has of a later opening half of the room at the most, and of an old one less where that is little", () => {
    const fix = (length: number, room: number) =>
      new Coding().opens("Begin.").calls("r1", 3).closes().opens(text("Fix", length)).sent(room).at(-1);
    expect(fix(5_000, 10_000)).toBe("Fix 5000");
    expect(fix(5_001, 10_000)).toBe(`Fix ${5_000 + "\n(1 characters left out here)\n".length}`);
    const old = new Coding().opens("Begin.").calls("r1", 3).closes().opens(text("Fix", 900));
    expect(old.calls("r2", 450).sent(800)).toContain(
      `Fix ${400 + "\n(500 characters left out here)\n".length}`,
    );
  });

  test("has no more of any opening than 16,000 characters, and counts no more", () => {
    const coding = new Coding().opens(text("Task", 20_000)).calls("r1", 47_998);
    const shortened = 16_000 + "\n(4000 characters left out here)\n".length;
    expect(coding.sent(64_000)).toEqual([`Task ${shortened}`, "r1 47998"]);
    const back = new Coding().opens("Begin.").calls("r1", 3).closes().opens(text("Fix", 20_000));
    expect(back.sent(64_000).at(-1)).toBe(`Fix ${shortened}`);
    expect(new Coding().opens(text("Task", 16_000)).sent(800)).toEqual(["Task 16000"]);
  });

  test("keeps what no model has answered yet, however long, with the reply before it", () => {
    const coding = new Coding().opens("Begin.").calls("r1", 3).calls("r2", 5_900);
    coding.hears(text("now", 4_900)).asks();
    expect(coding.sent(10_000)).toEqual(["Begin.", "r1 ", "r2 5900", "person: now 4908"]);
  });

  test("keeps of the person's old words the newest quarter of the room", () => {
    const coding = new Coding().opens("Begin.");
    for (const at of numbers(5)) coding.hears(text(`w${at}`, 625)).calls(`r${at}`, 10);
    coding.calls("long", 5_900).calls("last", 4_000);
    expect(coding.sent(10_000).filter((one) => one.startsWith("person"))).toEqual(
      numbers(4, 2).map((at) => `person: w${at} 633`),
    );
  });

  test("keeps of the person's old words no more than 16,000 characters in any room", () => {
    const coding = new Coding().opens("Begin.");
    for (const at of numbers(4)) coding.hears(text(`w${at}`, 5_000)).calls(`r${at}`, 10);
    coding.calls("long", 64_000).calls("last", 64_000);
    expect(coding.sent(128_000 - 1).filter((one) => one.startsWith("person"))).toEqual(
      numbers(3, 2).map((at) => `person: w${at} 5008`),
    );
  });

  test("keeps the newest hundred stubs in full room, and fewer where there is less", () => {
    const coding = new Coding().opens("Begin.");
    for (const _ of numbers(104)) coding.calls("r", 600);
    coding.calls("last", 60_000);
    const stubs = (room: number) => coding.sent(room).filter((one) => one === "stub").length;
    expect(stubs(fullRoom.thread)).toBe(100);
    // A stub takes 204 or 205 characters, and all of them a quarter of the room.
    expect([stubs(fullRoom.thread - 1), stubs(20_000)]).toEqual([77, 24]);
  });
});
