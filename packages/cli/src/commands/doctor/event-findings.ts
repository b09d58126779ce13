import { answerOf } from '../../api/client-api.js';
import type { Agent, ClientApi, Schemas } from '../../api/client-api.js';
import { isPolling, POLLED_MS_MAX } from './agent-findings.js';
import { note, ok, problem } from './finding.js';
import type { Finding } from './finding.js';

const PAGE = 100;
const HOUR_MS = 3_600_000;

export async function eventFinding(api: ClientApi, agent: Agent): Promise<Finding> {
  const params = { path: { agent_id: agent.agent_id }, query: { state: 'waiting', limit: PAGE } } as const;
  const waiting = await answerOf(api.GET('/api/client/agents/{agent_id}/events', { params }));
  const nowMs = Date.now();
  return waitingFinding(waiting, { nowMs, polls: isPolling(agent, nowMs) });
}

/** @param waiting newest first, 100 at most. */
export function waitingFinding(
  waiting: readonly Pick<Schemas['Event'], 'type' | 'created_at'>[],
  { nowMs, polls }: { nowMs: number; polls: boolean },
): Finding {
  const oldest = waiting.at(-1);
  if (oldest === undefined) return ok('events', 'No event waits.');
  const recent = waiting.filter(({ created_at }) => nowMs - Date.parse(created_at) < HOUR_MS).length;
  const types = [...new Set(waiting.map(({ type }) => type))].join(', ');
  const count = waiting.length >= PAGE ? `At least ${PAGE}` : waiting.length;
  const what = `Events that wait: ${count} (${types}), since ${oldest.created_at}; in the last hour came ${recent}.`;
  const remedy = polls
    ? 'GET /api/agent/events takes all of them; polls for due tasks and triggers take no others. What waits is not lost.'
    : 'Let the agent connect (with "resume": true for triggers and due tasks), or poll. What waits is not lost.';
  // What has just come is there for the next poll.
  const isLeft = !polls || nowMs - Date.parse(oldest.created_at) > POLLED_MS_MAX;
  return recent > 0 && isLeft ? problem('waiting_growing', what, remedy) : note('waiting', what, remedy);
}
