/** What a log of very many events costs those who write to it and read from it, and how long it takes to drop them while writes go on. */
import { newId } from '@svc/domain';
import { sleep } from '@svc/runtime';
import type { Store } from '@svc/store';
import { frameOf, insertAgents, writeMessage } from './support/fixtures.js';
import type { BenchAgent } from './support/fixtures.js';
import { atPace } from './support/load.js';
import { openPlace, openStoreOf } from './support/place.js';
import type { Place } from './support/place.js';
import { printTable, printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { median, percentile } from './support/statistics.js';

const FINISHED = Number(process.env['BENCH_EVENTS'] ?? 10_000_000);
const OPEN = FINISHED / 100;
const AGENTS = 1_000;
/** Ranges that hold what is finished, of two days each, as where events are kept for 30 days. */
const RANGES = 15;
const RANGE_DAYS = 2;
const ROUNDS = 200;
const RATIO_MAX = 1.5;
const DROP_MS_MAX = 1_000;
const WRITES_PER_SECOND = 100;
const TABLES = ['event', 'event_end', 'delivery_attempt'];

await runBench(async (leftovers) => {
  const place = await openPlace(leftovers);
  const agents = await insertAgents(place, AGENTS);
  const store = openStoreOf(place, leftovers);
  await makeRanges(place);
  await insertSome(place, agents, { finished: AGENTS * 20, open: AGENTS, firstSeq: 1 });
  await measure(store, agents);
  say('measuring the empty log');
  const empty = await measure(store, agents);
  say(`writing ${FINISHED} finished and ${OPEN} open events`);
  await insertSome(place, agents, { finished: FINISHED, open: OPEN, firstSeq: 1_000_000 });
  await measure(store, agents);
  say('measuring the full log');
  const full = await measure(store, agents);
  printTable(
    `An operation beside ${FINISHED.toLocaleString('en-US')} finished and ${OPEN.toLocaleString('en-US')} open events, ms, median of ${ROUNDS}`,
    ['', 'empty', 'full', 'ratio'],
    [...empty].map(([name, ms]) => [name, ms, full.get(name) ?? NaN, (full.get(name) ?? NaN) / ms]),
  );
  const worst = Math.max(...[...empty].map(([name, ms]) => (full.get(name) ?? NaN) / ms));
  printVerdict('the slowest beside the empty log', {
    figure: `${worst.toFixed(2)} times`,
    target: `at most ${RATIO_MAX} times`,
    isMet: worst <= RATIO_MAX,
  });
  await drop(place, store, agents);
});

/** How long each operation takes, by its name. */
async function measure(store: Store, agents: readonly BenchAgent[]): Promise<Map<string, number>> {
  const { ownerId } = await store.prisma.agent.findFirstOrThrow({ select: { ownerId: true } });
  let next = 0;
  const agentId = (): string => (agents[(next += 7) % agents.length] as BenchAgent).agentId;
  const written: string[] = [];
  const list = (filter: Partial<Parameters<Store['eventLog']['list']>[0]>) => () =>
    store.eventLog.list({ agentId: agentId(), ownerId, limit: 50, ...filter });
  const operations: [string, () => Promise<unknown>][] = [
    ['append', async () => written.push(await writeMessage(store, { agentId: agentId(), ownerId }))],
    ['deliver', () => store.events.markDelivered(written.pop() ?? '', 'websocket')],
    [
      'read what is open',
      () =>
        store.events.readOpen({ agentId: agentId(), afterSeq: 0, waitingTypes: ['user_message'], limit: 64 }),
    ],
    ['log, all', list({})],
    ...(['pending', 'waiting', 'delivered', 'failed'] as const).map(
      (state): [string, () => Promise<unknown>] => [`log, ${state}`, list({ state })],
    ),
    ['log, messages', list({ type: 'user_message' })],
    ['log, triggers', list({ type: 'task_trigger' })],
  ];
  const figures = new Map<string, number>();
  for (const [name, run] of operations) {
    const durations: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const beganMs = performance.now();
      await run();
      durations.push(performance.now() - beganMs);
    }
    figures.set(name, median(durations));
  }
  return figures;
}

/** Drops all ranges whose days are over, beside a writer, and says how long that took. */
async function drop(place: Place, store: Store, agents: readonly BenchAgent[]): Promise<void> {
  const { ownerId } = await store.prisma.agent.findFirstOrThrow({ select: { ownerId: true } });
  const latencies: number[] = [];
  let [writes, removed, dropMs, ranges] = [0, 0, 0, 0];
  const writing = atPace({ perSecond: WRITES_PER_SECOND, count: WRITES_PER_SECOND * 20 }, async () => {
    const { agentId } = agents[(writes += 1) % agents.length] as BenchAgent;
    const beganMs = performance.now();
    await writeMessage(store, { agentId, ownerId });
    latencies.push(performance.now() - beganMs);
  });
  for (;;) {
    const beganMs = performance.now();
    const step = await store.retention.step({ kind: 'event', days: 1 });
    if (step.next === null || (step.removed.event ?? 0) < 1_000) break;
    dropMs += performance.now() - beganMs;
    ranges += 1;
    removed += step.removed.event ?? 0;
    await sleep(500);
  }
  await writing;
  const [left] = await place.sql('SELECT count(*)::int AS n FROM event_end');
  printTable(
    `Written meanwhile, ${WRITES_PER_SECOND} per second, ms`,
    ['p50', 'p99', 'longest'],
    [[percentile(latencies, 0.5), percentile(latencies, 0.99), Math.max(...latencies)]],
  );
  printVerdict(
    `${removed.toLocaleString('en-US')} events dropped with ${ranges} ranges, ${String(left?.['n'])} ends left`,
    {
      figure: `${dropMs.toFixed(0)} ms`,
      target: `less than ${DROP_MS_MAX} ms`,
      isMet: removed >= FINISHED && dropMs < DROP_MS_MAX,
    },
  );
}

/** Ranges of the past, as schedulers would have made them, instead of the first one, which holds everything. */
async function makeRanges(place: Place): Promise<void> {
  const bound = (daysAgo: number): string => newId('event', dayMs(daysAgo)).slice(0, 16);
  for (const table of TABLES) {
    await place.sql(`ALTER TABLE ${table} DETACH PARTITION ${table}_first`);
    await place.sql(`DROP TABLE ${table}_first`);
    for (let range = 0; range <= RANGES; range += 1) {
      const daysAgo = 1 + range * RANGE_DAYS;
      await place.sql(
        `CREATE TABLE ${table}_r${range} PARTITION OF ${table} FOR VALUES FROM ('${bound(daysAgo)}') TO ('${bound(daysAgo - RANGE_DAYS)}')`,
      );
    }
  }
}

function dayMs(daysAgo: number): number {
  return (Math.floor(Date.now() / 86_400_000) - daysAgo) * 86_400_000;
}

/** Finished events evenly over the ranges of the past, one in fifty failed; open ones since yesterday. Half are triggers. */
async function insertSome(
  place: Place,
  agents: readonly BenchAgent[],
  { finished, open, firstSeq }: { finished: number; open: number; firstSeq: number },
): Promise<void> {
  const ids = agents.map(({ agentId }) => agentId);
  const events = (count: number, fromMs: number, toMs: number, seq: number) => `
    SELECT n, ($1::text[])[n % ${AGENTS} + 1] AS agent_id, ${seq} + n / ${AGENTS} AS seq,
           CASE WHEN (n / ${AGENTS}) % 2 = 0 THEN 'task_trigger' ELSE 'user_message' END AS type,
           'evt_' || lpad(to_hex((${fromMs} + n::float8 * ${(toMs - fromMs) / count})::bigint), 12, '0') || lpad((n + ${seq}::bigint * 1000)::text, 20, '0') AS id
      FROM generate_series(1, ${count}) n`;
  const of = {
    ended: events(finished, dayMs(1 + RANGES * RANGE_DAYS), dayMs(1), firstSeq),
    open: events(open, dayMs(0), Date.now(), firstSeq + Math.ceil(finished / AGENTS) + 1),
  };
  for (const source of Object.values(of))
    await place.sql(
      `INSERT INTO event (id, agent_id, seq, type, frame) SELECT id, agent_id, seq, type, $2 FROM (${source}) s`,
      [ids, frameOf(1)],
    );
  await place.sql(
    `INSERT INTO event_end (event_id, agent_id, seq, type, state, attempt, delivered_at, ended_at)
     SELECT id, agent_id, seq, type, CASE WHEN n / ${AGENTS} % 50 = 0 THEN 'failed' ELSE 'delivered' END, 0, t.at, t.at
       FROM (${of.ended}) s, LATERAL (SELECT to_timestamp(('x0' || substr(id, 5, 12))::bit(52)::bigint / 1000.0) AS at) t`,
    [ids],
  );
  await place.sql(
    `INSERT INTO open_event (event_id, agent_id, seq, type, state, attempt_after)
     SELECT id, agent_id, seq, type, CASE WHEN n / ${AGENTS} % 5 = 0 THEN 'pending' ELSE 'waiting' END, now() + interval '1 day' FROM (${of.open}) s`,
    [ids],
  );
  await place.sql('UPDATE agent_counter SET last_seq = $1', [
    firstSeq + finished / AGENTS + open / AGENTS + 10,
  ]);
  await place.sql('VACUUM ANALYZE');
}
