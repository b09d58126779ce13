/** What a log of very many events costs those who write to it and read from it. */
import type { Store } from '@svc/store';
import { frameOf, insertAgents, writeMessage } from './support/fixtures.js';
import type { BenchAgent } from './support/fixtures.js';
import { HUB_SLOT, openPlace, openStoreOf } from './support/place.js';
import type { Place } from './support/place.js';
import { printTable, printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import type { Leftovers } from './support/run-bench.js';
import { median, ratioOf } from './support/statistics.js';

const FINISHED = Number(process.env['BENCH_EVENTS'] ?? 10_000_000);
const FINISHED_PER_AGENT = 10_000;
/** Both logs have as many open events of an agent, so that as many are read. */
const OPEN_PER_AGENT = 100;
/** Agents of the small log, and how much of theirs has ended: enough for a page of each filter. */
const FEW = { agents: 20, finishedPerAgent: 2_500 };
/** Of both logs, so that what has not been read lately, and is not in memory, does not tell them apart. */
const AGENTS_WORKED_WITH = FEW.agents;
/** One event that has ended in so many has failed. */
const ENDED_PER_FAILED = 50;
/** What is finished lies evenly in the time that events are kept. */
const KEPT_DAYS = 30;
const ROUNDS = 200;
const RATIO_MAX = 1.5;

interface Log {
  place: Place;
  agents: BenchAgent[];
  store: Store;
}

await runBench(async (leftovers) => {
  const agents = Math.max(FEW.agents, Math.round(FINISHED / FINISHED_PER_AGENT));
  const few = await openLog(leftovers, FEW);
  say(`writing ${agents} agents' ${FINISHED_PER_AGENT} finished and ${OPEN_PER_AGENT} open events`);
  const full = await openLog(leftovers, { agents, finishedPerAgent: FINISHED_PER_AGENT });
  await measure(few, full);
  say('measuring');
  const figures = await measure(few, full);
  printTable(
    `An operation beside ${shown(agents * FINISHED_PER_AGENT)} finished and ${shown(agents * OPEN_PER_AGENT)} open events, and beside ` +
      `${shown(FEW.agents * FEW.finishedPerAgent)} and ${shown(FEW.agents * OPEN_PER_AGENT)}, ms, median of ${ROUNDS}`,
    ['', 'few', 'full', 'ratio'],
    figures.map(({ name, few, full }) => [name, few, full, ratioOf(full, few)]),
  );
  const worst = Math.max(...figures.map(({ few, full }) => ratioOf(full, few)));
  printVerdict('the slowest beside the small log', {
    figure: `${worst.toFixed(2)} times`,
    target: `at most ${RATIO_MAX} times`,
    isMet: worst <= RATIO_MAX,
  });
});

function shown(count: number): string {
  return count.toLocaleString('en-US');
}

async function openLog(
  leftovers: Leftovers,
  { agents: count, finishedPerAgent }: { agents: number; finishedPerAgent: number },
): Promise<Log> {
  const place = await openPlace(leftovers);
  const agents = await insertAgents(place, count);
  await insertEvents(place, agents, finishedPerAgent);
  return { place, agents, store: openStoreOf(place, leftovers) };
}

/** How long each operation takes in each log, in turns. */
async function measure(few: Log, full: Log): Promise<{ name: string; few: number; full: number }[]> {
  const [inFew, inFull] = [await operationsOf(few), await operationsOf(full)];
  const figures: { name: string; few: number; full: number }[] = [];
  for (const [name, runInFew] of inFew) {
    const runInFull = inFull.get(name) as () => Promise<unknown>;
    const durations = { few: [] as number[], full: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round % 2 === 0) durations.few.push(await timeOf(runInFew));
      durations.full.push(await timeOf(runInFull));
      if (round % 2 === 1) durations.few.push(await timeOf(runInFew));
    }
    figures.push({ name, few: median(durations.few), full: median(durations.full) });
  }
  return figures;
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await run();
  return performance.now() - beganMs;
}

async function operationsOf({ store, agents }: Log): Promise<Map<string, () => Promise<unknown>>> {
  const { ownerId } = await store.prisma.agent.findFirstOrThrow({ select: { ownerId: true } });
  let next = 0;
  const apart = agents.length / AGENTS_WORKED_WITH;
  const agentId = (): string =>
    (agents[Math.floor(((next += 7) % AGENTS_WORKED_WITH) * apart)] as BenchAgent).agentId;
  const written: string[] = [];
  const list = (filter: Partial<Parameters<Store['eventLog']['list']>[0]>) => () =>
    store.eventLog.list({ agentId: agentId(), ownerId, limit: 50, ...filter });
  return new Map<string, () => Promise<unknown>>([
    ['append', async () => written.push(await writeMessage(store, { agentId: agentId(), ownerId }))],
    ['deliver', () => store.channels.websocket.receive(written.pop() ?? '')],
    [
      'claim what is open',
      () => {
        const id = agentId();
        return store.channels.websocket.claim([{ sessionId: `ses_${id}`, agentId: id, after: 0, limit: 64 }]);
      },
    ],
    ['log, all', list({})],
    ...(['pending', 'waiting', 'delivered', 'failed'] as const).map(
      (state): [string, () => Promise<unknown>] => [`log, ${state}`, list({ state })],
    ),
    ['log, messages', list({ type: 'user_message' })],
    ['log, triggers', list({ type: 'task_trigger' })],
  ]);
}

function dayMs(daysAgo: number): number {
  return (Math.floor(Date.now() / 86_400_000) - daysAgo) * 86_400_000;
}

/** Finished events evenly over the past, and open ones since yesterday. Half are triggers, which wait; the agents are connected, so that messages are pending. */
async function insertEvents(
  place: Place,
  agents: readonly BenchAgent[],
  finishedPerAgent: number,
): Promise<void> {
  const ids = agents.map(({ agentId }) => agentId);
  const events = (perAgent: number, fromMs: number, toMs: number, firstSeq: number) => {
    const count = perAgent * ids.length;
    return `
    SELECT n, ($1::text[])[n % ${ids.length} + 1] AS agent_id, ${firstSeq} + n / ${ids.length} AS seq,
           CASE WHEN (n / ${ids.length}) % 2 = 0 THEN 'task_trigger' ELSE 'user_message' END AS type,
           'evt_' || lpad(to_hex((${fromMs} + n::float8 * ${(toMs - fromMs) / count})::bigint), 12, '0') || lpad((n + ${firstSeq}::bigint * 1000)::text, 20, '0') AS id
      FROM generate_series(0, ${count - 1}) n`;
  };
  const of = {
    ended: events(finishedPerAgent, dayMs(1 + KEPT_DAYS), dayMs(1), 1),
    open: events(OPEN_PER_AGENT, dayMs(0), Date.now(), finishedPerAgent + 1),
  };
  await place.sql(
    `INSERT INTO event (id, agent_id, seq, push_no, type, frame, state, delivered_at, ended_at)
     SELECT id, agent_id, seq, seq, type, $2, CASE WHEN seq % ${ENDED_PER_FAILED} = 0 THEN 'failed' ELSE 'delivered' END, t.at, t.at
       FROM (${of.ended}) s, LATERAL (SELECT to_timestamp(('x0' || substr(id, 5, 12))::bit(52)::bigint / 1000.0) AS at) t`,
    [ids, frameOf(1)],
  );
  await place.sql(
    `INSERT INTO event (id, agent_id, seq, push_no, type, frame, is_listed) SELECT id, agent_id, seq, seq, type, $2, type = 'task_trigger' FROM (${of.open}) s`,
    [ids, frameOf(1)],
  );
  const lastSeq = finishedPerAgent + OPEN_PER_AGENT;
  await place.sql('UPDATE agent_counter SET last_seq = $1, last_push_no = $1', [lastSeq]);
  await place.sql(`INSERT INTO hub (slot, epoch, heartbeat_at) VALUES ($1, 1, 'infinity')`, [HUB_SLOT]);
  await place.sql(
    `INSERT INTO agent_session (id, agent_id, slot, epoch, kept_after) SELECT 'ses_' || id, id, $2, 1, $3 FROM unnest($1::text[]) AS id`,
    [ids, HUB_SLOT, lastSeq],
  );
  await place.sql('VACUUM ANALYZE');
}
