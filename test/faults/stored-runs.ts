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
  startedAtMs: number;
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
  return [
    ...book.violations,
    ...occurrencesWithoutOneRun(planned, stored),
    ...payloadsWithoutOneRun(stored, book),
    ...stored.flatMap((run) => runProblems(run, book)),
    ...unknownArrivals(stored, book),
  ];
}

function occurrencesWithoutOneRun(
  planned: readonly PlannedOccurrence[],
  stored: readonly StoredRun[],
): string[] {
  const runs = groupedBy(
    stored.filter(({ origin }) => origin === 'schedule'),
    ({ taskId }) => taskId,
  );
  const plannedIds = new Set(planned.map(({ taskId }) => taskId));
  const unplanned = [...runs.keys()].filter((taskId) => !plannedIds.has(taskId));
  return [
    ...unplanned.map((taskId) => `${taskId} was not due and fired`),
    ...planned.flatMap(({ taskId, dueAtMs }) => {
      const own = runs.get(taskId) ?? [];
      if (own.length !== 1) return [`${taskId} was due once and has ${own.length} runs`];
      const [run] = own;
      return run?.scheduledForMs === dueAtMs ? [] : [`${run?.runId} is not for the moment of ${taskId}`];
    }),
  ];
}

function payloadsWithoutOneRun(stored: readonly StoredRun[], book: RunBook): string[] {
  const runs = groupedBy(
    stored.filter(({ origin }) => origin === 'trigger'),
    ({ payload }) => payload,
  );
  const twice = [...runs].filter(([, own]) => own.length > 1);
  return [
    ...twice.map(([payload, own]) => `payload ${payload} has ${own.length} runs`),
    ...[...book.payloads].flatMap(([payload, { runId }]) => {
      const [run] = runs.get(payload) ?? [];
      if (run === undefined) return [`payload ${payload} was taken in and has no run`];
      return runId === null || runId === run.runId ? [] : [`payload ${payload} was told of ${runId}`];
    }),
  ];
}

function runProblems(run: StoredRun, book: RunBook): string[] {
  if (run.origin === 'manual') return [`${run.runId} was started by hand`];
  if (run.eventIds.length !== 1) return [`${run.runId} has ${run.eventIds.length} events`];
  const arrived = book.runs.get(run.runId);
  if (arrived === undefined) return [`${run.runId} neither reached its agent nor could be polled`];
  const isSame =
    arrived.taskId === run.taskId &&
    arrived.agentId === run.agentId &&
    (arrived.eventId === null || arrived.eventId === run.eventIds[0]);
  return isSame ? [] : [`${run.runId} reached its agent as another`];
}

function unknownArrivals(stored: readonly StoredRun[], book: RunBook): string[] {
  const known = new Set(stored.map(({ runId }) => runId));
  const unknown = [...book.runs.keys()].filter((runId) => !known.has(runId));
  return unknown.map((runId) => `${runId} reached an agent and is not stored`);
}

function groupedBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
