import { reading } from './client.ts';
import type { Schemas } from './client.ts';
import { readingPages } from './pages.ts';

export type RunDetails = Schemas['ClientRunDetails'];
export type RunStatus = Schemas['RunStatus'];
export type RunInProgress = Schemas['RunInProgress'];

export function runQuery(runId: string) {
  return reading(['run', runId], '/api/client/runs/{run_id}', { path: { run_id: runId } });
}

const MESSAGES_MAX = 40;

export function runMessagesQuery(runId: string) {
  return readingPages(
    ['run', runId, 'messages'],
    '/api/client/runs/{run_id}/messages',
    { path: { run_id: runId } },
    { limit: MESSAGES_MAX, cursorOf: ({ id }) => id },
  );
}

/** Those that say how far they are, and the conversation that their bubbles will come to. */
export function runsInProgressQuery(agentId: string) {
  const path = { agent_id: agentId };
  return reading(['runs-in-progress', agentId], '/api/client/agents/{agent_id}/runs/in-progress', { path });
}
