import type { SearchIndex } from '@svc/store';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Step } from './step-loop.js';

/** How often it is looked for what has no entry, in milliseconds. So what somebody writes is found about a second later. */
const INTERVAL_MS = 1_000;

/** Writes what a search finds, in small steps. Any number of schedulers may do so: one writes at a time. */
export function searchEntries({
  store,
  metrics,
}: {
  store: { searchIndex: SearchIndex };
  metrics: Registry;
}): Step {
  const written = new Counter({
    name: 'search_entries_written_total',
    help: 'Entries that this process has written for the search',
    registers: [metrics],
  });
  return {
    name: 'search entries',
    intervalMs: INTERVAL_MS,
    async run() {
      const step = await store.searchIndex.step();
      written.inc(step.written);
      return step.isMore ? 0 : null;
    },
  };
}
