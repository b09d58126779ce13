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
import type { Leftovers } from './support/run-bench.js';
import { median, percentile, ratioOf } from './support/statistics.js';

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
/** Ranges that hold what is finished, of two days each, as where events are kept for 30 days. */
const RANGES = 15;
const RANGE_DAYS = 2;
const ROUNDS = 200;
const RATIO_MAX = 1.5;
const DROP_MS_MAX = 1_000;
const TRIES_MAX = 100;
const WRITES_PER_SECOND = 100;
const TABLES = ['event', 'event_end', 'delivery_attempt'];

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
  // The scheduler has connections of its own, as a process of its own has.
  await drop(full, openStoreOf(full.place, leftovers), agents * FINISHED_PER_AGENT);
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
  await makeRanges(place);
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
  ]);
}

/** Drops all ranges whose days are over, beside a writer, and says how long that took. */
async function drop({ place, store, agents }: Log, scheduler: Store, finished: number): Promise<void> {
  const { ownerId } = await store.prisma.agent.findFirstOrThrow({ select: { ownerId: true } });
  const latencies: number[] = [];
  let [writes, removed, goneMs, filesMs, ranges, tries] = [0, 0, 0, 0, 0, 0];
  const writing = atPace({ perSecond: WRITES_PER_SECOND, count: WRITES_PER_SECOND * 20 }, async () => {
    const { agentId } = agents[(writes += 1) % agents.length] as BenchAgent;
    const beganMs = performance.now();
    await writeMessage(store, { agentId, ownerId });
    latencies.push(performance.now() - beganMs);
  });
  while (ranges < RANGES && tries < TRIES_MAX) {
    const beganMs = performance.now();
    const gone = untilRangeIsGone(place);
    const step = await scheduler.retention.step({ kind: 'event', days: 1 });
    const endedMs = performance.now();
    const goneAtMs = Math.min((await gone.stop()) ?? endedMs, endedMs);
    tries += 1;
    goneMs += goneAtMs - beganMs;
    filesMs += endedMs - goneAtMs;
    // A range stays for now if its locks are not granted soon.
    if ((step.removed.event ?? 0) >= finished / RANGES / 2) ranges += 1;
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
    `${shown(removed)} events dropped with ${ranges} ranges in ${tries} tries, ${String(left?.['n'])} ends left`,
    {
      figure: `${goneMs.toFixed(0)} ms until they were gone, and ${filesMs.toFixed(0)} ms for their files`,
      target: `gone in less than ${DROP_MS_MAX} ms`,
      isMet: ranges === RANGES && goneMs < DROP_MS_MAX,
    },
  );
}

/** Asks again and again. `stop()` tells the moment in which somebody else first saw that a range is gone, or `null` if none is. */
function untilRangeIsGone(place: Place): { stop(): Promise<number | null> } {
  const count = async (): Promise<number> => {
    const [found] = await place.sql(
      `SELECT count(*)::int AS n FROM pg_inherits WHERE inhparent = 'event'::regclass`,
    );
    return found?.['n'] as number;
  };
  let [isOver, goneAtMs] = [false, null as number | null];
  const looking = (async () => {
    const before = await count();
    while (!isOver && (await count()) === before);
    if (!isOver || (await count()) < before) goneAtMs = performance.now();
  })();
  return {
    async stop() {
      isOver = true;
      await looking;
      return goneAtMs;
    },
  };
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

/** Finished events evenly over the ranges of the past; open ones since yesterday, one in five of them pending. Half are triggers. */
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
    ended: events(finishedPerAgent, dayMs(1 + RANGES * RANGE_DAYS), dayMs(1), 1),
    open: events(OPEN_PER_AGENT, dayMs(0), Date.now(), finishedPerAgent + 1),
  };
  for (const source of Object.values(of))
    await place.sql(
      `INSERT INTO event (id, agent_id, seq, type, frame) SELECT id, agent_id, seq, type, $2 FROM (${source}) s`,
      [ids, frameOf(1)],
    );
  await place.sql(
    `INSERT INTO event_end (event_id, agent_id, seq, type, state, attempt, delivered_at, ended_at)
     SELECT id, agent_id, seq, type, CASE WHEN seq % ${ENDED_PER_FAILED} = 0 THEN 'failed' ELSE 'delivered' END, 0, t.at, t.at
       FROM (${of.ended}) s, LATERAL (SELECT to_timestamp(('x0' || substr(id, 5, 12))::bit(52)::bigint / 1000.0) AS at) t`,
    [ids],
  );
  await place.sql(
    `INSERT INTO open_event (event_id, agent_id, seq, type, state, attempt_after)
     SELECT id, agent_id, seq, type, CASE WHEN seq % 5 = 0 THEN 'pending' ELSE 'waiting' END, now() + interval '1 day' FROM (${of.open}) s`,
    [ids],
  );
  await place.sql('UPDATE agent_counter SET last_seq = $1', [finishedPerAgent + OPEN_PER_AGENT]);
  await place.sql('VACUUM ANALYZE');
}
