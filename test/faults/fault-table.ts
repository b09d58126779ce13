import type { Tally } from './ledger.js';

export interface FaultRow extends Tally {
  fault: string;
  /** Sockets that agents had to open anew. */
  reconnects: number;
}

const COLUMNS: { title: string; cell: (row: FaultRow) => string }[] = [
  { title: 'fault', cell: (row) => row.fault },
  { title: 'accepted', cell: (row) => String(row.accepted) },
  { title: 'unanswered', cell: (row) => String(row.unanswered) },
  { title: 'arrived', cell: (row) => String(row.arrived) },
  { title: 'repeats', cell: (row) => String(row.repeats) },
  { title: 'reconnects', cell: (row) => String(row.reconnects) },
  { title: 'longest gap', cell: (row) => seconds(row.longestGapMs) },
  { title: 'longest delay', cell: (row) => seconds(row.longestDelayMs) },
];

/** The rows as lines of text, names to the left and numbers to the right. */
export function faultTable(rows: readonly FaultRow[]): string {
  const cells = [
    COLUMNS.map(({ title }) => title),
    ...rows.map((row) => COLUMNS.map(({ cell }) => cell(row))),
  ];
  const widths = COLUMNS.map((_column, index) =>
    Math.max(...cells.map((line) => (line[index] ?? '').length)),
  );
  const lines = cells.map((line) =>
    line
      .map((cell, index) =>
        index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
      )
      .join('  '),
  );
  return lines.join('\n');
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1_000).toFixed(2)} s`;
}
