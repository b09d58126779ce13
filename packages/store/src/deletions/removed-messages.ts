import { rows } from '@svc/database';
import type { MessageFile } from '@svc/domain';
import type { OutgoingEvent } from '@svc/events';
import type { ClientBase } from 'pg';
import type { AuditedCall } from '../audit/audit-entry.js';
import { lockRequests, removeRequests } from '../decisions/removed-requests.js';
import { eventsOfAnswers, forgetNotes, holdEvents, removeHeldEvents } from './removed-events.js';

/** A message that is locked, as what it says is found by. */
export interface LockedMessage {
  id: string;
  kind: string;
  image_urls: string[];
  audio_url: string | null;
  files: readonly MessageFile[] | null;
  task_run_id: string | null;
  decision_id: string | null;
  event_id: string | null;
}

/** The columns of {@link LockedMessage} of the row `m`. */
export const LOCKED_MESSAGE =
  'm.id, m.kind, m.image_urls, m.audio_url, m.files, m.task_run_id, m.decision_id, m.event_id';

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
  const runIds = messages.flatMap(({ kind, task_run_id: id }) => (kind === 'run' && id !== null ? [id] : []));
  if (runIds.length > 0) await rows(client, FORGET_SUMMARIES, [runIds]);
  const decisionIds = messages.flatMap(({ decision_id: id }) => (id === null ? [] : [id]));
  const requests = await lockRequests(client, decisionIds);
  const events = await removeRequests(client, requests, of);
  const answers = eventsOfAnswers(requests);
  const own = messages.flatMap(({ event_id: id }) => (id === null ? [] : [id]));
  const held = await holdEvents(client, [...own, ...answers.map(({ eventId }) => eventId)]);
  const open = new Set(held.open);
  // The agent still has to hear of an answer, but not of a message.
  const unheard = answers.filter(({ eventId }) => open.has(eventId));
  await forgetNotes(client, unheard);
  for (const { eventId } of unheard) open.delete(eventId);
  const eventIds = [...open, ...held.ended];
  await removeHeldEvents(client, eventIds);
  const messageIds = messages.map(({ id }) => id);
  const files = messages.flatMap(mediaOf);
  const marked =
    files.length === 0
      ? []
      : await rows<{ id: string }>(client, EXPIRE_MEDIA, [files, messageIds, of.deletedConversationId]);
  await rows(client, DELETE_MESSAGES, [messageIds]);
  return { events, eventIds, mediaIds: marked.map(({ id }) => id) };
}

/** The ids of a message's files: the last part of each URL. */
export function mediaOf({
  image_urls: images,
  audio_url: audio,
  files,
}: Pick<LockedMessage, 'image_urls' | 'audio_url' | 'files'>): string[] {
  const urls = [...images, ...(audio === null ? [] : [audio]), ...(files ?? []).map(({ url }) => url)];
  return urls.map((url) => url.slice(url.lastIndexOf('/') + 1));
}

const FORGET_SUMMARIES = {
  name: 'erasure-forget-summaries',
  text: `
    WITH held AS MATERIALIZED (
      SELECT id FROM task_run WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE task_run r SET summary = NULL FROM held WHERE r.id = held.id`,
};

// A file that came with another message stays.
const EXPIRE_MEDIA = {
  name: 'erasure-expire-media',
  text: `
    UPDATE media SET expired_at = coalesce(expired_at, now()), conversation_id = $3
     WHERE id = ANY ($1::text[]) AND message_id = ANY ($2::text[])
    RETURNING id`,
};

const DELETE_MESSAGES = {
  name: 'erasure-delete-messages',
  text: 'DELETE FROM message WHERE id = ANY ($1::text[])',
};
