import type { SearchIndex } from '@svc/store';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Step } from './step-loop.js';

/** How often new messages and changed tasks get their entries, in milliseconds. So what somebody writes is found about a second later. */
const NEWEST_INTERVAL_MS = 1_000;

/** How often a pass over all conversations begins, in milliseconds. It finds what the newest steps have missed. */
const PASS_INTERVAL_MS = 60_000;

/** The pause while another scheduler writes, in milliseconds. */
const HELD_PAUSE_MS = 2_000;

export interface SearchEntriesOptions {
  store: { searchIndex: SearchIndex };
  metrics: Registry;
}

/** Writes what a search finds, in small steps. Any number of schedulers may do so: one writes at a time, and the others go on where it has ended. */
export function searchEntries({ store, metrics }: SearchEntriesOptions): Record<'newest' | 'pass', Step> {
  const written = new Counter({
    name: 'search_entries_written_total',
    help: 'Entries of messages that this process has written for the search',
    registers: [metrics],
  });
  let since: Date | null = null;

  /** A flood of messages does not keep changed tasks waiting. */
  async function newest(): Promise<number | null> {
    const step = await store.searchIndex.newest(since);
    written.inc(step?.written ?? 0);
    since = step?.since ?? since;
    const isMoreChanged = await store.searchIndex.changes();
    // If another scheduler writes at this moment, it has its own beginning, and a pass finds what both miss.
    return step?.isMoving === true || isMoreChanged ? 0 : null;
  }

  async function pass(): Promise<number | null> {
    const step = await store.searchIndex.pass();
    written.inc(step?.written ?? 0);
    if (step === null) return HELD_PAUSE_MS;
    return step.isOver ? null : 0;
  }

  return {
    newest: { name: 'newest search entries', intervalMs: NEWEST_INTERVAL_MS, run: newest },
    pass: { name: 'missed search entries', intervalMs: PASS_INTERVAL_MS, run: pass },
  };
}
