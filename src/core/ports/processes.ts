/** A process as the lease knows it: a pid alone is reused, with its start time it is not. */
export interface ProcessName {
  readonly host: string;
  readonly pid: number;
  readonly startedAt: string;
}

export interface Processes {
  self(): ProcessName;
  /** "elsewhere": on another host, which this one cannot see. */
  life(name: ProcessName): Promise<"alive" | "dead" | "elsewhere">;
  /** Ends it, softly and then for good, and resolves when it is gone. */
  end(name: ProcessName): Promise<void>;
}
