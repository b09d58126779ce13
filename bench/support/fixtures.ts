import { newAgentSecret, newId, secretHash, SecretBox } from '@svc/domain';
import { agentEventMessage } from '@svc/store';
import type { ArrivedEvent } from '@svc/store';
import type { Backends } from './scratch.js';

export interface BenchAgent {
  agentId: string;
  secret: string;
}

/** As many as trigger-intake writes with one statement when it is busy. */
const EVENTS_PER_MESSAGE = 64;

/** Writes agents of one user straight into the database. */
export async function insertAgents(
  backends: Backends,
  count: number,
  webhookUrl: string | null = null,
): Promise<BenchAgent[]> {
  const ownerId = newId('rule');
  await backends.sql(`INSERT INTO "user" (id, name, email, updated_at) VALUES ($1, 'Ursula', $2, now())`, [
    ownerId,
    `${ownerId}@example.org`,
  ]);
  const box = new SecretBox(Buffer.from(backends.secretsKey, 'hex'));
  const agents = Array.from({ length: count }, () => ({ agentId: newId('agent'), secret: newAgentSecret() }));
  await backends.sql(INSERT_AGENTS, [
    ownerId,
    webhookUrl,
    agents.map(({ agentId }) => agentId),
    agents.map(({ secret }) => secretHash(secret)),
    agents.map(({ agentId, secret }) => box.seal(secret, { column: 'agent.secret_sealed', rowId: agentId })),
  ]);
  return agents;
}

/** The agents' in turn. Nobody looks for the events before {@link countEvents}. */
export async function insertEvents(
  backends: Backends,
  agents: readonly BenchAgent[],
  { perAgent, firstSeq }: { perAgent: number; firstSeq: number },
): Promise<ArrivedEvent[]> {
  const events: ArrivedEvent[] = [];
  for (let seq = firstSeq; seq < firstSeq + perAgent; seq += 1) {
    for (const { agentId } of agents) {
      const numbers = { eventId: newId('event'), agentId, seq, pushNo: seq };
      events.push({ ...numbers, type: 'user_message', frame: frameOf(seq), createdAt: new Date() });
    }
  }
  await backends.sql(INSERT_EVENTS, [
    events.map(({ eventId }) => eventId),
    events.map(({ agentId }) => agentId),
    events.map(({ seq }) => seq),
    events.map(({ frame }) => frame),
  ]);
  await backends.sql('VACUUM ANALYZE event');
  return events;
}

/** Has all agents' events up to this number be found by hubs and dispatchers. */
export async function countEvents(backends: Backends, lastSeq: number): Promise<void> {
  await backends.sql(
    `UPDATE agent_counter c SET last_seq = $1, last_push_no = $1,
            next_due_at = CASE WHEN a.webhook_url IS NOT NULL THEN date_trunc('milliseconds', now()) END
       FROM agent a WHERE a.id = c.agent_id`,
    [lastSeq],
  );
}

/** Rings for events as what writes many of them does. Resolves once the broker has confirmed all. */
export async function publishEvents(
  { broker }: Backends,
  to: Parameters<Backends['broker']['publish']>[0],
  events: readonly ArrivedEvent[],
): Promise<void> {
  const messages: Promise<void>[] = [];
  for (let from = 0; from < events.length; from += EVENTS_PER_MESSAGE)
    messages.push(broker.publish(to, agentEventMessage(...events.slice(from, from + EVENTS_PER_MESSAGE))));
  await Promise.all(messages);
}

/** A message of ordinary length. */
export function frameOf(seq: number): string {
  return JSON.stringify({
    type: 'user_message',
    text: `Message ${seq}: could you look at what came in since yesterday and tell me what needs an answer?`,
    sender_name: 'Ursula',
    conversation_id: newId('conversation'),
    message_id: newId('message'),
    image_url: null,
    image_urls: null,
    audio_url: null,
  });
}

const INSERT_AGENTS = `
  WITH new AS (
    SELECT * FROM unnest($3::text[], $4::bytea[], $5::bytea[]) AS n (id, hash, sealed)
  ), agents AS (
    INSERT INTO agent (id, owner_id, agent_name, kind, webhook_url, secret_hash, secret_sealed)
    SELECT id, $1, 'Ada', 'interactive', $2, hash, sealed FROM new
    RETURNING id
  )
  INSERT INTO agent_counter (agent_id) SELECT id FROM agents`;

const INSERT_EVENTS = `
  INSERT INTO event (id, agent_id, seq, push_no, type, frame)
  SELECT id, agent_id, seq, seq, 'user_message', frame
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) AS n (id, agent_id, seq, frame)`;
