/** A run that reached its agent. */
export interface RunArrival {
  runId: string;
  taskId: string;
  agentId: string;
  /** `null` where the channel does not tell. */
  eventId: string | null;
}

/** What an external system was told about one of its payloads. */
export interface TriggerAnswer {
  payload: number;
  status: 'triggered' | 'queued' | 'duplicate';
  runId: string | null;
}

/** Runs as the outside saw them: which reached their agents, and what the callers of triggers were told. */
export class RunBook {
  readonly runs = new Map<string, RunArrival>();
  /** Payloads that were taken in, with the run of which their callers were told. */
  readonly payloads = new Map<number, string | null>();
  /** What the outside saw that must not have happened. */
  readonly violations: string[] = [];
  readonly #accepted = new Set<number>();

  arrive(arrival: RunArrival): void {
    const known = this.runs.get(arrival.runId) ?? { ...arrival };
    this.runs.set(arrival.runId, known);
    known.eventId ??= arrival.eventId;
    const again = { ...arrival, eventId: arrival.eventId ?? known.eventId };
    if (JSON.stringify(again) !== JSON.stringify(known))
      this.violations.push(`${arrival.runId} came again as another: ${JSON.stringify(arrival)}`);
  }

  answer({ payload, status, runId }: TriggerAnswer): void {
    // An acceptance whose answer got lost makes the next call a duplicate. Nothing makes one accepted again.
    if (status !== 'duplicate') {
      if (this.#accepted.has(payload)) this.violations.push(`payload ${payload} was accepted again`);
      this.#accepted.add(payload);
    }
    const known = this.payloads.get(payload) ?? runId;
    this.payloads.set(payload, known);
    if (runId !== null && runId !== known)
      this.violations.push(`payload ${payload} began ${known} and ${runId}`);
  }

  /** A caller was told that it has done something wrong, and it has not. */
  refuse(payload: number, answer: string): void {
    this.violations.push(`payload ${payload} was refused: ${answer}`);
  }
}
