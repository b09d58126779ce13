import type { EventState } from '@svc/domain';

/** An event as the log has it. */
export interface LogEntry {
  eventId: string;
  seq: number;
  state: EventState;
  /** The exact JSON text that a socket would bring. */
  frame: string;
  createdAt: Date;
}

/** Numbers whose events are not kept any more, both included. */
export interface LogGap {
  from: number;
  to: number;
}

export interface LogPage {
  /** In the order of their numbers. */
  entries: LogEntry[];
  /** Empty for open events, between which numbers are missing anyway. */
  gaps: LogGap[];
  /** Of the log: everything up to this number is among the entries or the gaps. Of open events: the number of the last entry, or the newest number if these are all. */
  nextAfter: number;
  /** The number of the agent's newest event; 0 if there is none. */
  lastSeq: number;
  /** Proves that the agent has this page: the newest number under which an event of the page was handed out. 0 if none of them is open. */
  receipt: number;
}

/** A row of a listing; without events it is one, with `lastSeq` alone. */
export interface LogRow {
  lastSeq: number;
  /** Events that were found, before the sizes of their frames were looked at. */
  found: number;
  /** `null` if nothing was found. */
  eventId: string | null;
  seq: number;
  state: EventState;
  /** There was room for it and for all before it. */
  fits: boolean;
  /** `null` if the event is not kept any more, or does not fit. */
  frame: string | null;
  createdAt: Date;
  /** Not there if the event is not open, or was not marked. */
  handedOutNo?: number | null;
}

/** What an agent is told of the rows that were found. */
export function pageOf(found: LogRow[], { after, limit }: { after: number | null; limit: number }): LogPage {
  const lastSeq = found[0]?.lastSeq ?? 0;
  const page: LogPage = { entries: [], gaps: [], nextAfter: after ?? 0, lastSeq, receipt: 0 };
  // A place beyond the log: nothing is known of what lies between.
  if (after !== null && after > lastSeq) return page;
  const fitting = found.filter(({ eventId, fits }) => eventId !== null && fits);
  const isWhole =
    (found[0]?.found ?? 0) < limit && found.every(({ eventId, fits }) => eventId === null || fits);
  page.nextAfter = isWhole ? lastSeq : (fitting.at(-1)?.seq ?? page.nextAfter);
  let next = (after ?? 0) + 1;
  for (const { eventId, seq, state, frame, createdAt, handedOutNo } of fitting) {
    if (eventId === null || frame === null) continue;
    page.receipt = Math.max(page.receipt, handedOutNo ?? 0);
    if (seq > next) page.gaps.push({ from: next, to: seq - 1 });
    page.entries.push({ eventId, seq, state, frame, createdAt });
    next = seq + 1;
  }
  if (next <= page.nextAfter) page.gaps.push({ from: next, to: page.nextAfter });
  if (after === null) page.gaps = [];
  return page;
}
