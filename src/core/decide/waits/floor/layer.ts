import type { Draft } from "../../../facts/fact.ts";
import { type LayerStop, layerStop } from "../../../rules/review/layer-stop.ts";
import type { State } from "../../../state/state.ts";
import { layerId, type WaitId } from "../../../terms/ids.ts";
import type { Answered, Answering } from "../answering.ts";

/** A layer of tasks is over, and a person wanted to look before the next one begins. */
export interface LayerWait extends LayerStop {
  readonly kind: "layer";
  readonly id: WaitId;
}

export interface LayerAnswer {
  readonly kind: "onward";
}

export function layerWaits(state: State): readonly LayerWait[] {
  const stop = state.stage?.requested || state.session.shipped ? undefined : layerStop(state);
  return stop ? [{ kind: "layer", id: layerId(stop.since), ...stop }] : [];
}

export function answerLayer({ wait }: Answering<LayerWait, LayerAnswer>): Answered {
  return [{ actor: "human", event: looked(wait, "looked") }];
}

/** From here on the next layer may begin. */
export function looked({ layer, since }: LayerStop, how: "looked" | "deadline"): Draft["event"] {
  return { type: "layer.settled", layer, upTo: since, how };
}
