import type { Tally } from './ledger.js';
import { seconds, textTable } from './text-table.js';

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

/** The rows as lines of text. */
export function faultTable(rows: readonly FaultRow[]): string {
  return textTable([
    COLUMNS.map(({ title }) => title),
    ...rows.map((row) => COLUMNS.map(({ cell }) => cell(row))),
  ]);
}
