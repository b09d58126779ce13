import type { RunBook } from './run-book.js';

/** An occurrence that was planned: the task and its moment. */
export interface PlannedOccurrence {
  taskId: string;
  dueAtMs: number;
}

/** A run with what the database holds about it. */
export interface StoredRun {
  runId: string;
  taskId: string;
  agentId: string;
  origin: 'schedule' | 'trigger' | 'manual';
  scheduledForMs: number | null;
  /** The events of the run; there should be one. */
  eventIds: string[];
  /** The number in the trigger's payload. */
  payload: number | null;
}

/** What database and outside disagree about, or either alone has wrong; empty if each promise was kept. */
export function disagreements(facts: {
  planned: readonly PlannedOccurrence[];
  stored: readonly StoredRun[];
  book: RunBook;
}): string[] {
  const { planned, stored, book } = facts;
  const of = (origin: StoredRun['origin']) => stored.filter((run) => run.origin === origin);
  const storedBy = new Map(stored.map((run) => [run.runId, run]));
  return [
    ...book.violations,
    ...of('manual').map(({ runId }) => `${runId} was started by hand`),
    ...stored
      .filter(({ eventIds }) => eventIds.length !== 1)
      .map(({ runId, eventIds }) => `${runId} has ${eventIds.length} events`),
    ...differences('occurrence', {
      wanted: planned.map(({ taskId, dueAtMs }) => `${taskId} at ${dueAtMs}`),
      found: of('schedule').map(({ taskId, scheduledForMs }) => `${taskId} at ${scheduledForMs}`),
    }),
    ...differences('payload', {
      wanted: [...book.payloads.keys()].map(String),
      found: of('trigger').map(({ payload }) => String(payload)),
    }),
    ...of('trigger')
      .filter(({ payload, runId }) => (book.payloads.get(payload ?? NaN) ?? runId) !== runId)
      .map(({ payload, runId }) => `payload ${payload} has ${runId}, and its caller was told of another`),
    ...differences('arrival', {
      wanted: stored.map((run) => shown(run, run.eventIds[0])),
      found: [...book.runs.values()].map((run) =>
        shown(run, run.eventId ?? storedBy.get(run.runId)?.eventIds[0]),
      ),
    }),
  ];
}

type Ids = Pick<StoredRun, 'runId' | 'taskId' | 'agentId'>;
const shown = ({ runId, taskId, agentId }: Ids, eventId: string | undefined) =>
  `${runId} of ${taskId} at ${agentId} by ${eventId}`;

/** What is there too seldom or too often. */
function differences(what: string, { wanted, found }: { wanted: string[]; found: string[] }): string[] {
  const surplus = new Map<string, number>();
  for (const item of found) surplus.set(item, (surplus.get(item) ?? 0) + 1);
  for (const item of wanted) surplus.set(item, (surplus.get(item) ?? 0) - 1);
  return [...surplus].flatMap(([item, count]) =>
    count === 0
      ? []
      : [`${what} ${item} is there ${Math.abs(count)} times too ${count < 0 ? 'seldom' : 'often'}`],
  );
}
