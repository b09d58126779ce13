import type { Tally } from './ledger.js';
import { seconds, textTable } from './text-table.js';

export interface FaultRow extends Tally {
  fault: string;
  /** Sockets that agents had to open anew. */
  reconnects: number;
  /** When the fault was over, where that is known. */
  overAtMs?: number;
  /** The longest wait of those whom the fault does not concern, for an answer or a message, in milliseconds. `null` where it concerns everybody. */
  othersWaitMs?: number | null;
}

const COLUMNS: { title: string; cell: (row: FaultRow) => string }[] = [
  { title: 'fault', cell: (row) => row.fault },
  { title: 'accepted', cell: (row) => String(row.accepted) },
  { title: 'unanswered', cell: (row) => String(row.unanswered) },
  { title: 'arrived', cell: (row) => String(row.arrived) },
  { title: 'repeats', cell: (row) => String(row.repeats) },
  { title: 'reconnects', cell: (row) => String(row.reconnects) },
  { title: 'longest call', cell: (row) => seconds(row.longestCallMs) },
  { title: 'longest gap', cell: (row) => seconds(row.longestGapMs) },
  { title: 'longest delay', cell: (row) => seconds(row.longestDelayMs) },
  { title: 'well after', cell: wellAfter },
  { title: 'others', cell: ({ othersWaitMs }) => (othersWaitMs == null ? '–' : seconds(othersWaitMs)) },
];

function wellAfter({ overAtMs, lastTroubleAtMs }: FaultRow): string {
  return overAtMs === undefined ? '–' : seconds(Math.max(0, lastTroubleAtMs - overAtMs));
}

/** The rows as lines of text. */
export function faultTable(rows: readonly FaultRow[]): string {
  return textTable([
    COLUMNS.map(({ title }) => title),
    ...rows.map((row) => COLUMNS.map(({ cell }) => cell(row))),
  ]);
}
