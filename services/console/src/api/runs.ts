import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';
import { pagesQuery } from './pages.ts';

export type RunDetails = Schemas['ClientRunDetails'];
export type RunStatus = Schemas['RunStatus'];

export function runQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/client/runs/{run_id}', { params: { path: { run_id: runId } }, signal })),
  });
}

const MESSAGES_MAX = 40;

export function runMessagesQuery(runId: string) {
  return pagesQuery({
    queryKey: ['run', runId, 'messages'],
    limit: MESSAGES_MAX,
    read: (query, signal) => {
      const params = { path: { run_id: runId }, query };
      return answerOf(api.GET('/api/client/runs/{run_id}/messages', { params, signal }));
    },
    cursorOf: ({ id }) => id,
  });
}

export type RunInProgress = Schemas['RunInProgress'];

/** Those that say how far they are, and the conversation that their bubbles will come to. */
export function runsInProgressQuery(agentId: string) {
  const params = { path: { agent_id: agentId } };
  return queryOptions({
    queryKey: ['runs-in-progress', agentId],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/client/agents/{agent_id}/runs/in-progress', { params, signal })),
  });
}

/** Starts another run of the run's task, with the same payload. */
export function runAgain(runId: string): Promise<Schemas['StartedRun']> {
  return answerOf(api.POST('/api/client/runs/{run_id}/again', { params: { path: { run_id: runId } } }));
}

export function cancelRun(runId: string): Promise<Schemas['ClientRun']> {
  return answerOf(api.POST('/api/client/runs/{run_id}/cancel', { params: { path: { run_id: runId } } }));
}
