import { once } from "node:events";
import type { Writable } from "node:stream";
import { constants, createBrotliCompress, createDeflate, createGzip } from "node:zlib";
import { type Answering, sendingOf } from "./answering.ts";
import { found, type Misbehaviour } from "./misbehaviour.ts";
import { sendWhole } from "./send.ts";

/** Whether an answer was sent that no provider would send. */
export async function sendOdd(answering: Answering): Promise<boolean> {
  const { recorded, response, cutting } = answering;
  const body = found(recorded.misbehaviours, "body");
  if (body) {
    const headers = { "content-type": "application/json", ...body.headers };
    recorded.status = body.status ?? 200;
    await sendWhole(sendingOf(answering, ""), { status: recorded.status, headers, text: body.text });
    return true;
  }
  const bytes = found(recorded.misbehaviours, "bytes");
  if (bytes) {
    cutting();
    response.socket?.end(bytes.text);
    return true;
  }
  const flood = found(recorded.misbehaviours, "flood");
  if (flood) await sendFlood(answering, flood);
  return flood !== undefined;
}

const packers = { gzip: createGzip, br: quickBrotli, deflate: createDeflate };

function quickBrotli() {
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}

async function sendFlood(
  { response, over, cutting }: Answering,
  flood: Extract<Misbehaviour, { does: "flood" }>,
): Promise<void> {
  const packer = flood.packed && packers[flood.packed]();
  response.writeHead(flood.status ?? 200, {
    "content-type": "text/event-stream",
    ...(flood.packed && { "content-encoding": flood.packed }),
  });
  packer?.on("error", () => undefined).pipe(response);
  const out: Writable = packer ?? response;
  const piece = Buffer.from(flood.piece.repeat(Math.ceil(65_536 / flood.piece.length)));
  out.write(flood.before ?? "");
  for (let sent = 0; sent < flood.bytes && !over.aborted; sent += piece.length) {
    if (out.write(piece)) continue;
    await once(out, "drain", { signal: over }).catch(() => undefined);
  }
  if (over.aborted) cutting();
  out.end();
}
