import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { SearchIndex } from '@svc/store';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';

/** How often new messages and changed tasks get their entries, in milliseconds. So what somebody writes is found about a second later. */
const NEWEST_INTERVAL_MS = 1_000;

/** How often a pass over all conversations begins, in milliseconds. It finds what the newest steps have missed. */
const PASS_INTERVAL_MS = 60_000;

/** The pause after a step of a pass: a multiple of the step's time, within these bounds, in milliseconds. */
const PAUSE_PER_STEP = 1;
const PAUSE_MS_MIN = 10;
const PAUSE_MS_MAX = 2_000;

/** Steps of one turn, so that a flood of messages does not keep changed tasks waiting. */
const STEPS_MAX = 20;

export interface SearchEntriesOptions {
  store: { searchIndex: SearchIndex };
  logger: Logger;
  metrics: Registry;
  sleep: Sleep;
  /** Milliseconds of a clock that only goes forward. Default: the system's. */
  monotonicMs?: () => number;
}

/**
 * Writes what a search finds, in small steps. Any number of schedulers may do so: one writes at a time, and the others go on where it has ended. After an update from a
 * version without a search, the first passes write the entries of everything that is there.
 */
export function createSearchEntries(options: SearchEntriesOptions): [newest: Loop, passes: Loop] {
  const { store, logger, sleep, monotonicMs = () => performance.now() } = options;
  const written = new Counter({
    name: 'search_entries_written_total',
    help: 'Entries of messages that this process has written for the search',
    registers: [options.metrics],
  });
  let since: Date | null = null;

  async function newest(signal: AbortSignal): Promise<void> {
    for (let steps = 0, isMoving = true; isMoving && steps < STEPS_MAX && !signal.aborted; steps += 1) {
      const step = await store.searchIndex.newest(since);
      // Another scheduler writes at this moment. It has its own beginning, and a pass finds what both miss.
      if (step === null) break;
      written.inc(step.written);
      ({ since, isMoving } = step);
    }
    while (!signal.aborted && (await store.searchIndex.changes()));
  }

  async function pass(signal: AbortSignal): Promise<void> {
    for (let isOver = false; !isOver && !signal.aborted;) {
      const beganMs = monotonicMs();
      const step = await store.searchIndex.pass();
      written.inc(step?.written ?? 0);
      isOver = step?.isOver ?? false;
      // If another scheduler writes at this moment, this one waits for as long as it may.
      if (!isOver) await sleep(step === null ? PAUSE_MS_MAX : pauseMs(monotonicMs() - beganMs), signal);
    }
  }

  return [
    new Loop({ name: 'search-entries', intervalMs: NEWEST_INTERVAL_MS, turn: newest, logger, sleep }),
    new Loop({ name: 'search-passes', intervalMs: PASS_INTERVAL_MS, turn: pass, logger, sleep }),
  ];
}

function pauseMs(stepMs: number): number {
  return Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, stepMs * PAUSE_PER_STEP));
}
