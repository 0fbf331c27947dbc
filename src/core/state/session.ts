import type { Flag } from "../facts/check-result-schema.ts";
import type { EventOf, Size } from "../facts/events.ts";
import type { Actor } from "../facts/fact.ts";
import type { ShippedTo } from "../facts/shipped-to.ts";
import type { ArtifactOf } from "../terms/artifacts.ts";
import type { CitedLines } from "../terms/citations.ts";
import type {
  ApprovalId,
  ArtifactId,
  DecisionId,
  Instant,
  LoopId,
  QuestionId,
  SeatId,
  StepKey,
  TaskId,
} from "../terms/ids.ts";
import type { ArtifactKind, Phase } from "../terms/phase.ts";
import type { FileSettings, Policy, Seat } from "../terms/policy.ts";

export interface Runner {
  readonly seq: number;
  readonly host: string;
  readonly pid: number;
  readonly startedAt: string;
  readonly mode: EventOf<"runner.started">["mode"];
  readonly until?: Phase;
  /** Total of engineer turns at which this runner ends, from --max-turns. */
  readonly turnLimit?: number;
  readonly stopped?: string;
  readonly at?: Instant;
  /** Nobody is there, and is waited for this long. */
  readonly waitMs?: number;
}

export type Results = EventOf<"checks.finished">["results"];

/** What the checks in force said on the base commit. */
export interface Baseline {
  readonly seq: number;
  readonly commit: string;
  readonly results: Results;
  /** A person has seen what is red. `without`: checks that are left out from here on. */
  readonly settled?: { readonly seq: number; readonly without: readonly string[] };
}

/** Work that was handed over, with what taking it back needs. */
export interface Shipment extends ShippedTo {
  readonly seq: number;
  readonly how: EventOf<"session.shipped">["how"];
  /** Where the branch stood before; null: there was none. */
  readonly was: string | null;
  readonly commit: string;
  /** The session went on after it. */
  readonly partial?: true;
  /** Of a pull request: where it is, or why it could not be opened. */
  readonly url?: string;
  readonly unopened?: string;
}

export interface Session {
  /** Seq of session.opened; 0 before it. */
  readonly opened: number;
  readonly openedAt: Instant;
  readonly kind: EventOf<"session.opened">["kind"];
  readonly title: string;
  readonly brief: string;
  readonly seats: readonly Seat[];
  readonly policy: Policy;
  /** What the files said when Huddle last read them. */
  readonly files?: FileSettings;
  /** The hash of the command lines that a person last trusted the repository to run. */
  readonly trusted?: string;
  readonly repo: { readonly base: string; readonly branch: string };
  /** Seq since which the checks in force are to be run on the base commit; left out: since the session was opened. */
  readonly baselineDue?: number;
  /** What the checks in force said on the base commit. */
  readonly baseline?: Baseline;
  /** Failures that came and went on one commit: in a later check, two in a row say little. */
  readonly flaky?: readonly string[];
  /** What the checks said on each commit that landed. */
  readonly landings?: Readonly<Record<string, Results>>;
  /** What makes the checks say less at the last landing than on the base commit. Older logs do not say. */
  readonly sinceBase?: readonly Flag[];
  /** What a person has last looked at between two layers of tasks: all moves up to this seq. */
  readonly looked?: { readonly seq: number; readonly upTo: number };
  /** How many reviews of code each member gave. */
  readonly reviewsBy?: Readonly<Record<SeatId, number>>;
  /** The grooming that its brief comes from. */
  readonly from?: string;
  /** Iterations that were started from it. */
  readonly promoted?: readonly string[];
  /** Seq of the last session.promoted. */
  readonly promotedAt?: number;
  readonly size?: {
    readonly seq: number;
    readonly size: Size;
    readonly tasks: number;
    readonly why: string;
    readonly unclear?: true;
    readonly settled?: "talk" | "do";
  };
  /** What a person wants handed over, and how. */
  readonly shipping?: { readonly seq: number } & Omit<EventOf<"ship.requested">, "type">;
  /** Everything that was handed over and not taken back, oldest first. */
  readonly shipments?: readonly Shipment[];
  /** The one that ended the session. */
  readonly shipped?: Shipment;
  /** A person wants a shipping taken back. */
  readonly undoing?: { readonly seq: number; readonly shipped: number };
  /** A person wants the work brought up to date with this branch. */
  readonly syncing?: { readonly seq: number; readonly branch: string };
  /** What became of the last time. */
  readonly synced?: { readonly seq: number } & Omit<EventOf<"session.synced">, "type">;
  readonly ending?: { readonly seq: number; readonly how: "finished" | "abandoned"; readonly why: string };
}

export interface Entry {
  readonly seq: number;
  readonly at: Instant;
  readonly actor: Actor;
  readonly text: string;
  readonly to?: readonly SeatId[];
  /** Members that the words speak to by name, without an @. */
  readonly addressed?: readonly SeatId[];
  /** The task that these words are about: they are for its conversations alone. */
  readonly task?: TaskId;
  /** Citations of file and line that did not exist. */
  readonly missing?: readonly string[];
  /** The lines that they cite. */
  readonly cited?: readonly CitedLines[];
  /** Set when these words answer a question: the loop that asked already has them as the result of its call. */
  readonly answers?: LoopId;
  /** The same words in parts: what was asked, by whom, and what the person answered. */
  readonly answered?: {
    readonly from: SeatId;
    readonly question: string;
    readonly options: readonly string[];
    readonly answer: string;
  };
  /** The version of an artifact that the person sends back with these words. */
  readonly returned?: ArtifactState;
  /** Length in characters, for the cut. */
  readonly size: number;
}

export interface Decision {
  readonly id: DecisionId;
  readonly seq: number;
  /** Who recorded it. */
  readonly by: Actor;
  readonly topic: string;
  readonly decision: string;
  readonly reason: string;
  readonly proposed: string;
  readonly agreed: readonly string[];
  readonly dissents: readonly string[];
  /** The message of the person that says so, such as m12. Without it, the person is not named. */
  readonly cites?: string;
  /** The decision that this one replaces. */
  readonly amends?: DecisionId;
}

export interface Deferred {
  readonly seq: number;
  readonly by: Actor;
  readonly topic: string;
  readonly why: string;
}

/** Of one kind, or of any. */
export type ArtifactState<K extends ArtifactKind = ArtifactKind> = Readonly<ArtifactOf<K>> & {
  readonly id: ArtifactId;
  readonly seq: number;
  readonly phase: Phase;
  readonly visit: number;
  readonly version: number;
  /** If the version before it was sent back: which one that was, and what is different. */
  readonly changed?: { readonly since: number; readonly what: readonly string[] };
  readonly settled?: {
    readonly seq: number;
    readonly verdict: "accepted" | "returned";
    readonly reasons: readonly string[];
  };
};

/** The newest of each kind. */
export type Artifacts = { readonly [K in ArtifactKind]?: ArtifactState<K> };

/** Something that needs a person's yes: a call of a conversation, or a step outside of one. */
export interface Approval extends Omit<EventOf<"approval.requested">, "type"> {
  readonly id: ApprovalId;
  readonly seq: number;
  /** The step that waits for it. */
  readonly step: StepKey | undefined;
  /** Of a step outside of a conversation: it stays known until the step has acted on it. */
  readonly resolved?: {
    readonly seq: number;
    readonly verdict: EventOf<"approval.resolved">["verdict"];
    readonly reason?: string;
  };
}

/** A question that has no answer yet. */
export interface Question extends Omit<EventOf<"question.asked">, "type"> {
  readonly id: QuestionId;
  readonly seq: number;
  readonly from: SeatId;
  /** `human` as well once the member who was asked has passed it on. */
  readonly to: "architect" | "human";
  readonly passed?: { readonly seq: number; readonly by: Actor; readonly why: string };
}
