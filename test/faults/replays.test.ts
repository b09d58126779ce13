import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { answerWith, eventually, neverAnswer, Person, WebhookReceiver } from '@svc/testkit';
import type { AgentClient, AgentInfo, ReceivedDelivery } from '@svc/testkit';
import { FaultBench } from './fault-bench.js';
import { seconds } from './text-table.js';

const START_MS_MAX = 600_000;
const FAULT_MS_MAX = 300_000;
/** Deliveries that failed before an agent is in error (`AGENT_ERROR_THRESHOLD`). */
const ERROR_AFTER = 5;
const BREAKER_ATTEMPTS = 100;
/** Few enough that no breaker opens, each with one attempt, but for the first ones with four. */
const REPLAYED = 60;
const HELD = 12;
/** Deliveries of a replay behind which a scheduler is killed. */
const STRIKES = [10, 25, 40];

interface Replay {
  state: string;
  redelivered: number;
}

type Info = AgentInfo & { webhook_breaker: { state: string; probes: number; held_events: number } | null };

describe('Events that are sent again', () => {
  let bench: FaultBench;
  let person: Person;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    bench = await FaultBench.open({
      ...{ GATEWAYS: '1', HUBS: '1', DISPATCHERS: '2', SCHEDULERS: '2', INTAKES: '1' },
      ...{ WEBHOOK_BREAKER_ATTEMPTS: String(BREAKER_ATTEMPTS), WEBHOOK_BREAKER_PROBE_MS: '2000' },
    });
    person = await Person.signUp(bench.services.url);
  }, START_MS_MAX);

  afterEach(() => receiver?.close());
  afterAll(() => bench?.close(), START_MS_MAX);

  const membersOf = async (kind: string) =>
    (await bench.services.members()).filter((member) => member.kind === kind);
  const waitMsMax = FAULT_MS_MAX;
  const infoOf = async ({ agentId }: AgentClient) => (await person.agent(agentId)) as Info;
  const failedOf = ({ agentId }: AgentClient) => person.events(agentId, '?state=failed&limit=100');

  /** An agent in error, whose webhook goes on to answer 500. */
  async function failing(): Promise<AgentClient> {
    receiver = await WebhookReceiver.open(answerWith(500));
    const agent = await person.createAgent({ webhook_url: receiver.url });
    for (let count = 0; count < ERROR_AFTER; count += 1) await person.send(agent.agentId, `Failing ${count}`);
    const isInError = ({ status }: Info) => status === 'error';
    await eventually(() => infoOf(agent), isInError, { what: 'the agent to be in error', waitMsMax });
    return agent;
  }

  it(
    'all arrive, once, and another scheduler goes on, while schedulers are killed in the middle of a replay',
    async () => {
      const agent = await failing();
      for (let count = ERROR_AFTER; count < REPLAYED; count += 1)
        await person.send(agent.agentId, `Failing ${count}`);
      const failed = await eventually(
        () => failedOf(agent),
        ({ length }) => length === REPLAYED,
        {
          ...{ what: 'all deliveries to have failed', waitMsMax },
        },
      );
      receiver.answer = answerWith(200);
      receiver.deliveries.items.splice(0);
      const from = new Date(0).toISOString();
      const started = await person.call(`/agents/${agent.agentId}/replays`, {
        body: { from, rate_per_second: 10 },
      });
      const { replay_id: id } = started.body as { replay_id: string };
      const read = async () => (await person.call(`/replays/${id}`)).body as Replay;
      const beganMs = Date.now();
      const waits: number[] = [];
      for (const [number, count] of STRIKES.entries()) {
        await eventually(
          async () => receiver.deliveries.items.length,
          (length) => length >= count,
          {
            ...{ what: `${count} deliveries`, waitMsMax },
          },
        );
        const schedulers = await membersOf('scheduler');
        const struck = schedulers.filter(({ pid }) => pid !== undefined);
        const victim = struck[number % struck.length];
        if (victim === undefined) throw new Error('No scheduler runs');
        const [seen, atMs] = [receiver.deliveries.items.length, Date.now()];
        bench.services.kill(victim);
        await eventually(
          async () => receiver.deliveries.items.length,
          (length) => length > seen,
          {
            ...{ what: 'the replay to go on', waitMsMax },
          },
        );
        waits.push(Date.now() - atMs);
      }
      const ended = await eventually(read, ({ state }) => state === 'finished', {
        what: 'its end',
        waitMsMax,
      });
      const took = seconds(Date.now() - beganMs);
      process.stdout.write(
        `${REPLAYED} events at 10 per second in ${took}; after each kill the next came within ${waits.map(seconds).join(', ')}\n`,
      );
      expect(ended).toMatchObject({ redelivered: REPLAYED, delivered: REPLAYED, failed: 0, skipped: 0 });
      // A process that is slow may answer late, and then the attempt is made again. But no replay begins a round twice.
      const rounds = receiver.deliveries.items.filter(({ headers }) => headers['x-svc-retry-num'] === '0');
      expect(rounds.map(idOf).sort()).toEqual(failed.map(({ event_id: eventId }) => eventId).sort());
      await bench.services.allReady();
      expect(bench.services.collapses).toEqual([]);
    },
    FAULT_MS_MAX,
  );

  it(
    'come behind a breaker that probes again and closes after all dispatchers were killed in the middle of a probe',
    async () => {
      const agent = await failing();
      let sent = ERROR_AFTER;
      const isOpen = async () => (await infoOf(agent)).webhook_breaker?.state === 'open';
      for (; !(await isOpen()); sent += 1) await person.send(agent.agentId, `Failing ${sent}`);
      receiver.answer = neverAnswer;
      receiver.deliveries.items.splice(0);
      for (let count = 0; count < HELD; count += 1) await person.send(agent.agentId, `Held ${count}`);
      const [probe] = await receiver.deliveries.atLeast(1);
      const dispatchers = await membersOf('webhook-dispatcher');
      const beganMs = Date.now();
      for (const dispatcher of dispatchers) bench.services.kill(dispatcher);
      receiver.answer = answerWith(200);
      const before = receiver.deliveries.items.length;
      await eventually(
        async () => receiver.deliveries.items.length,
        (length) => length > before,
        {
          ...{ what: 'another attempt', waitMsMax },
        },
      );
      const probedAfter = seconds(Date.now() - beganMs);
      await eventually(
        () => infoOf(agent),
        (info) => info.webhook_breaker === null,
        {
          ...{ what: 'the breaker to close', waitMsMax },
        },
      );
      const closedAfter = seconds(Date.now() - beganMs);
      const pending = () => person.events(agent.agentId, '?state=pending');
      await eventually(pending, ({ length }) => length === 0, { what: 'nothing to wait', waitMsMax });
      process.stdout.write(
        `after the kill the webhook was tried within ${probedAfter}, the breaker was closed after ${closedAfter}, all had come after ${seconds(Date.now() - beganMs)}\n`,
      );
      expect((await infoOf(agent)).status).toBe('active');
      const arrived = new Set(receiver.texts);
      for (let count = 0; count < HELD; count += 1) expect(arrived).toContain(`Held ${count}`);
      // The attempt that was cut off is made again, as every attempt of a process that died.
      const again = receiver.deliveries.items.filter((delivery) => idOf(delivery) === idOf(probe!));
      expect(again.map(({ headers }) => headers['x-svc-retry-reason'])).toContain('unknown');
      await bench.services.restarted(dispatchers);
      expect(bench.services.collapses).toEqual([]);
    },
    FAULT_MS_MAX,
  );
});

function idOf({ headers }: ReceivedDelivery): unknown {
  return headers['x-svc-event-id'];
}
