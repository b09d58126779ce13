import { rows } from '@svc/database';
import { ID_PREFIX, idTimeMs, ServiceError } from '@svc/domain';
import type { DecisionAnswer } from '@svc/domain';
import { decisionResolvedFrame } from '@svc/events';
import type { ClientBase } from 'pg';
import type { RemovedRequest } from '../decisions/removed-requests.js';

/** How often an event is looked for while other statements end it or open it again. */
const TRIES_MAX = 5;

/** An older message does not name its event. The ids of both were made one right after the other, in either order, and begin with their time, in milliseconds. */
const IDS_APART_MS_MAX = 100;

/** An older answer does not name its event. The id was made by a process whose clock may differ from that of the database, in milliseconds. */
const CLOCKS_APART_MS_MAX = 600_000;

/** The events of users' messages. An event that is not kept any more may be among them. */
export async function eventsOfMessages(
  client: ClientBase,
  messages: readonly { id: string; event_id: string | null }[],
): Promise<string[]> {
  const known = messages.flatMap(({ event_id: id }) => (id === null ? [] : [id]));
  const older = messages.flatMap(({ id, event_id: eventId }) => {
    const timeMs = idTimeMs(id);
    return eventId !== null || timeMs === null ? [] : [{ id, timeMs }];
  });
  if (older.length === 0) return known;
  const found = await rows<{ id: string }>(client, FIND_OLDER_EVENTS, [
    older.map(({ id }) => id),
    older.map(({ timeMs }) => beginOfEventId(timeMs - IDS_APART_MS_MAX)),
    older.map(({ timeMs }) => beginOfEventId(timeMs + IDS_APART_MS_MAX)),
  ]);
  return [...known, ...found.map(({ id }) => id)];
}

/** The event of an answer. */
export interface AnswerEvent {
  eventId: string;
  request: RemovedRequest;
}

/** The events of answers to requests of an agent. An event that is not kept any more may be among them. */
export async function eventsOfAnswers(
  client: ClientBase,
  agentId: string,
  requests: readonly RemovedRequest[],
): Promise<AnswerEvent[]> {
  const known = requests.flatMap((request) =>
    request.eventId === null ? [] : [{ eventId: request.eventId, request }],
  );
  const older = requests.filter(({ eventId, resolvedAt }) => eventId === null && resolvedAt !== null);
  if (older.length === 0) return known;
  const times = older.flatMap(({ resolvedAt }) => (resolvedAt === null ? [] : [resolvedAt.getTime()]));
  const found = await rows<{ id: string; subject_id: string }>(client, FIND_OLDER_ANSWERS, [
    agentId,
    older.map(({ decisionId }) => decisionId),
    beginOfEventId(Math.min(...times) - CLOCKS_APART_MS_MAX),
    beginOfEventId(Math.max(...times) + CLOCKS_APART_MS_MAX),
  ]);
  const byId = new Map(older.map((request) => [request.decisionId, request]));
  const ofOlder = found.flatMap(({ id: eventId, subject_id: decisionId }) => {
    const request = byId.get(decisionId);
    return request === undefined ? [] : [{ eventId, request }];
  });
  return [...known, ...ofOlder];
}

function beginOfEventId(timeMs: number): string {
  return ID_PREFIX.event + Math.max(0, timeMs).toString(16).padStart(12, '0');
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

const FIND_OLDER_EVENTS = {
  name: 'erasure-find-older-events',
  text: `
    SELECT l.id FROM unnest($1::text[], $2::text[], $3::text[]) AS u (message_id, since, before)
     CROSS JOIN LATERAL (
       SELECT id FROM event WHERE id >= u.since AND id < u.before AND type = 'user_message' AND subject_id = u.message_id OFFSET 0
     ) l`,
};

// Of the agent's events that have ended, few are of this type in these ranges.
const FIND_OLDER_ANSWERS = {
  name: 'erasure-find-older-answers',
  text: `
    SELECT e.event_id AS id, l.subject_id
      FROM (
        SELECT event_id FROM event_end
         WHERE agent_id = $1 AND type <> 'task_trigger' AND type = 'decision_resolved' AND event_id >= $3 AND event_id < $4
        UNION ALL
        SELECT event_id FROM open_event WHERE subject_id = ANY ($2::text[]) AND NOT starts_with(subject_id, 'run_')
      ) e CROSS JOIN LATERAL (SELECT subject_id FROM event WHERE id = e.event_id OFFSET 0) l
     WHERE l.subject_id = ANY ($2::text[])`,
};

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
