/** What PostgreSQL does for a trigger between its call and its receipt, without any service: CPU, WAL and rate of the store's statements. */
import { createHash } from 'node:crypto';
import { newId, newTriggerId, secretHash, SecretBox } from '@svc/domain';
import { openStore } from '@svc/store';
import { insertAgents } from './support/fixtures.js';
import type { BenchAgent } from './support/fixtures.js';
import { flood } from './support/load.js';
import { openPlace } from './support/place.js';
import type { Place } from './support/place.js';
import { familyCpuMs, parentOf } from './support/process-time.js';
import { printTable, printVerdict } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { median } from './support/statistics.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const AGENTS = 100;
const AT_ONCE = 128;
const ROUND_MS = 4_000;
const WARM_UP_MS = 3_000;
const CPU_US_MAX = 90;
const WAL_BYTES_MAX = 2_000;
/** It tells a call from any other, as payloads do. */
const PAYLOAD = { order: 0, text: 'A small payload, as most are' };

interface Figures {
  perSecond: number;
  postgresUs: number;
  storeUs: number;
  walBytes: number;
}

await runBench(async (leftovers) => {
  const place = await openPlace(leftovers);
  const agents = await insertAgents(place, AGENTS);
  const triggerHashes = await insertOnline(place, agents);
  const store = openStore({
    databaseUrl: place.databaseUrl,
    box: new SecretBox(Buffer.from(place.secretsKey, 'hex')),
  });
  leftovers.later(() => store.close());
  const intake = store.triggerIntake({ dedupWindowMs: 86_400_000, waitingMax: 10_000_000 });
  const [backend] = await place.sql('SELECT pg_backend_pid() AS pid');
  const postmaster = parentOf(Number(backend?.['pid']));
  let order = 0;

  async function callAndReceive(): Promise<void> {
    order += 1;
    const text = JSON.stringify({ ...PAYLOAD, order });
    const outcome = await intake.accept({
      triggerHash: triggerHashes[order % AGENTS] as Buffer,
      payload: { hash: createHash('sha256').update(text).digest(), text },
    });
    if (outcome.status !== 'triggered') throw new Error(`A call was ${outcome.status}`);
    await store.events.markDelivered(outcome.event.eventId, 'websocket');
  }

  async function round(durationMs: number): Promise<Figures> {
    const before = {
      wal: await walBytes(place),
      postgresMs: familyCpuMs(postmaster),
      own: process.cpuUsage(),
    };
    const count = await flood({ durationMs, atOnce: AT_ONCE }, callAndReceive);
    const own = process.cpuUsage(before.own);
    return {
      perSecond: (count * 1_000) / durationMs,
      postgresUs: ((familyCpuMs(postmaster) - before.postgresMs) * 1_000) / count,
      storeUs: (own.user + own.system) / count,
      walBytes: ((await walBytes(place)) - before.wal) / count,
    };
  }

  await round(WARM_UP_MS);
  await place.sql('VACUUM ANALYZE');
  const rounds: Figures[] = [];
  while (rounds.length < ROUNDS) rounds.push(await round(ROUND_MS));
  const of = (figure: keyof Figures) => median(rounds.map((each) => each[figure]));
  printTable(
    `A trigger from its call to its receipt, ${AGENTS} online agents, ${AT_ONCE} at once, median of ${ROUNDS} rounds`,
    ['', 'per second', 'PostgreSQL, µs of CPU', 'store in Node, µs', 'WAL, B'],
    [['the store alone', of('perSecond'), of('postgresUs'), of('storeUs'), of('walBytes')]],
  );
  printVerdict("PostgreSQL's CPU per trigger", {
    figure: `${of('postgresUs').toFixed(0)} µs`,
    target: `at most ${CPU_US_MAX} µs`,
    isMet: of('postgresUs') <= CPU_US_MAX,
  });
  printVerdict('WAL per trigger', {
    figure: `${of('walBytes').toFixed(0)} B`,
    target: `at most ${WAL_BYTES_MAX} B`,
    isMet: of('walBytes') <= WAL_BYTES_MAX,
  });
});

/** Gives each agent a session that outlives the measurement, and a task with a trigger. Returns the triggers' hashes. */
async function insertOnline(place: Place, agents: readonly BenchAgent[]): Promise<Buffer[]> {
  const hashes = agents.map(() => secretHash(newTriggerId()));
  const ids = agents.map(({ agentId }) => agentId);
  await place.sql(
    `INSERT INTO hub (slot, epoch, heartbeat_at) VALUES ('bench', 1, now() + interval '1 day')`,
  );
  await place.sql(
    `WITH given AS (
       SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[]) AS g (agent_id, task_id, hash)
     ), session AS (
       INSERT INTO agent_session (id, agent_id, slot, epoch) SELECT 'sess_' || agent_id, agent_id, 'bench', 1 FROM given
     ), task AS (
       INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, updated_at)
       SELECT task_id, agent_id, 'Order', 'Look at the order.', 'event', 'event', now() FROM given RETURNING id
     )
     INSERT INTO trigger (task_id, trigger_hash, trigger_sealed)
     SELECT task.id, g.hash, '' FROM task JOIN given g ON g.task_id = task.id`,
    [ids, agents.map(() => newId('task')), hashes],
  );
  return hashes;
}

async function walBytes(place: Place): Promise<number> {
  const [row] = await place.sql(`SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes`);
  return Number(row?.['bytes']);
}
