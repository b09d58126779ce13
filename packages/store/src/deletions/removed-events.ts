import { rows } from '@svc/database';
import type { DecisionAnswer } from '@svc/domain';
import { decisionResolvedFrame } from '@svc/events';
import type { ClientBase } from 'pg';
import type { RemovedRequest } from '../decisions/removed-requests.js';

/** The event of an answer. */
export interface AnswerEvent {
  eventId: string;
  request: RemovedRequest;
}

/** The events of answers to requests. An event that is not kept any more may be among them. */
export function eventsOfAnswers(requests: readonly RemovedRequest[]): AnswerEvent[] {
  return requests.flatMap((request) =>
    request.eventId === null ? [] : [{ eventId: request.eventId, request }],
  );
}

/** Events that no other statement opens or ends any more until the commit: those that their agents have not received, or that a poll lists, and others. */
export interface HeldEvents {
  open: string[];
  ended: string[];
}

/** Locks events, whatever has become of them. */
export async function holdEvents(client: ClientBase, eventIds: string[]): Promise<HeldEvents> {
  const held = await rows<{ id: string; is_open: boolean }>(client, HOLD, [eventIds]);
  return {
    open: held.filter((event) => event.is_open).map(({ id }) => id),
    ended: held.filter((event) => !event.is_open).map(({ id }) => id),
  };
}

/**
 * Removes events that are held, with their attempts. A statement that has one of them in hand finds it gone: nobody reserves an
 * attempt of it, and nobody sends it again. Numbers of events stay as they are.
 */
export async function removeHeldEvents(client: ClientBase, eventIds: string[]): Promise<void> {
  if (eventIds.length === 0) return;
  // By a statement that begins when the events are held, so that it sees every attempt.
  await rows(client, REMOVE_ATTEMPTS, [eventIds]);
  await rows(client, REMOVE_EVENTS, [eventIds]);
}

/**
 * Removes the next events of an agent. They are locked first, so that no attempt is missed.
 *
 * @returns how many.
 */
export async function removeEventsOfAgent(
  client: ClientBase,
  agentId: string,
  limit: number,
): Promise<number> {
  const held = await rows<{ id: string }>(client, HOLD_OF_AGENT, [agentId, limit]);
  await removeHeldEvents(
    client,
    held.map(({ id }) => id),
  );
  return held.length;
}

/** Takes what a person has written, the note and what was filled in, out of the events of answers that are open: their agents still have to hear of them. */
export async function forgetNotes(client: ClientBase, answers: readonly AnswerEvent[]): Promise<void> {
  if (answers.length === 0) return;
  const frames = answers.map(
    ({ request: { decisionId, conversationId, status, alwaysAllowPattern, hasForm } }) =>
      decisionResolvedFrame({
        ...{ decisionId, conversationId, alwaysAllowPattern, note: null },
        status: status as DecisionAnswer,
        ...(hasForm && { answer: null }),
      }),
  );
  await rows(client, CHANGE_FRAMES, [answers.map(({ eventId }) => eventId), frames]);
}

const HOLD = {
  name: 'erasure-hold-events',
  text: `SELECT id, state = 'open' OR is_listed AS is_open FROM event WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE`,
};

const HOLD_OF_AGENT = {
  name: 'deletion-hold-events',
  text: 'SELECT id FROM event WHERE agent_id = $1 ORDER BY seq LIMIT $2 FOR UPDATE',
};

const REMOVE_ATTEMPTS = {
  name: 'erasure-remove-attempts',
  text: 'DELETE FROM delivery_attempt WHERE event_id = ANY ($1::text[])',
};

const REMOVE_EVENTS = {
  name: 'erasure-remove-events-2',
  text: 'DELETE FROM event WHERE id = ANY ($1::text[])',
};

const CHANGE_FRAMES = {
  name: 'erasure-change-frames',
  text: 'UPDATE event l SET frame = u.frame FROM unnest($1::text[], $2::text[]) AS u (id, frame) WHERE l.id = u.id',
};
