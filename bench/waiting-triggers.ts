/** What a million triggers that wait for one agent cost everything else that is read or written for it. */
import { createHash } from 'node:crypto';
import { EVENT_TYPES, newId, PUSHED_ON_CONNECT } from '@svc/domain';
import { writeMessage } from './support/fixtures.js';
import { printTable, printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { median } from './support/statistics.js';
import { addTriggers, openScene, SLOT } from './support/waiting-scene.js';
import type { Scene } from './support/waiting-scene.js';

const TRIGGERS = Number(process.env['BENCH_TRIGGERS'] ?? 1_000_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
/** What counts as unchanged: at most so many times as long, or so much longer. */
const RATIO_MAX = 3;
const LONGER_MS_MAX = 3;

interface Measured {
  name: string;
  /** Before each round; not measured. */
  before?: () => Promise<unknown>;
  run: () => Promise<unknown>;
}

await runBench(async (leftovers) => {
  const scene = await openScene(leftovers);
  const all = measuredOf(scene);
  await scene.sql('VACUUM ANALYZE');
  say('without waiting triggers');
  const alone = await measure(all);
  say(`writing ${TRIGGERS} waiting triggers`);
  await addTriggers(scene, TRIGGERS);
  await scene.sql('VACUUM ANALYZE');
  say('beside them');
  const beside = await measure(all);
  const [deletion = NaN] = await measure([deletionOf(scene)]);
  printTable(
    `One agent, some 100 events of other types, and ${TRIGGERS} triggers that wait; milliseconds, median of ${ROUNDS}`,
    ['', 'without them', 'beside them'],
    [
      ...all.map(({ name }, index) => [name, alone[index] ?? NaN, beside[index] ?? NaN]),
      ['a step of the deletion of their task', NaN, deletion],
    ],
  );
  const slower = all.filter((_, index) => {
    const [former = 0, latter = 0] = [alone[index], beside[index]];
    return latter > former * RATIO_MAX && latter > former + LONGER_MS_MAX;
  });
  printVerdict('what takes longer beside them', {
    figure: slower.length === 0 ? 'nothing' : slower.map(({ name }) => name).join(', '),
    target: `nothing by more than ${RATIO_MAX} times and ${LONGER_MS_MAX} ms`,
    isMet: slower.length === 0,
  });
});

async function measure(all: readonly Measured[]): Promise<number[]> {
  const medians: number[] = [];
  for (const { name, before, run } of all) {
    const timesMs: number[] = [];
    // Named statements get their general plan after five rounds.
    for (let round = -6; round < ROUNDS; round += 1) {
      await before?.();
      const startMs = performance.now();
      await run().catch((error: unknown) => say(`${name}: ${String(error)}`));
      if (round >= 0) timesMs.push(performance.now() - startMs);
    }
    medians.push(median(timesMs));
  }
  return medians;
}

function measuredOf({ store, sql, agentId, ownerId, taskId, triggerHash }: Scene): Measured[] {
  const { events, eventLog, polls, attempts } = store;
  const intake = store.triggerIntake({ dedupWindowMs: 1_000, waitingMax: 2 * TRIGGERS });
  const log = (filter: Partial<Parameters<typeof eventLog.list>[0]>) => () =>
    eventLog.list({ agentId, ownerId, limit: 50, ...filter });
  const payload = () => {
    const text = JSON.stringify({ id: newId('event') });
    return { text, hash: createHash('sha256').update(text).digest() };
  };
  return [
    {
      name: 'hub, while the broker is away',
      run: () =>
        events.readOpenAtHub({
          slot: SLOT,
          epoch: 1,
          after: '',
          agentsMax: 500,
          eventsPerAgentMax: 64,
          bytesMax: 2 ** 21,
        }),
    },
    {
      name: 'agent connects',
      run: () => events.readOpen({ agentId, afterSeq: 0, waitingTypes: PUSHED_ON_CONNECT, limit: 64 }),
    },
    {
      name: 'agent connects with "resume"',
      run: () => events.readOpen({ agentId, afterSeq: 0, waitingTypes: EVENT_TYPES, limit: 64 }),
    },
    {
      name: 'hub that was silent is back',
      run: () =>
        events.readOpen({
          agentId,
          afterSeq: 0,
          waitingTypes: PUSHED_ON_CONNECT,
          waitingAfterSeq: 2 ** 40,
          limit: 64,
        }),
    },
    {
      name: 'session ends behind',
      run: () => events.readOpen({ agentId, afterSeq: 0, waitingTypes: [], limit: 64 }),
    },
    {
      name: 'long poll: open events',
      run: () => store.channels.long_poll.read({ agentId, after: null, limit: 50 }),
    },
    {
      name: 'long poll: the newest of the log',
      run: async () => {
        const { lastSeq } = await store.channels.long_poll.read({ agentId, after: 0, limit: 1 });
        return store.channels.long_poll.read({ agentId, after: lastSeq - 50, limit: 50 });
      },
    },
    {
      name: 'long poll: a call that waits looks',
      run: () => store.channels.long_poll.look({ agentId, after: null }),
    },
    { name: 'long poll: acknowledgement', run: () => store.channels.long_poll.acknowledge(agentId, 1) },
    { name: 'message is sent', run: () => writeMessage(store, { agentId, ownerId }) },
    { name: 'trigger is called', run: () => intake.accept({ triggerHash, payload: payload() }) },
    {
      name: 'webhook: what is due',
      before: () => sql(`UPDATE agent SET webhook_url = 'https://example.org' WHERE id = $1`, [agentId]),
      run: () => attempts.readDue(agentId, 64),
    },
    {
      name: 'webhook is set: what waits for it',
      before: async () => {
        await sql(`UPDATE open_event SET state = 'waiting' WHERE agent_id = $1 AND type = 'user_message'`, [
          agentId,
        ]);
        await sql('UPDATE agent SET take_up_waiting = true WHERE id = $1', [agentId]);
      },
      run: () => events.takeUpWaiting(500),
    },
    { name: 'sweeper', run: () => events.claimOverdue(256) },
    { name: 'dispatcher, while the broker is away', run: () => events.claimUnreached(64) },
    {
      name: 'poll of triggers',
      before: () =>
        sql('UPDATE open_event SET leased_until = NULL WHERE agent_id = $1 AND leased_until IS NOT NULL', [
          agentId,
        ]),
      run: () => polls.takePendingTriggers(agentId),
    },
    { name: 'poll of due tasks', run: () => polls.listDueTasks(agentId) },
    { name: 'run/start', run: () => store.runs.start(taskId, agentId) },
    { name: 'tasks', run: () => store.tasks.listOf(agentId) },
    { name: 'runs of the task', run: () => store.runs.listOf(taskId, { limit: 50 }) },
    { name: 'event log', run: log({}) },
    { name: 'event log: messages', run: log({ type: 'user_message' }) },
    { name: 'event log: due tasks', run: log({ type: 'task_due' }) },
    { name: 'event log: on their way', run: log({ state: 'pending' }) },
    { name: 'event log: waiting', run: log({ state: 'waiting' }) },
    { name: 'event log: waiting messages', run: log({ state: 'waiting', type: 'user_message' }) },
    { name: 'event log: failed', run: log({ state: 'failed' }) },
    {
      name: 'event log: failed, to be sent again',
      run: () => eventLog.failedSince({ agentId, ownerId, since: new Date(0), limit: 500 }),
    },
  ];
}

function deletionOf({ store, sql, taskId }: Scene): Measured {
  return {
    name: 'deletion',
    before: () => sql('UPDATE task SET deleted_at = now() WHERE id = $1', [taskId]),
    run: () => store.deletions.step({ kind: 'task', id: taskId }),
  };
}
