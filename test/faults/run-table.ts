import type { RunDrillOutcome } from './run-drill.js';
import { seconds, textTable } from './text-table.js';

export interface RunColumn extends RunDrillOutcome {
  fault: string;
}

const ROWS: { title: string; cell: (column: RunColumn) => string | number }[] = [
  { title: 'fault', cell: ({ fault }) => fault },
  { title: 'runs of due tasks', cell: (column) => latenessOf(column).length },
  { title: 'late, median', cell: (column) => percentile(column, 0.5) },
  { title: 'late, 99 of 100', cell: (column) => percentile(column, 0.99) },
  { title: 'late, the last', cell: (column) => percentile(column, 1) },
  { title: 'distinct payloads', cell: ({ book }) => book.payloads.size },
  { title: 'runs of triggers', cell: ({ stored }) => countOf(stored, 'trigger') },
  { title: 'answered triggered', cell: ({ book }) => book.answers.triggered },
  { title: 'answered queued', cell: ({ book }) => book.answers.queued },
  { title: 'answered duplicate', cell: ({ book }) => book.answers.duplicate },
  { title: 'calls not answered', cell: ({ book }) => book.answers.unanswered },
  { title: 'came by socket', cell: ({ book }) => book.countOf('socket') },
  { title: 'came by webhook', cell: ({ book }) => book.countOf('webhook') },
  { title: 'came by poll', cell: ({ book }) => book.countOf('poll') },
  { title: 'repeats', cell: ({ book }) => book.repeats },
  { title: 'sockets opened anew', cell: ({ reconnects }) => reconnects },
  { title: 'broken promises', cell: ({ problems }) => problems.length },
];

/** One column for each fault, as lines of text. */
export function runTable(columns: readonly RunColumn[]): string {
  return textTable(ROWS.map(({ title, cell }) => [title, ...columns.map((column) => String(cell(column)))]));
}

function countOf(stored: RunColumn['stored'], origin: string): number {
  return stored.filter((run) => run.origin === origin).length;
}

/** How long after its moment each occurrence got its run, in milliseconds, the shortest first. */
function latenessOf({ stored }: RunColumn): number[] {
  return stored
    .flatMap(({ scheduledForMs, startedAtMs }) =>
      scheduledForMs === null ? [] : [startedAtMs - scheduledForMs],
    )
    .sort((one, other) => one - other);
}

function percentile(column: RunColumn, share: number): string {
  const lateness = latenessOf(column);
  return seconds(lateness[Math.floor(share * (lateness.length - 1))] ?? 0);
}
