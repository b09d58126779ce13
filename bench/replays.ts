/** What a step of a replay costs in a small and in a large log, where all of it matches, one in a thousand, or nothing. */
import { newAgentSecret, newId, SecretBox } from '@svc/domain';
import type { ReplayedState } from '@svc/events';
import { openStore } from '@svc/store';
import { printTable, printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { openScratch } from './support/scratch.js';
import { median } from './support/statistics.js';

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 1_000_000);
const SMALL = 1_000;
const STEPS = Number(process.env['BENCH_STEPS'] ?? 40);
/** What counts as bounded: no step of the large log takes longer, in milliseconds. */
const STEP_MS_MAX = 100;
/** One event in so many failed; of the others, all were delivered. */
const FAILED_OF = 1_000;

/** The ids begin with the time, a second apart, as if written over days. */
const INSERT_EVENTS = `
  WITH written AS MATERIALIZED (
    SELECT n, now() - ($2::int - n) * interval '1 second' AS at FROM generate_series(1, $2::int) n
  ), named AS MATERIALIZED (
    SELECT n, at, 'evt_' || lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || lpad(to_hex(n), 20, '0') AS id FROM written
  ), logged AS (
    INSERT INTO event (id, agent_id, seq, type, frame, created_at) SELECT id, $1, n, 'user_message', '{"type":"user_message"}', at FROM named
  ), counted AS (
    UPDATE agent_counter SET last_seq = $2 WHERE agent_id = $1
  )
  INSERT INTO event_end (event_id, agent_id, seq, type, state, attempt, ended_at)
  SELECT id, $1, n, 'user_message', CASE WHEN n % ${FAILED_OF} = 0 THEN 'failed' ELSE 'delivered' END, 1, at FROM named`;

await runBench(async (leftovers) => {
  const { databaseUrl, sql } = await openScratch(leftovers);
  const store = openStore({ databaseUrl, box: new SecretBox(Buffer.alloc(32, 1)) });
  leftovers.later(() => store.close());
  const ownerId = newId('rule');
  await store.prisma.user.create({ data: { id: ownerId, name: 'Ursula', email: `${ownerId}@example.org` } });

  async function agentWith(events: number): Promise<string> {
    const secret = newAgentSecret();
    const webhookUrl = 'https://example.com/hook';
    const agent = { ownerId, agentName: 'Ada', kind: 'interactive' as const, webhookUrl, secret };
    const { agentId } = await store.agents.create(agent);
    await sql(INSERT_EVENTS, [agentId, events]);
    return agentId;
  }

  /** Milliseconds of the first step, which finds the place, and of the next ones. Whatever is sent is received at once. */
  async function measure(agentId: string, state: ReplayedState, type: 'user_message' | 'task_due' | null) {
    const replayId = newId('replay');
    await store.replays.start({
      ...{ replayId, agentId, ownerId, state, type, to: null, ratePerSecond: 50 },
      from: new Date(Date.now() - (EVENTS / 2) * 1_000),
    });
    const timesMs: number[] = [];
    for (let count = 0; count < STEPS; count += 1) {
      await sql(
        `UPDATE replay SET next_step_at = now() - interval '1 second' WHERE next_step_at IS NOT NULL`,
      );
      const beganMs = performance.now();
      const step = await store.replaySteps.step();
      if (step === null) break;
      timesMs.push(performance.now() - beganMs);
      await Promise.all(step.events.map(({ eventId }) => store.events.markDelivered(eventId, 'websocket')));
    }
    await store.replays.cancel({ replayId, ownerId }).catch(() => null);
    await sql('DELETE FROM replay');
    const [first = NaN, ...next] = timesMs;
    return [first, next.length === 0 ? NaN : median(next), Math.max(...timesMs)];
  }

  const agents = [];
  for (const events of [SMALL, EVENTS]) {
    say(`writing ${events} events`);
    agents.push(await agentWith(events));
  }
  await sql('VACUUM ANALYZE');
  const lines: (string | number)[][] = [];
  const longest: number[] = [];
  for (const [index, agentId] of agents.entries()) {
    const size = `${index === 0 ? SMALL : EVENTS} events`;
    for (const [what, state, type] of [
      ['all match', 'delivered', 'user_message'],
      ['all match, of any type', 'delivered', null],
      [`one in ${FAILED_OF} has failed`, 'failed', null],
      ['nothing matches', 'failed', 'task_due'],
    ] as const) {
      const times = await measure(agentId, state, type);
      if (index > 0) longest.push(times[2] ?? NaN);
      lines.push([`${size}, ${what}`, ...times]);
    }
  }
  printTable(
    `Steps of a replay over half of the log; milliseconds`,
    ['', 'first', 'median', 'longest'],
    lines,
  );
  const worst = Math.max(...longest);
  printVerdict('the longest step in the large log', {
    figure: `${worst.toFixed(1)} ms`,
    target: `at most ${STEP_MS_MAX} ms`,
    isMet: worst <= STEP_MS_MAX,
  });
});
