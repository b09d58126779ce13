/** How long each call took, in milliseconds. */
export interface Times {
  /** Until it was answered: the work is durable then. */
  answersMs: number[];
  /** Until the work began: at the agent, or in the peer's worker. */
  startsMs: number[];
}

/** Something that takes calls in, durably, and has the work begun elsewhere. */
export interface Contender {
  name: string;
  /** As many calls as it can take. Resolves with answers and beginnings per second. */
  flood(load: {
    durationMs: number;
    atOnce: number;
  }): Promise<{ answersPerSecond: number; startsPerSecond: number }>;
  /** Calls at a steady pace. */
  pace(load: { perSecond: number; count: number }): Promise<Times>;
}
