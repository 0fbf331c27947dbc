/** What the provider knows about one of its models. */
export interface ModelCard {
  readonly name: string;
  /** Most tokens a prompt may have; at Ollama what the model was trained for. */
  readonly window?: number;
  readonly maxOutput?: number;
  readonly tools?: false;
  /** Fields of a request that this model does not take, such as `temperature`. */
  readonly refuses?: readonly string[];
  /** Its chat template insists that user and assistant take turns. */
  readonly alternates?: true;
  /** Ollama: the window that its Modelfile sets. */
  readonly numCtx?: number;
}

/** What a server has. Without a list every name is a model, and none has limits. */
export class ModelShelf {
  readonly cards: readonly ModelCard[] | undefined;

  constructor(cards: readonly ModelCard[] | undefined) {
    this.cards = cards;
  }

  /** Undefined: there is no such model. */
  find(name: string): ModelCard | undefined {
    if (this.cards === undefined) return { name };
    return this.cards.find((card) => card.name === name || card.name === `${name}:latest`);
  }
}
