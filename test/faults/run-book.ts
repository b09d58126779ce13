import type { PlannedOccurrence, StoredRun } from './task-minute.js';

/** What an external system was told about one of its payloads. */
export interface TriggerAnswer {
  status: 'triggered' | 'queued' | 'duplicate';
  run_id?: string;
}

/** Runs as the outside saw them, which is held against what the database has. */
export class RunBook {
  /** Payloads that were taken in. */
  readonly payloads = new Set<number>();
  /** Which run reached which agent; and by which event, where the channel tells. */
  readonly arrivals = new Set<string>();
  readonly #events = new Set<string>();
  /** Runs of which the callers of triggers were told. */
  readonly #told = new Set<string>();
  readonly #accepted = new Set<number>();
  readonly #violations: string[] = [];

  arrive(run: RunIds, eventId: string | null): void {
    this.arrivals.add(arrivalOf(run));
    if (eventId !== null) this.#events.add(`${run.runId} by ${eventId}`);
  }

  answer(payload: number, { status, run_id }: TriggerAnswer): void {
    // An acceptance whose answer got lost makes the next call a duplicate. Nothing makes one accepted again.
    if (status !== 'duplicate') {
      if (this.#accepted.has(payload)) this.#violations.push(`payload ${payload} was accepted again`);
      this.#accepted.add(payload);
    }
    this.payloads.add(payload);
    if (run_id !== undefined) this.#told.add(`${payload} began ${run_id}`);
  }

  /** A caller was told that it has done something wrong, and it has not. */
  refuse(payload: number, answer: string): void {
    this.#violations.push(`payload ${payload} was refused: ${answer}`);
  }

  /** What database and outside disagree about, or either alone has wrong; empty if each promise was kept. */
  disagreements(planned: readonly PlannedOccurrence[], stored: readonly StoredRun[]): string[] {
    const of = (origin: StoredRun['origin']) => stored.filter((run) => run.origin === origin);
    const events = stored.flatMap(({ runId, eventIds }) => eventIds.map((id) => `${runId} by ${id}`));
    return [
      ...this.#violations,
      ...of('manual').map(({ runId }) => `${runId} was started by hand`),
      ...stored
        .filter(({ eventIds }) => eventIds.length !== 1)
        .map(({ runId, eventIds }) => `${runId} has ${eventIds.length} events`),
      ...differences('occurrence', {
        wanted: planned.map(({ taskId, dueAtMs }) => `${taskId} at ${dueAtMs}`),
        found: of('schedule').map(({ taskId, scheduledForMs }) => `${taskId} at ${scheduledForMs}`),
      }),
      ...differences('payload', {
        wanted: [...this.payloads].map(String),
        found: of('trigger').map(({ payload }) => String(payload)),
      }),
      ...differences('arrival', { wanted: stored.map(arrivalOf), found: [...this.arrivals] }),
      ...unknown(
        'told',
        this.#told,
        of('trigger').map(({ payload, runId }) => `${payload} began ${runId}`),
      ),
      ...unknown('came', this.#events, events),
    ];
  }
}

type RunIds = Pick<StoredRun, 'runId' | 'taskId' | 'agentId'>;

function arrivalOf({ runId, taskId, agentId }: RunIds): string {
  return `${runId} of ${taskId} at ${agentId}`;
}

/** What is there too seldom or too often. */
function differences(what: string, { wanted, found }: { wanted: string[]; found: string[] }): string[] {
  const surplus = new Map<string, number>();
  for (const item of found) surplus.set(item, (surplus.get(item) ?? 0) + 1);
  for (const item of wanted) surplus.set(item, (surplus.get(item) ?? 0) - 1);
  return [...surplus]
    .filter(([, count]) => count !== 0)
    .map(([item, count]) => `${what} ${item}: ${count > 0 ? '+' : ''}${count}`);
}

/** What the outside saw and the database does not know. */
function unknown(what: string, seen: Set<string>, stored: string[]): string[] {
  const known = new Set(stored);
  return [...seen].filter((item) => !known.has(item)).map((item) => `${what}: ${item}, which is not stored`);
}
