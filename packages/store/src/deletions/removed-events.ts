import { rows } from '@svc/database';
import { ServiceError } from '@svc/domain';
import type { DecisionAnswer } from '@svc/domain';
import { decisionResolvedFrame } from '@svc/events';
import type { ClientBase } from 'pg';
import type { RemovedRequest } from '../decisions/removed-requests.js';

/** How often an event is looked for while other statements end it or open it again. */
const TRIES_MAX = 5;

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

/** Events that no other statement opens or ends any more until the commit. */
export interface HeldEvents {
  open: string[];
  ended: string[];
}

/**
 * Locks events, wherever they stand. While this waits for an event that another statement is ending, the event moves to another table, so it is looked for
 * again.
 *
 * @throws ServiceError `unavailable` if an event is moved again and again.
 */
export async function holdEvents(client: ClientBase, eventIds: string[]): Promise<HeldEvents> {
  const held: HeldEvents = { open: [], ended: [] };
  let left = eventIds;
  for (let tries = 0; left.length > 0; tries += 1) {
    if (tries === TRIES_MAX) throw new ServiceError('unavailable', { detail: 'An event is being delivered' });
    const open = idsOf(await rows(client, HOLD_OPEN, [left]));
    const ended = idsOf(await rows(client, HOLD_ENDED, [left]));
    held.open.push(...open);
    held.ended.push(...ended);
    const found = new Set([...open, ...ended]);
    const missing = left.filter((id) => !found.has(id));
    left = missing.length === 0 ? [] : idsOf(await rows(client, STILL_IN_LOG, [missing]));
  }
  return held;
}

function idsOf(found: { id: string }[]): string[] {
  return found.map(({ id }) => id);
}

/**
 * Removes events that are held, with their attempts and their rows of the log. A statement that has one of them in hand finds it gone: nobody reserves an
 * attempt of it, and nobody sends it again. Numbers of events stay as they are.
 */
export async function removeHeldEvents(client: ClientBase, eventIds: string[]): Promise<void> {
  if (eventIds.length === 0) return;
  // By a statement that begins when the events are held, so that it sees every attempt.
  await rows(client, REMOVE_ATTEMPTS, [eventIds]);
  await rows(client, REMOVE_EVENTS, [eventIds]);
}

/**
 * Removes the next events of an agent: open ones before those that have ended, because a receipt moves an event from the former to the latter. They are locked
 * first, so that no attempt is missed.
 *
 * @returns how many.
 */
export async function removeEventsOfAgent(
  client: ClientBase,
  agentId: string,
  limit: number,
): Promise<number> {
  let removed = 0;
  for (const statement of HOLD_OF_AGENT) {
    const ids = idsOf(await rows(client, statement, [agentId, limit]));
    await removeHeldEvents(client, ids);
    removed += ids.length;
    if (ids.length === limit) break;
  }
  return removed;
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

const HOLD_OPEN = {
  name: 'erasure-hold-open-events',
  text: 'SELECT event_id AS id FROM open_event WHERE event_id = ANY ($1::text[]) ORDER BY event_id FOR UPDATE',
};

// An end is found by all of its key, which the log knows.
const HOLD_ENDED = {
  name: 'erasure-hold-ended-events',
  text: `
    WITH known AS MATERIALIZED (
      SELECT id, agent_id, seq FROM event WHERE id = ANY ($1::text[])
    )
    SELECT e.event_id AS id FROM known k JOIN event_end e ON e.agent_id = k.agent_id AND e.seq = k.seq AND e.event_id = k.id
     ORDER BY e.event_id FOR UPDATE OF e`,
};

// Each by its own index.
const HOLD_OF_AGENT = (
  [
    ['pending', 'open_event', `state = 'pending'`],
    ['left', 'open_event', `state <> 'pending'`],
    ['ended', 'event_end', 'true'],
  ] as const
).map(([name, table, condition]) => ({
  name: `deletion-hold-${name}-events`,
  text: `SELECT event_id AS id FROM ${table} WHERE agent_id = $1 AND ${condition} ORDER BY seq LIMIT $2 FOR UPDATE`,
}));

const STILL_IN_LOG = {
  name: 'erasure-still-in-log',
  text: 'SELECT id FROM event WHERE id = ANY ($1::text[])',
};

const REMOVE_ATTEMPTS = {
  name: 'erasure-remove-attempts',
  text: 'DELETE FROM delivery_attempt WHERE event_id = ANY ($1::text[])',
};

const REMOVE_EVENTS = {
  name: 'erasure-remove-events',
  text: `
    WITH gone AS (
      DELETE FROM event WHERE id = ANY ($1::text[]) RETURNING id, agent_id, seq
    ), open AS (
      DELETE FROM open_event WHERE event_id = ANY ($1::text[])
    )
    DELETE FROM event_end e USING gone g WHERE e.agent_id = g.agent_id AND e.seq = g.seq AND e.event_id = g.id`,
};

const CHANGE_FRAMES = {
  name: 'erasure-change-frames',
  text: 'UPDATE event l SET frame = u.frame FROM unnest($1::text[], $2::text[]) AS u (id, frame) WHERE l.id = u.id',
};
