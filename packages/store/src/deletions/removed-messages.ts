import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { DecisionAnswer } from '@svc/domain';
import { decisionResolvedFrame } from '../events/frames/frames.js';
import type { OutgoingEvent } from '../events/outgoing-event.js';
import type { ClientBase } from 'pg';
import type { AuditedCall } from '../audit/audit-entry.js';
import { lockRequests, removeRequests } from '../decisions/removed-requests.js';
import type { RemovedRequest } from '../decisions/removed-requests.js';

/** A message that is locked. */
interface LockedMessage {
  id: string;
  decision_id: string | null;
  event_id: string | null;
}

export interface RemovedMessages {
  /** Events of requests that were open. */
  events: OutgoingEvent[];
  /** The events that are gone. */
  eventIds: string[];
  /** The files, which are marked and still to be removed. */
  mediaIds: string[];
}

/**
 * Removes messages of a conversation with everything else that says what they say: the events that brought them to the agent, with what webhooks
 * answered; a run's summary; the request that a card shows, and the note of its answer. Files are marked: a gateway, which has the disk, removes them.
 *
 * The caller has locked agent, conversation and messages. What follows is locked in the order of all statements.
 */
export async function removeMessages(
  client: ClientBase,
  messages: readonly LockedMessage[],
  of: { agentId: string; userId: string; call: AuditedCall; deletedConversationId: string | null },
): Promise<RemovedMessages> {
  const ids = messages.map(({ id }) => id);
  await rows(client, sql.deletions.forgetSummaries, { messageIds: ids });
  const decisionIds = messages.flatMap(({ decision_id: id }) => id ?? []);
  const requests = await lockRequests(client, decisionIds);
  const events = await removeRequests(client, requests, of);
  const answers = requests.flatMap((request) =>
    request.eventId === null ? [] : [{ eventId: request.eventId, request }],
  );
  const own = messages.flatMap(({ event_id: id }) => id ?? []);
  const locked = await rows(client, sql.deletions.lockEvents, {
    ids: [...own, ...answers.map(({ eventId }) => eventId)],
  });
  const open = new Set(locked.filter((event) => event.is_open).map(({ id }) => id));
  // The agent still has to hear of an answer, but not of a message. What the person has written, the note and what was filled in, goes out of its event.
  const unheard = answers.filter(({ eventId }) => open.has(eventId));
  const kept = unheard.map(({ eventId }) => eventId);
  const frames = unheard.map(({ request }) => frameWithoutNote(request));
  if (kept.length > 0) await rows(client, sql.deletions.changeFrames, { ids: kept, frames });
  // A statement that has one of them in hand finds it gone: no attempt of it is reserved, and it is not sent again. Numbers of events stay as they are.
  const eventIds = locked.flatMap(({ id }) => (kept.includes(id) ? [] : id));
  await rows(client, sql.deletions.removeEvents, { ids: eventIds });
  const { deletedConversationId: conversationId } = of;
  const media = await rows(client, sql.deletions.expireMedia, { messageIds: ids, conversationId });
  await rows(client, sql.deletions.removeMessages, { ids });
  return { events, eventIds, mediaIds: media.map(({ id }) => id) };
}

function frameWithoutNote(request: RemovedRequest): string {
  const { decisionId, conversationId, status, alwaysAllowPattern, hasForm } = request;
  return decisionResolvedFrame({
    ...{ decisionId, conversationId, alwaysAllowPattern, note: null },
    status: status as DecisionAnswer,
    ...(hasForm && { answer: null }),
  });
}
