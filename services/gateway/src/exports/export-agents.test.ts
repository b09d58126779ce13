import { expect, it } from '@jest/globals';
import type { AgentRecord } from '@svc/store';
import { AGENT_NOUNS } from './export-agents.js';
import type { AgentExportStore } from './export-agents.js';
import { PAGE } from './export-pages.js';

/** An agent of three tasks, each with more runs than are read at once and without any context. */
const RUNS = Array.from({ length: PAGE + 1 }, (_, index) => ({ runId: `run_${index}` }));
const store = {
  tasks: { listOf: async () => [{ taskId: 'task_1' }, { taskId: 'task_2' }, { taskId: 'task_3' }] },
  runs: {
    listOf: async (_taskId: string, { cursor }: { cursor?: string }) =>
      cursor === undefined ? RUNS.slice(0, PAGE) : RUNS.slice(PAGE),
  },
  exports: { blocksOf: async () => [] },
} as unknown as AgentExportStore;

it('an export is heard of for each task and for each page of runs, also while these have nothing to tell', async () => {
  const pages: unknown[] = [];
  for await (const page of AGENT_NOUNS['context_blocks']!(store, {} as AgentRecord)) pages.push(page);
  expect(pages).toEqual(Array.from({ length: 3 + 3 * 2 }, () => []));
});
