import { frameOf, insertAgents } from './fixtures.js';
import type { Place } from './place.js';
import { SOAK_PER_SECOND } from './soak-rates.js';

const DAY_MS = 86_400_000;
const AGENTS = 50;
/** Events between yesterday's load and now. */
const EVENTS_BETWEEN = 20_000;
const CRON_PER_SECOND = 50 / 60;

const rate = SOAK_PER_SECOND;
const RUNS = rate.triggersToOnline + rate.triggersToPolling + rate.onceTasks + CRON_PER_SECOND;
const DELIVERIES = rate.messagesToWebhooks;
/** How many rows the load of a soak leaves per second. Each run leaves a message, and so does each request for a decision. */
const ROWS = {
  events: RUNS + rate.messagesToOnline + DELIVERIES + rate.decisions,
  runs: RUNS,
  messages: rate.messagesToOnline * 2 + DELIVERIES + RUNS,
  decisions: rate.decisions,
  conversations: (rate.messagesToOnline + DELIVERIES) / 10,
};

/**
 * Writes what the same load would have left if it had run 24 hours ago for so long. So with days of 1 it comes of age second by second while the soak
 * lasts, as fast as new rows are written.
 */
export async function insertYesterday(place: Place, { seconds }: { seconds: number }): Promise<void> {
  const fromMs = Date.now() - DAY_MS;
  const toMs = fromMs + seconds * 1_000;
  const agents = (await insertAgents(place, AGENTS)).map(({ agentId }) => agentId);
  const count = (perSecond: number): number => Math.round(perSecond * seconds);
  await insertEvents(place, agents, { count: count(ROWS.events), fromMs, toMs });
  await insertEvents(place, agents, { count: EVENTS_BETWEEN, fromMs: toMs, toMs: Date.now() - 60_000 });
  const at = `to_timestamp(${fromMs / 1_000} + n * ${seconds}::float8 / $1::int)`;
  await place.sql(
    `INSERT INTO task_run (id, agent_id, status, origin, summary, started_at, finished_at, touched_at)
     SELECT ${idOf('run_', at)}, ($2::text[])[n % ${AGENTS} + 1], 'completed', 'trigger', 'All orders are answered.', ${at}, ${at}, ${at}
       FROM generate_series(1, $1::int) n`,
    [count(ROWS.runs), agents],
  );
  await place.sql(
    `INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at, last_message_text)
     SELECT 'conv_' || lpad(n::text, 32, '0'), a.id, a.owner_id, ${at}, ${at}, 'There are two.'
       FROM generate_series(1, $1::int) n JOIN agent a ON a.id = ($2::text[])[n % ${AGENTS} + 1]`,
    [count(ROWS.conversations), agents],
  );
  await writeOnIn(place, agents, { count: count(ROWS.messages), at });
  await insertMessages(place, { count: count(ROWS.messages), decisions: count(ROWS.decisions), at });
  await place.sql('VACUUM ANALYZE');
}

/**
 * Nearly all messages go on in the oldest conversation of their agent, so its place among the newest moves with each of them. What the indexes
 * keep of these moves takes more room than the conversations do.
 */
async function writeOnIn(
  place: Place,
  agents: readonly string[],
  { count, at }: { count: number; at: string },
): Promise<void> {
  const moment = at.replace('$1', String(count));
  const ids = agents.map((id) => `'${id}'`).join(', ');
  await place.sql(`
    INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at, last_message_text)
    SELECT 'conv_of_' || id, id, owner_id, to_timestamp(0), to_timestamp(0), 'There are two.' FROM agent WHERE id IN (${ids})`);
  // As often as autovacuum looks.
  const perMinute = Math.ceil(60 * ROWS.messages);
  for (let from = 1; from <= count; from += perMinute) {
    await place.sql(`
      DO $write$
      BEGIN
        FOR n IN ${from}..${Math.min(count, from + perMinute - 1)} LOOP
          UPDATE conversation SET last_message_at = ${moment} WHERE id = 'conv_of_' || (ARRAY[${ids}])[n % ${AGENTS} + 1];
        END LOOP;
      END
      $write$`);
    await place.sql('VACUUM conversation');
  }
}

async function insertMessages(
  place: Place,
  { count, decisions, at }: { count: number; decisions: number; at: string },
): Promise<void> {
  const every = Math.floor(count / decisions);
  // A conversation lies where its first message does.
  await place.sql(
    `INSERT INTO message (id, conversation_id, sender, sender_name, kind, text, decision_id, created_at)
     SELECT ${idOf('msg_', at)}, c.id, 'human', 'Ursula', CASE WHEN n % $2::int = 0 THEN 'decision' ELSE 'text' END,
            'Could you look at what came in since yesterday?', CASE WHEN n % $2::int = 0 THEN ${idOf('dec_', at)} END, ${at}
       FROM generate_series(1, $1::int) n
       JOIN conversation c ON c.id = 'conv_' || lpad((n::bigint * (SELECT count(*) FROM conversation) / ($1::int + 1) + 1)::text, 32, '0')`,
    [count, every],
  );
  await place.sql(
    `INSERT INTO decision (id, agent_id, conversation_id, title, status, created_at, resolved_at)
     SELECT m.decision_id, c.agent_id, c.id, 'Send it?', 'approved', m.created_at, m.created_at
       FROM message m JOIN conversation c ON c.id = m.conversation_id WHERE m.decision_id IS NOT NULL`,
  );
  await place.sql(
    `INSERT INTO audit_entry (id, user_id, actor, actor_id, area, action, subject_id, agent_id, address, details, created_at)
     SELECT 'aud_' || substr(d.id, 5), a.owner_id, 'user', a.owner_id, 'decision', 'decision.resolved', d.id, a.id, '127.0.0.1', '{"status": "approved"}', d.created_at
       FROM decision d JOIN agent a ON a.id = d.agent_id`,
  );
}

async function insertEvents(
  place: Place,
  agents: string[],
  { count, fromMs, toMs }: { count: number; fromMs: number; toMs: number },
): Promise<void> {
  const at = `to_timestamp((${fromMs} + n * ${(toMs - fromMs) / 1_000}::float8 * 1000 / $1::int) / 1000)`;
  await place.sql(
    `WITH written AS MATERIALIZED (
       SELECT ${idOf('evt_', at)} AS id, ($2::text[])[n % ${AGENTS} + 1] AS agent_id, n, ${at} AS at,
              CASE WHEN n % 2 = 0 THEN 'task_trigger' ELSE 'user_message' END AS type FROM generate_series(1, $1::int) n
     ), logged AS (
       INSERT INTO event (id, agent_id, seq, type, frame, created_at) SELECT id, agent_id, n, type, $3, at FROM written
     ), tried AS (
       INSERT INTO delivery_attempt (id, event_id, retry_num, retry_reason, outcome, status_code, duration_ms, started_at)
       SELECT 'dlv_' || substr(id, 5), id, 0, 'first_attempt', 'success', 200, 3, at FROM written WHERE n % ${Math.round(ROWS.events / DELIVERIES)} = 0
     )
     INSERT INTO event_end (event_id, agent_id, seq, type, state, channel, attempt, delivered_at, ended_at)
     SELECT id, agent_id, n, type, 'delivered', 'websocket', 0, at, at FROM written`,
    [count, agents, frameOf(1)],
  );
}

/** An id of the nth of several rows, whose first part is their time. */
function idOf(prefix: string, at: string): string {
  return `'${prefix}' || lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || lpad(n::text, 20, '0')`;
}
