/**
 * What a trigger and its run cost the store: PostgreSQL's CPU and WAL from the call to its receipt, and until the run has ended, beside another
 * checkout of the product in the same minutes.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { newId, newTriggerId, secretHash, SecretBox } from '@svc/domain';
import * as ownStore from '@svc/store';
import type { Store } from '@svc/store';
import { familyCpuMs, parentOf } from './support/process-time.js';
import { printTable, printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import type { Leftovers } from './support/run-bench.js';
import { openScratch } from './support/scratch.js';
import type { Scratch } from './support/scratch.js';
import { median } from './support/statistics.js';

/** The root of another checkout, which is built. */
const BESIDE = process.env['BENCH_BESIDE'];
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
/** Triggers per round. */
const TRIGGERS = Number(process.env['BENCH_TRIGGERS'] ?? 6_000);
const AGENTS = 100;
/** How many are under way in each stage. A run is ended by transactions, each of which needs a connection. */
const AT_ONCE = [128, 8] as const;
const CPU_US_MAX = 90;
const WAL_BYTES_MAX = 2_000;

/** Agents whose session outlives the measurement, each with a task and its trigger. */
const ONLINE_AGENTS = `
  WITH owner AS (
    INSERT INTO "user" (id, name, email, updated_at) VALUES ('bench', 'Ursula', 'ursula@example.org', now())
  ), hub AS (
    INSERT INTO hub (slot, epoch, heartbeat_at) VALUES ('bench', 1, now() + interval '1 day')
  ), given AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[]) AS g (agent_id, task_id, hash)
  ), agent AS (
    INSERT INTO agent (id, owner_id, agent_name, kind, secret_hash, secret_sealed)
    SELECT agent_id, 'bench', 'Ada', 'interactive', '', '' FROM given
  ), counter AS (
    INSERT INTO agent_counter (agent_id) SELECT agent_id FROM given
  ), session AS (
    INSERT INTO agent_session (id, agent_id, slot, epoch) SELECT 'sess_' || agent_id, agent_id, 'bench', 1 FROM given
  ), task AS (
    INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, updated_at)
    SELECT task_id, agent_id, 'Order', 'Look at the order.', 'event', 'event', now() FROM given
  )
  INSERT INTO trigger (task_id, trigger_hash, trigger_sealed) SELECT task_id, hash, '' FROM given`;

const STAGES = ['from the call to the receipt', 'until the run has ended'] as const;

/** Of one stage, for each trigger. */
interface Figures {
  postgresUs: number;
  storeUs: number;
  walBytes: number;
  perSecond: number;
}

interface Scene {
  name: string;
  store: Store;
  agents: { agentId: string; taskId: string; triggerHash: Buffer }[];
  sql: Scratch['sql'];
  rounds: Figures[][];
}

await runBench(async (leftovers) => {
  const scenes = [await openScene('this checkout', ownStore, leftovers)];
  if (BESIDE !== undefined) {
    const other = pathToFileURL(join(BESIDE, 'packages/store/dist/index.js')).href;
    scenes.unshift(await openScene('the other', (await import(other)) as typeof ownStore, leftovers));
  }
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const scene of scenes) {
      const figures = await measure(scene);
      if (round >= 0) scene.rounds.push(figures);
      else await scene.sql('VACUUM ANALYZE');
    }
    say(`round ${round + 1} of ${ROUNDS}`);
  }
  const of = ({ rounds }: Scene, stage: number, figure: keyof Figures) =>
    median(rounds.map((stages) => stages[stage]?.[figure] ?? NaN));
  printTable(
    `A trigger of one of ${AGENTS} online agents, ${AT_ONCE.join(' and ')} at once, median of ${ROUNDS} rounds of ${TRIGGERS}`,
    ['', 'PostgreSQL, µs of CPU', 'store in Node, µs', 'WAL, B', 'per second'],
    STAGES.flatMap((stage, index) =>
      scenes.map((scene) => [
        `${stage}, ${scene.name}`,
        ...(['postgresUs', 'storeUs', 'walBytes', 'perSecond'] as const).map((figure) =>
          Math.round(of(scene, index, figure)),
        ),
      ]),
    ),
  );
  const own = scenes.at(-1) as Scene;
  const [cpuUs, walBytes] = [of(own, 0, 'postgresUs'), of(own, 0, 'walBytes')];
  printVerdict("PostgreSQL's CPU from the call to the receipt", {
    ...{ figure: `${cpuUs.toFixed(0)} µs`, target: `at most ${CPU_US_MAX} µs`, isMet: cpuUs <= CPU_US_MAX },
  });
  printVerdict('WAL from the call to the receipt', {
    ...{
      figure: `${walBytes.toFixed(0)} B`,
      target: `at most ${WAL_BYTES_MAX} B`,
      isMet: walBytes <= WAL_BYTES_MAX,
    },
  });
});

/** Carries triggers through both stages. */
async function measure({ store, agents, sql }: Scene): Promise<Figures[]> {
  const intake = store.triggerIntake({ dedupWindowMs: 86_400_000, waitingMax: 10_000_000 });
  const [backend] = await sql('SELECT pg_backend_pid() AS pid');
  const postmaster = parentOf(Number(backend?.['pid']));

  async function callAndReceive(index: number): Promise<void> {
    const text = JSON.stringify({ order: newId('event'), text: 'A small payload, as most are' });
    const payload = { hash: createHash('sha256').update(text).digest(), text };
    const { triggerHash } = agents[index % AGENTS] as Scene['agents'][number];
    const outcome = await intake.accept({ triggerHash, payload });
    if (outcome.status !== 'triggered') throw new Error(`A call was ${outcome.status}`);
    await store.events.markDelivered(outcome.event.eventId, 'websocket');
  }

  async function startAndComplete(index: number): Promise<void> {
    const { taskId, agentId } = agents[index % AGENTS] as Scene['agents'][number];
    const started = await store.runs.start(taskId, agentId);
    if (started === null) throw new Error('A task was not found');
    await store.runCompletions.complete({ ...started, agentId, status: 'completed', summary: 'Done' });
  }

  async function costOf(atOnce: number, work: (index: number) => Promise<void>): Promise<Figures> {
    const before = {
      ...{ wal: await walOf(sql), postgresMs: familyCpuMs(postmaster) },
      own: process.cpuUsage(),
      atMs: performance.now(),
    };
    let next = 0;
    const caller = async (): Promise<void> => {
      while (next < TRIGGERS) await work(next++);
    };
    await Promise.all(Array.from({ length: atOnce }, caller));
    const own = process.cpuUsage(before.own);
    return {
      perSecond: (TRIGGERS * 1_000) / (performance.now() - before.atMs),
      postgresUs: ((familyCpuMs(postmaster) - before.postgresMs) * 1_000) / TRIGGERS,
      storeUs: (own.user + own.system) / TRIGGERS,
      walBytes: ((await walOf(sql)) - before.wal) / TRIGGERS,
    };
  }
  return [await costOf(AT_ONCE[0], callAndReceive), await costOf(AT_ONCE[1], startAndComplete)];
}

async function walOf(sql: Scene['sql']): Promise<number> {
  const [row] = await sql("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes");
  return Number(row?.['bytes']);
}

async function openScene(name: string, product: typeof ownStore, leftovers: Leftovers): Promise<Scene> {
  const { databaseUrl, sql } = await openScratch(leftovers, product);
  const store = product.openStore({ databaseUrl, box: new SecretBox(Buffer.alloc(32, 1)) });
  leftovers.later(() => store.close());
  const agents = Array.from({ length: AGENTS }, () => ({
    agentId: newId('agent'),
    taskId: newId('task'),
    triggerHash: secretHash(newTriggerId()),
  }));
  await sql(ONLINE_AGENTS, [
    agents.map(({ agentId }) => agentId),
    agents.map(({ taskId }) => taskId),
    agents.map(({ triggerHash }) => triggerHash),
  ]);
  return { name, store, agents, sql, rounds: [] };
}
