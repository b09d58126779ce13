/** How fast what has been kept for long enough is removed by one scheduler, and what that costs those who write meanwhile. */
import { sleep } from '@svc/runtime';
import type { Store } from '@svc/store';
import { frameOf, insertAgents, writeMessage } from './support/fixtures.js';
import type { BenchAgent } from './support/fixtures.js';
import { atPace } from './support/load.js';
import { openPlace, openStoreOf } from './support/place.js';
import type { Place } from './support/place.js';
import { printTable, printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { startService } from './support/service-process.js';
import { percentile, ratioOf } from './support/statistics.js';

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 200_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const AGENTS = 200;
const DAYS = 30;
/** Messages of the steady writer. */
const WRITES_PER_SECOND = 100;
const BLOCK_MS = 4_000;
const RATE_MIN = 2_000;
const P99_RATIO_MAX = 2;

await runBench(async (leftovers) => {
  const place = await openPlace(leftovers);
  const agents = await insertAgents(place, AGENTS);
  say(
    `writing ${EVENTS} finished events of ${DAYS} days and more ago, half as many messages, a tenth as many open events`,
  );
  await insertOld(place, agents);
  const store = openStoreOf(place, leftovers);
  await writeFor(store, agents);

  const beginsWith = await rowsOf(place);
  const scheduler = startService('scheduler', place, leftovers, {
    RETENTION_EVENTS_DAYS: String(DAYS),
    RETENTION_MESSAGES_DAYS: String(DAYS),
  });
  while ((await rowsOf(place)) === beginsWith) await sleep(20);
  scheduler.pause();

  const figures = { without: [] as number[], with: [] as number[] };
  let [removed, removingMs] = [0, 0];
  for (let round = 0; round < ROUNDS && (await isMore(place)); round += 1) {
    figures.without.push(...(await writeFor(store, agents)));
    const before = await rowsOf(place);
    const beganMs = performance.now();
    scheduler.resume();
    const writes = await writeFor(store, agents);
    scheduler.pause();
    removingMs += performance.now() - beganMs;
    // What was written meanwhile: a message and an event each.
    const gone = before + 2 * writes.length - (await rowsOf(place));
    removed += gone;
    figures.with.push(...writes);
    say(`removed ${gone.toLocaleString('en-US')} rows`);
  }
  scheduler.resume();

  const rate = (removed * 1_000) / removingMs;
  const line = (name: string, latencies: number[]) => [
    ...[name, percentile(latencies, 0.5), percentile(latencies, 0.99), Math.max(...latencies)],
  ];
  printTable(
    `A user's message written, ${WRITES_PER_SECOND} per second, ms`,
    ['', 'p50', 'p99', 'longest'],
    [line('alone', figures.without), line('beside retention', figures.with)],
  );
  printVerdict('rows removed by one scheduler, with its pauses', {
    figure: `${Math.round(rate).toLocaleString('en-US')}/s`,
    target: `at least ${RATE_MIN.toLocaleString('en-US')}/s`,
    isMet: rate >= RATE_MIN,
  });
  const ratio = ratioOf(percentile(figures.with, 0.99), percentile(figures.without, 0.99));
  printVerdict('p99 of calls beside retention and without it', {
    figure: `${ratio.toFixed(2)} times`,
    target: `at most ${P99_RATIO_MAX} times`,
    isMet: ratio <= P99_RATIO_MAX,
  });
});

/** Finished events, one in four with an attempt; messages in conversations that nobody writes to any more; and open events as old, which stay. */
async function insertOld(place: Place, agents: readonly BenchAgent[]): Promise<void> {
  const ids = agents.map(({ agentId }) => agentId);
  const at = `now() - interval '${DAYS * 24} hours' - n * interval '1 second'`;
  await place.sql(
    `INSERT INTO event (id, agent_id, seq, push_no, type, frame, created_at, state, channel, delivered_at, ended_at)
     SELECT id, agent_id, n, n, 'user_message', $4, at, CASE WHEN is_open THEN 'open' ELSE 'delivered' END, CASE WHEN NOT is_open THEN 'websocket' END,
            CASE WHEN NOT is_open THEN at END, CASE WHEN NOT is_open THEN at END FROM (
       SELECT 'evt_' || lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || lpad(n::text, 20, '0') AS id,
              ($2::text[])[n % $3 + 1] AS agent_id, n, n % 11 = 0 AS is_open, ${at} AS at
         FROM generate_series(1, $1::int) n
     ) s`,
    [Math.round(EVENTS * 1.1), ids, AGENTS, frameOf(1)],
  );
  await place.sql(
    `INSERT INTO delivery_attempt (id, event_id, retry_num, retry_reason, started_at)
     SELECT 'dlv' || id, id, 0, 'first_attempt', created_at FROM event WHERE seq % 4 = 0`,
  );
  await place.sql(
    `INSERT INTO conversation (id, agent_id, user_id, last_message_at, last_message_text)
     SELECT 'conv_' || n, a.id, a.owner_id, now() - interval '${DAYS * 24} hours', 'x'
       FROM generate_series(1, $1::int) n JOIN agent a ON a.id = ($2::text[])[n % $3 + 1]`,
    [Math.ceil(EVENTS / 20), ids, AGENTS],
  );
  await place.sql(
    `INSERT INTO message (id, conversation_id, sender, sender_name, text, created_at)
     SELECT 'msg_' || lpad(n::text, 32, '0'), 'conv_' || (n % $2 + 1), 'human', 'Ursula', $3, ${at} FROM generate_series(1, $1::int) n`,
    [EVENTS / 2, Math.ceil(EVENTS / 20), frameOf(1).slice(0, 200)],
  );
  await place.sql('UPDATE agent_counter SET last_seq = $1, last_push_no = $1', [EVENTS * 2]);
  await place.sql('VACUUM ANALYZE');
}

/** Writes at a steady pace for a while; how long each message took, in milliseconds. */
async function writeFor(store: Store, agents: readonly BenchAgent[]): Promise<number[]> {
  const { ownerId } = await store.prisma.agent.findFirstOrThrow({ select: { ownerId: true } });
  const latencies: number[] = [];
  let writes = 0;
  await atPace({ perSecond: WRITES_PER_SECOND, count: (WRITES_PER_SECOND * BLOCK_MS) / 1_000 }, async () => {
    const { agentId } = agents[(writes += 1) % agents.length] as BenchAgent;
    const beganMs = performance.now();
    await writeMessage(store, { agentId, ownerId });
    latencies.push(performance.now() - beganMs);
  });
  return latencies;
}

async function rowsOf(place: Place): Promise<number> {
  const [row] = await place.sql(
    'SELECT (SELECT count(*) FROM event)::int + (SELECT count(*) FROM message)::int + (SELECT count(*) FROM delivery_attempt)::int AS n',
  );
  return Number(row?.['n']);
}

async function isMore(place: Place): Promise<boolean> {
  const [row] = await place.sql(
    `SELECT EXISTS (SELECT 1 FROM event WHERE ended_at < now() - interval '1 day') AS more`,
  );
  return row?.['more'] === true;
}
