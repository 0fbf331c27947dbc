import type { AcceptAnswer, AcceptWait } from "./accept.ts";
import type { ApprovalAnswer, ApprovalWait } from "./approval.ts";
import type { AssignAnswer, AssignWait } from "./assign.ts";
import type { BaselineAnswer, BaselineWait } from "./baseline.ts";
import type { BudgetAnswer, BudgetWait } from "./budget.ts";
import type { LayerAnswer, LayerWait } from "./floor/layer.ts";
import type { SplitAnswer, SplitWait } from "./floor/split.ts";
import type { LimitAnswer, LimitWait } from "./limit.ts";
import type { ProviderAnswer, ProviderWait } from "./provider.ts";
import type { QuestionAnswer, QuestionWait } from "./question.ts";
import type { ShipAnswer, ShipWait } from "./ship.ts";
import type { SizeAnswer, SizeWait } from "./size.ts";
import type { StuckAnswer, StuckWait } from "./stuck.ts";
import type { TaskAnswer, TaskWait } from "./task.ts";
import type { WindowAnswer, WindowWait } from "./window.ts";

/** Every kind of wait with its answers. A kind of answer belongs to exactly one kind of wait. */
interface Kinds {
  readonly question: { readonly wait: QuestionWait; readonly answer: QuestionAnswer };
  readonly approval: { readonly wait: ApprovalWait; readonly answer: ApprovalAnswer };
  readonly accept: { readonly wait: AcceptWait; readonly answer: AcceptAnswer };
  readonly stuck: { readonly wait: StuckWait; readonly answer: StuckAnswer };
  readonly budget: { readonly wait: BudgetWait; readonly answer: BudgetAnswer };
  readonly provider: { readonly wait: ProviderWait; readonly answer: ProviderAnswer };
  readonly window: { readonly wait: WindowWait; readonly answer: WindowAnswer };
  readonly limit: { readonly wait: LimitWait; readonly answer: LimitAnswer };
  readonly size: { readonly wait: SizeWait; readonly answer: SizeAnswer };
  readonly assign: { readonly wait: AssignWait; readonly answer: AssignAnswer };
  readonly baseline: { readonly wait: BaselineWait; readonly answer: BaselineAnswer };
  readonly layer: { readonly wait: LayerWait; readonly answer: LayerAnswer };
  readonly split: { readonly wait: SplitWait; readonly answer: SplitAnswer };
  readonly task: { readonly wait: TaskWait; readonly answer: TaskAnswer };
  readonly ship: { readonly wait: ShipWait; readonly answer: ShipAnswer };
}

export type WaitKind = keyof Kinds;
export type WaitOf<K extends WaitKind> = Kinds[K]["wait"];
export type AnswerTo<K extends WaitKind> = Kinds[K]["answer"];

/** Something that waits for a person: one item of the inbox. */
export type Wait = WaitOf<WaitKind>;

/** What a person answers, as data. Typed words are parsed into it before they reach `app`. */
export type Answer = AnswerTo<WaitKind>;
