/** What a server's error says, as far as this needs it. */
export interface Refusal {
  readonly status?: number;
  readonly message: string;
  readonly type?: string;
  readonly code?: string;
  readonly body?: string;
}

/** The request does not fit into the model's window. `window`: its size in tokens, if the server says it. */
export interface TooLong {
  readonly window?: number;
}

/** Whether a server refused a request because it is too long for the model. Undefined: it said something else. */
export function tooLong(refusal: Refusal): TooLong | undefined {
  const { status, message, type = "", code = "", body = "" } = refusal;
  const said = `${message} ${type} ${code}`;
  const isRate = status === 429 || /rate.?limit|too many requests|per (min|day|hour)/i.test(said);
  // Some call a single request that is larger than a minute's tokens a matter of rates. Waiting does not help there.
  if (isRate && !/request too large|must be reduced|reduce your message size/i.test(said)) return undefined;
  if (/at most [\d,]+ completion tokens/i.test(said)) return undefined;
  if (status !== 413 && !words.some((one) => one.test(said))) return undefined;
  const window = windowIn(`${message} ${body}`);
  return window === undefined ? {} : { window };
}

/** How servers say it. `too-long.test.ts` has their sentences. */
const words: readonly RegExp[] = [
  /context[_ ](length|window|size)[_ ](has been )?exceeded|exceed_context_size|context_window_exceeded/i,
  /\bexceed\w*\b[^.]{0,60}\bcontext (length|window|size|limit)/i,
  /\bcontext (length|window|size|limit)\b[^.]{0,40}\bexceed/i,
  /maximum (context|prompt|model|input|sequence) length|exceeds max(imum)? (allowed )?input length/i,
  /(prompt|input|request|message|conversation|body)s?( is| are| was)? too (long|large)/i,
  /too large for (the )?model|too many (input )?tokens|token limit exceeded|exceeded model token limit/i,
  /input token count|input tokens exceed|tokens in request more than|prompt token count of \d+ exceeds/i,
  /reduce (the length of )?(the |your )?(messages|message size|prompt|input)/i,
  /(greater|longer) than the (model'?s? )?(context|maximum model) length|context length of only|n_keep\b.*\bn_ctx\b/i,
  /range of input length should be|configured context size|current length is \d+ while limit/i,
  /inputs` tokens \+|inputs` must have less than/i,
];

/** Where the size stands in such a sentence. */
const sizes: readonly RegExp[] = [
  /"?n_ctx"?\s*[:=(]\s*(\d+)/i,
  /maximum (?:context|prompt|model|sequence) length[^\d.]{0,12}([\d,]+)/i,
  /> ?([\d,]+)(?: maximum|, decrease)/i,
  /context (?:length|window|size|limit)(?! by)[^\d.]{0,12}([\d,]+)/i,
  /tokens allowed \(([\d,]+)\)/i,
  /too large for model with ([\d,]+) maximum/i,
  /must be <= ([\d,]+)|less than ([\d,]+) tokens/i,
  /max(?:imum)? (?:allowed )?input length[^\d.]{0,8}([\d,]+)|input length should be \[\d+, ?([\d,]+)\]/i,
  /token limit: ([\d,]+)|limit (?:of|is) ([\d,]+)|TPM\): Limit ([\d,]+)|cannot exceed ([\d,]+)/i,
  /only supports up to ([\d,]+)|Max size: ([\d,]+) tokens/i,
];

const [least, most] = [256, 100_000_000];

function windowIn(text: string): number | undefined {
  for (const size of sizes) {
    const match = size.exec(text);
    if (!match || /^\s*([kmg]i?b|bytes)\b/i.test(text.slice(match.index + match[0].length))) continue;
    const found = match.slice(1).find((one) => one !== undefined);
    const number = Number(found?.replaceAll(",", ""));
    if (Number.isSafeInteger(number) && number >= least && number <= most) return number;
  }
  return undefined;
}
