import { createHash } from 'node:crypto';
import {
  toFallback,
  toWebhookDue,
  validateAgentEventMessage,
  validateWebhookDueMessage,
} from '@svc/proto-events';
import type { Address } from '@svc/proto-events';
import { DEAD } from './marks.js';
import { parse } from './verdicts.js';

/** What may be shown of a dead letter: where it comes from, the ids in it and the names of fields, but no other value of the message. */
export interface DeadLetter {
  /** The same for as long as it lies there, and for its exact repeats. */
  id: string;
  /** The queue whose consumer gave it up, or `null` where nothing tells. */
  queue: string | null;
  /** `unreadable` or `failed`; where RabbitMQ itself took it away, RabbitMQ's word, such as `delivery_limit`. */
  reason: string | null;
  /**
   * For `unreadable`, which fields break the contract and what it asks of them, as JSON; for `failed`, the name of the error, with its code if it has one.
   * Cut after 300 characters. `null` where RabbitMQ took the message away.
   */
  detail: string | null;
  /** `null` if the message has none, or something else in its place. The same holds for `agent_id`. */
  event_id: string | null;
  agent_id: string | null;
  /** When it became poison, ISO 8601; `null` where nothing tells. */
  when: string | null;
  /** Times that it was handled, where that is known. */
  count: number | null;
  /** Of the message. */
  bytes: number;
}

/** A message as the queue of dead letters gives it. */
export interface RawLetter {
  content: Buffer;
  headers: Readonly<Record<string, unknown>>;
}

const TEXT_LENGTH_MAX = 300;

/** @param prefix what stands before the names of this installation's queues. */
export function describeLetter({ content, headers }: RawLetter, prefix: string): DeadLetter {
  const death = lastDeath(headers);
  const body = parse(content.toString('utf8')) as Record<string, unknown> | null | undefined;
  const queue = textIn(headers[DEAD.queue]) ?? withoutPrefix(textIn(death['queue']), prefix);
  const when = textIn(headers[DEAD.at]) ?? timeIn(death['time']);
  const count = headers[DEAD.count];
  const hash = createHash('sha256').update(`${queue} ${when} `).update(content);
  return {
    id: hash.digest('hex').slice(0, 16),
    queue,
    reason: textIn(headers[DEAD.reason]) ?? textIn(death['reason']),
    detail: textIn(headers[DEAD.detail]),
    event_id: idIn(body?.['event_id']),
    agent_id: idIn(body?.['agent_id']),
    when,
    count: typeof count === 'number' ? count : null,
    bytes: content.length,
  };
}

/**
 * Where a letter is published to when it is replayed: to a consumer that finds its way again, and not to the queue of a hub that may be gone. `null`
 * if nobody could read it, because it would only come back.
 */
export function replayOf({
  content,
}: Pick<RawLetter, 'content'>): { to: Address<unknown>; content: Buffer } | null {
  const body = parse(content.toString('utf8'));
  if (validateWebhookDueMessage(body)) return { to: toWebhookDue(), content };
  if (!validateAgentEventMessage(body)) return null;
  // Its hops are over, or it would be left to the sweeper at once.
  return { to: toFallback(), content: Buffer.from(JSON.stringify({ ...body, hops: 0 })) };
}

/** What RabbitMQ writes when it dead-letters a message by itself, the latest first (`x-death`). */
function lastDeath(headers: RawLetter['headers']): Record<string, unknown> {
  const deaths = headers['x-death'];
  const [last] = Array.isArray(deaths) ? (deaths as unknown[]) : [];
  return typeof last === 'object' && last !== null ? (last as Record<string, unknown>) : {};
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, TEXT_LENGTH_MAX) : null;
}

/** What looks like an id. A message may hold anything in its place, and this one is shown to people. */
function idIn(value: unknown): string | null {
  return typeof value === 'string' && /^\w{1,100}$/.test(value) ? value : null;
}

/** A timestamp as amqplib reads it, in seconds. */
function timeIn(value: unknown): string | null {
  const seconds = (value as { value?: unknown } | null | undefined)?.value;
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds < 1e11)) return null;
  return new Date(seconds * 1_000).toISOString();
}

function withoutPrefix(name: string | null, prefix: string): string | null {
  return name?.startsWith(prefix) === true ? name.slice(prefix.length) : name;
}
