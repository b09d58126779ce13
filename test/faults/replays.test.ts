import { answerWith, eventually, neverAnswer, WebhookReceiver } from '@svc/testkit';
import type { AgentClient, AgentInfo, ReceivedDelivery } from '@svc/testkit';
import { FAULT_MS_MAX, faultBench } from './fault-bench.js';

/** Deliveries that failed before an agent is in error (`AGENT_ERROR_THRESHOLD`). */
const ERROR_AFTER = 5;
const BREAKER_ATTEMPTS = 100;
/** Few enough that no breaker opens, each with one attempt, but for the first ones with four. */
const REPLAYED = 60;
const HELD = 12;
/** Deliveries of a replay behind which a scheduler is killed. */
const STRIKES = [10, 25, 40];

describe('Events that are sent again', () => {
  const bench = faultBench({
    ...{ DISPATCHERS: '2', SCHEDULERS: '2' },
    ...{ WEBHOOK_BREAKER_ATTEMPTS: String(BREAKER_ATTEMPTS), WEBHOOK_BREAKER_PROBE_MS: '2000' },
  });
  let receiver: WebhookReceiver;

  afterEach(() => receiver?.close());

  const waitMsMax = FAULT_MS_MAX;
  const infoOf = ({ agentId }: AgentClient) => bench.person.agent(agentId);
  /** Resolves once so many deliveries have come. */
  const delivered = (count: number) => {
    const have = async () => receiver.deliveries.items.length;
    return eventually(have, (length) => length >= count, { what: `${count} deliveries`, waitMsMax });
  };

  /** An agent in error, whose webhook goes on to answer 500. */
  async function failing(): Promise<AgentClient> {
    receiver = await WebhookReceiver.open(answerWith(500));
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    for (let count = 0; count < ERROR_AFTER; count += 1)
      await bench.person.send(agent.agentId, `Failing ${count}`);
    const isInError = ({ status }: AgentInfo) => status === 'error';
    await eventually(() => infoOf(agent), isInError, { what: 'the agent to be in error', waitMsMax });
    return agent;
  }

  it('all arrive, once, and another scheduler goes on, while schedulers are killed in the middle of a replay', async () => {
    const agent = await failing();
    for (let count = ERROR_AFTER; count < REPLAYED; count += 1)
      await bench.person.send(agent.agentId, `Failing ${count}`);
    const failures = () => bench.person.events(agent.agentId, '?state=failed&limit=100');
    const what = 'all deliveries to have failed';
    const failed = await eventually(failures, ({ length }) => length === REPLAYED, { what, waitMsMax });
    receiver.answer = answerWith(200);
    receiver.deliveries.items.splice(0);
    const body = { from: new Date(0).toISOString(), rate_per_second: 10 };
    const started = await bench.person.call(`/agents/${agent.agentId}/replays`, { body });
    const { replay_id: id } = started.body as { replay_id: string };
    const read = async () => (await bench.person.call(`/replays/${id}`)).body as { state: string };
    for (const [number, count] of STRIKES.entries()) {
      await delivered(count);
      const schedulers = (await bench.services.members('scheduler')).filter(({ pid }) => pid !== undefined);
      const victim = schedulers[number % schedulers.length];
      if (victim === undefined) throw new Error('No scheduler runs');
      const seen = receiver.deliveries.items.length;
      bench.services.kill(victim);
      await delivered(seen + 1);
    }
    const ended = await eventually(read, ({ state }) => state === 'finished', {
      what: 'its end',
      waitMsMax,
    });
    expect(ended).toMatchObject({ redelivered: REPLAYED, delivered: REPLAYED, failed: 0, skipped: 0 });
    // An attempt that is answered late is made again, but no replay begins a round twice.
    const rounds = receiver.deliveries.items.filter(({ headers }) => headers['x-svc-retry-num'] === '0');
    expect(rounds.map(idOf).sort()).toEqual(failed.map(({ event_id: eventId }) => eventId).sort());
    await bench.services.allReady();
  });

  it('come behind a breaker that probes again and closes after all dispatchers were killed in the middle of a probe', async () => {
    const agent = await failing();
    let sent = ERROR_AFTER;
    const isOpen = async () => (await infoOf(agent)).webhook_breaker !== null;
    for (; !(await isOpen()); sent += 1) await bench.person.send(agent.agentId, `Failing ${sent}`);
    receiver.answer = neverAnswer;
    receiver.deliveries.items.splice(0);
    for (let count = 0; count < HELD; count += 1) await bench.person.send(agent.agentId, `Held ${count}`);
    const [probe] = await receiver.deliveries.atLeast(1);
    const dispatchers = await bench.services.killAll('webhook-dispatcher');
    receiver.answer = answerWith(200);
    await delivered(receiver.deliveries.items.length + 1);
    const isClosed = ({ webhook_breaker }: AgentInfo) => webhook_breaker === null;
    await eventually(() => infoOf(agent), isClosed, { what: 'the breaker to close', waitMsMax });
    const pending = () => bench.person.events(agent.agentId, '?state=pending');
    await eventually(pending, ({ length }) => length === 0, { what: 'nothing to wait', waitMsMax });
    expect((await infoOf(agent)).status).toBe('active');
    const arrived = new Set(receiver.texts);
    for (let count = 0; count < HELD; count += 1) expect(arrived).toContain(`Held ${count}`);
    // The attempt that was cut off is made again, as every attempt of a process that died.
    const again = receiver.deliveries.items.filter((delivery) => idOf(delivery) === idOf(probe!));
    expect(again.map(({ headers }) => headers['x-svc-retry-reason'])).toContain('unknown');
    await bench.services.restarted(dispatchers);
  });
});

function idOf({ headers }: ReceivedDelivery): unknown {
  return headers['x-svc-event-id'];
}
