import { answerOf } from '../../api/client-api.js';
import type { Agent, ClientApi, Schemas } from '../../api/client-api.js';
import { isPolling, POLLED_MS_MAX } from './agent-findings.js';
import { countOf, note, ok, problem } from './finding.js';
import type { Finding } from './finding.js';

type Event = Schemas['Event'];

const PAGE = 100;
const HOUR_MS = 3_600_000;

export async function eventFindings(api: ClientApi, agent: Agent): Promise<Finding[]> {
  const list = (state: Event['state']): Promise<Event[]> => {
    const params = { path: { agent_id: agent.agent_id }, query: { state, limit: PAGE } };
    return answerOf(api.GET('/api/client/agents/{agent_id}/events', { params }));
  };
  const [waiting, failed] = await Promise.all([list('waiting'), list('failed')]);
  const nowMs = Date.now();
  const polls = isPolling(agent, nowMs);
  const findings = [...waitingFindings(waiting, { nowMs, polls }), ...failedFindings(failed, agent)];
  return findings.length === 0 ? [ok('events', 'No event waits, and none has failed.')] : findings;
}

/** @param waiting newest first, 100 at most. */
export function waitingFindings(
  waiting: readonly Pick<Event, 'type' | 'created_at'>[],
  { nowMs, polls }: { nowMs: number; polls: boolean },
): Finding[] {
  const oldest = waiting.at(-1);
  if (oldest === undefined) return [];
  const recent = waiting.filter(({ created_at }) => nowMs - Date.parse(created_at) < HOUR_MS).length;
  const grows = recent === 0 ? '' : `, and ${recent} of them came within the last hour`;
  const types = [...new Set(waiting.map(({ type }) => type))].join(', ');
  const count = countOf(waiting.length, 'event waits', 'events wait', PAGE);
  const what = `${count} (${types}). The oldest of these waits since ${oldest.created_at}${grows}.`;
  const remedy = polls
    ? 'GET /api/agent/events takes all of them; polls for due tasks and triggers take no others. What waits is not lost.'
    : 'Let the agent connect (with "resume": true for triggers and due tasks), or poll. What waits is not lost.';
  // What has just come is there for the next poll.
  const isLeft = !polls || nowMs - Date.parse(oldest.created_at) > POLLED_MS_MAX;
  return [recent > 0 && isLeft ? problem('waiting_growing', what, remedy) : note('waiting', what, remedy)];
}

function failedFindings(failed: readonly Event[], { agent_id }: Agent): Finding[] {
  const [newest] = failed;
  const oldest = failed.at(-1);
  if (newest === undefined || oldest === undefined) return [];
  const count = countOf(failed.length, 'event has', 'events have', PAGE);
  const reason = newest.attempts.at(-1)?.error ?? newest.drop_reason ?? 'no attempt was made';
  const what = `${count} failed, the newest at ${newest.created_at}: ${reason}.`;
  const remedy = `When the cause is mended: svc events replay ${agent_id} --since ${oldest.created_at}`;
  return [note('failed_events', what, remedy)];
}
