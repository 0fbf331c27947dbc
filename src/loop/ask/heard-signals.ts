import type { Signal } from "../../core/ports/signal.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { RedactedPieces } from "../../core/text/redacted-pieces.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import { visible } from "../../core/text/visible.ts";

type Delta = Extract<Signal, { type: "text.delta" | "reasoning.delta" }>;

/**
 * Passes on what a model says while it speaks, without keys and with nothing hidden. Words that may be the start of a
 * key wait for the next ones; `end` passes on what still waits.
 */
export function heardSignals(
  emit: (signal: Signal) => void,
  redaction: Redaction,
): { emit(signal: Signal): void; end(): void } {
  const heard = new Map<Delta["type"], { readonly pieces: RedactedPieces; last: Delta }>();
  return {
    emit(signal) {
      switch (signal.type) {
        case "text.delta":
        case "reasoning.delta":
          return hear(signal);
        case "call.began":
          return emit({ ...signal, tool: oneLine(redaction.redact(signal.tool)) });
        case "model.waiting":
          return emit({ ...signal, why: oneLine(redaction.redact(signal.why)) });
        case "ask.ended":
          end();
          return emit(signal);
        default:
          return emit(signal);
      }
    },
    end,
  };

  function hear(signal: Delta): void {
    const speech = heard.get(signal.type) ?? { pieces: new RedactedPieces(redaction), last: signal };
    speech.last = signal;
    heard.set(signal.type, speech);
    say(signal, speech.pieces.next(signal.text));
  }

  function end(): void {
    for (const { pieces, last } of heard.values()) say(last, pieces.end());
  }

  function say(signal: Delta, text: string): void {
    if (text !== "") emit({ ...signal, text: visible(text) });
  }
}
