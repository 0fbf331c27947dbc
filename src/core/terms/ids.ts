/** Ids are derived: kind and seq of the fact that made the thing. They are never random and never a provider's. */
export type SeatId = string;
export type TaskId = string;
export type ThreadId = string;
export type LoopId = string;
export type CallId = string;
export type QuestionId = string;
export type ApprovalId = string;
export type ArtifactId = string;
export type DecisionId = string;
export type EffectId = string;
export type WaitId = string;
export type StepKey = string;
export type Claim = string;
/** The hash that names a side file. */
export type Blob = string;
/** A time as ISO 8601 in UTC with milliseconds, so text order is time order. */
export type Instant = string;

export const loopId = (seq: number): LoopId => `l${seq}`;
export const questionId = (seq: number): QuestionId => `q${seq}`;
/** Something that happens only after a person's yes. */
export const approvalId = (seq: number): ApprovalId => `y${seq}`;
export const artifactId = (seq: number): ArtifactId => `a${seq}`;
export const decisionId = (seq: number): DecisionId => `d${seq}`;
export const effectId = (seq: number): EffectId => `e${seq}`;
export const stuckId = (seq: number): WaitId => `s${seq}`;
export const budgetId = (seq: number): WaitId => `b${seq}`;
export const shipId = (seq: number): WaitId => `p${seq}`;
export const limitId = (seq: number): WaitId => `n${seq}`;
export const sizeId = (seq: number): WaitId => `z${seq}`;
export const assignId = (seq: number): WaitId => `w${seq}`;
/** A task that waits for a person. */
export const taskWaitId = (seq: number): WaitId => `f${seq}`;
export const windowId = (seq: number): WaitId => `o${seq}`;
/** A provider or a model that is waited for. */
export const providerId = (seq: number): WaitId => `u${seq}`;
/** Checks that are red on the base commit. */
export const baselineId = (seq: number): WaitId => `k${seq}`;
/** A layer of tasks that a person looks at. */
export const layerId = (seq: number): WaitId => `v${seq}`;
/** A task that is to be split. */
export const splitId = (seq: number): WaitId => `x${seq}`;
export const callId = (seq: number, index: number): CallId => `c${seq}_${index + 1}`;
