import { type Answering, json, sendingOf, sendTrouble } from "./answering.ts";
import type { Asked } from "./asked.ts";
import { found } from "./misbehaviour.ts";
import { sayAnswer } from "./say-answer.ts";
import { cut, sendWhole } from "./send.ts";
import { sendOdd } from "./send-odd.ts";
import { spentTrouble, statusTrouble, waitHeaders } from "./status-trouble.ts";
import { type Trouble, Unacceptable } from "./trouble.ts";
import type { WireSpeech } from "./wire-speech.ts";

export async function answerRequest(answering: Answering): Promise<void> {
  const { call, recorded, house } = answering;
  const wire = house.wireOf(call);
  if (wire === undefined) return describeHouse(answering);
  recorded.wire = wire.wire;
  const locked = wire.keyTrouble(call, house.keys);
  if (locked) {
    recorded.problem = locked.message;
    return sendTrouble(answering, wire, locked);
  }
  const read = readRequest(answering, wire);
  recorded.misbehaviours = answering.misbehave();
  if (await misbehaved(answering, wire)) return;
  if ("trouble" in read) return sendTrouble(answering, wire, read.trouble);
  await sayAnswer(answering, wire, read.asked);
}

async function describeHouse(answering: Answering): Promise<void> {
  const { call, recorded, house } = answering;
  const lists = house.listsOn(call);
  const locked = house.keys && lists?.keyTrouble(call, house.keys);
  if (lists && locked) return sendTrouble(answering, lists, locked);
  const described = house.describe(call, recorded.body);
  // A client may look which pages there are.
  if (described === undefined && call.method !== "GET")
    recorded.problem = `there is nothing at ${call.method} ${recorded.path}`;
  const { status, body } = described ?? { status: 404, body: { error: "404 page not found" } };
  recorded.status = status;
  await sendWhole(sendingOf(answering, ""), { status, headers: json, text: JSON.stringify(body) });
}

/** Every request is judged, also one that is about to meet a misbehaving provider. */
function readRequest(
  { call, recorded }: Answering,
  wire: WireSpeech,
): { readonly asked: Asked } | { readonly trouble: Trouble } {
  try {
    if (recorded.body === undefined) throw new Unacceptable("The body is not valid JSON.");
    const asked = wire.read(recorded.body, call);
    recorded.asked = asked;
    return { asked };
  } catch (error) {
    if (!(error instanceof Unacceptable)) throw error;
    recorded.problem = error.message;
    return { trouble: error.trouble };
  }
}

/** Whether something went wrong instead of an answer. */
async function misbehaved(answering: Answering, wire: WireSpeech): Promise<boolean> {
  const { misbehaviours } = answering.recorded;
  if (found(misbehaviours, "hang-up")) {
    cut(sendingOf(answering, ""));
    return true;
  }
  if (await sendOdd(answering)) return true;
  if (found(misbehaviours, "spent")) {
    await sendTrouble(answering, wire, spentTrouble(wire.wire));
    return true;
  }
  const status = found(misbehaviours, "status");
  if (status === undefined) return false;
  await sendTrouble(answering, wire, statusTrouble(wire.wire, status.status, status.retryAfter), {
    headers: waitHeaders(status.retryAfter, answering.house.now()),
    ...(status.body ? { body: status.body } : {}),
  });
  return true;
}
