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

interface AnsweredPayload {
  accepted: number;
  runId: string | null;
}

/** Runs as the outside saw them: which reached their agents, and what the callers of triggers were told. */
export class RunBook {
  readonly runs = new Map<string, RunArrival>();
  readonly payloads = new Map<number, AnsweredPayload>();
  readonly #violations: string[] = [];

  arrive(arrival: RunArrival): void {
    const known = this.runs.get(arrival.runId);
    if (known === undefined) {
      this.runs.set(arrival.runId, { ...arrival });
      return;
    }
    known.eventId ??= arrival.eventId;
    const isSame =
      known.taskId === arrival.taskId &&
      known.agentId === arrival.agentId &&
      (arrival.eventId === null || known.eventId === arrival.eventId);
    if (!isSame) this.#violations.push(`${arrival.runId} came again as another: ${JSON.stringify(arrival)}`);
  }

  answer({ payload, status, runId }: TriggerAnswer): void {
    const known = this.payloads.get(payload) ?? { accepted: 0, runId: null };
    this.payloads.set(payload, known);
    // An acceptance whose answer got lost makes the next call a duplicate. Nothing makes one accepted again.
    if (status !== 'duplicate') known.accepted += 1;
    if (known.accepted > 1) this.#violations.push(`payload ${payload} was accepted ${known.accepted} times`);
    if (runId !== null && known.runId !== null && known.runId !== runId) {
      this.#violations.push(`payload ${payload} began ${known.runId} and ${runId}`);
    }
    known.runId ??= runId;
  }

  /** A caller was told that it has done something wrong, and it has not. */
  refuse(payload: number, answer: string): void {
    this.#violations.push(`payload ${payload} was refused: ${answer}`);
  }

  /** What the outside saw that must not have happened. */
  get violations(): readonly string[] {
    return this.#violations;
  }
}
