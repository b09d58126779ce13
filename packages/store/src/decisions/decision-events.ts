import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { appendedEvent, byPushNo } from '../events/outgoing-event.js';
import { decisionResolvedFrame } from '../events/frames/frames.js';
import type { OutgoingEvent } from '../events/outgoing-event.js';
import type { ClientBase } from 'pg';

/** A request that has ended, as its event says it. */
export type ResolvedRequest = Parameters<typeof decisionResolvedFrame>[0] & {
  eventId: string;
  agentId: string;
};

/** Tells agents how their requests have ended, within the transaction that ends them. In the order of publishing. */
export async function appendResolved(
  client: ClientBase,
  requests: ResolvedRequest[],
): Promise<OutgoingEvent[]> {
  if (requests.length === 0) return [];
  const frames = new Map(requests.map((request) => [request.eventId, decisionResolvedFrame(request)]));
  const appended = await rows(client, sql.decisions.appendEvents, {
    eventIds: requests.map(({ eventId }) => eventId),
    agentIds: requests.map(({ agentId }) => agentId),
    frames: [...frames.values()],
    decisionIds: requests.map(({ decisionId }) => decisionId),
  });
  return appended.sort(byPushNo).map((row) => appendedEvent(row, frames.get(row.event_id) ?? ''));
}
