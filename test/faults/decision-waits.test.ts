import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, Person } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { FaultBench } from './fault-bench.js';

const START_MS_MAX = 600_000;
const FAULT_MS_MAX = 300_000;
const PROCESSES = { GATEWAYS: '2', HUBS: '1', DISPATCHERS: '1', SCHEDULERS: '1', INTAKES: '1' };
/** In seconds; the test's client waits for no answer longer than 30 s. */
const WAIT = 20;
const WAITS = 20;

describe('A call that waits for a decision', () => {
  let bench: FaultBench;
  let person: Person;
  let agent: AgentClient;

  beforeAll(async () => {
    bench = await FaultBench.open(PROCESSES);
    person = await Person.signUp(bench.services.url);
  }, START_MS_MAX);

  afterAll(() => bench?.close(), START_MS_MAX);

  const decisionOf = async (key: string): Promise<string> => {
    const asked = await agent.call('/api/agent/decisions', { body: { title: 'Send it?', key } });
    return (asked.body as { decision_id: string }).decision_id;
  };
  /** What every call finds, each asked again after a wait without an answer, and after a gateway that ended. */
  const waits = (decisionId: string): Promise<unknown[]> => {
    const path = `/api/agent/decisions/${decisionId}?wait=${WAIT}`;
    const ask = () => agent.call(path).catch(() => null);
    const isOver = (answer: HttpAnswer | null) =>
      answer?.status === 200 && (answer.body as { status: string }).status !== 'pending';
    const one = () => eventually(ask, isOver, { what: 'the answer', waitMsMax: FAULT_MS_MAX });
    return Promise.all(Array.from({ length: WAITS }, async () => (await one())?.body));
  };
  const approve = (decisionId: string): Promise<unknown> =>
    eventually(
      () =>
        person.call(`/decisions/${decisionId}/resolve`, { body: { status: 'approved' } }).catch(() => null),
      (answer) => answer?.status === 200,
    );

  it.each([
    ['refuses connections', 'refuse', 'admit'],
    ['swallows everything', 'blackhole', 'restore'],
  ] as const)(
    'ends with the answer that is given while RabbitMQ %s',
    async (_case, begin, end) => {
      agent = await person.createAgent();
      const decisionId = await decisionOf('step');
      const waiting = waits(decisionId);
      bench.networks.amqp[begin]();
      try {
        await approve(decisionId);
        for (const found of await waiting) expect(found).toMatchObject({ status: 'approved' });
      } finally {
        bench.networks.amqp[end]();
      }
      await bench.services.allReady();
    },
    FAULT_MS_MAX,
  );

  it(
    'is asked again after its gateway was killed, finds its request by the key, and ends with the answer',
    async () => {
      agent = await person.createAgent();
      const decisionId = await decisionOf('step');
      // Some of the calls wait there.
      const waiting = waits(decisionId);
      const gateways = (await bench.services.members()).filter(({ kind }) => kind === 'gateway');
      const killed = gateways.slice(0, 1);
      for (const gateway of killed) bench.services.kill(gateway);
      await approve(decisionId);
      for (const found of await waiting) expect(found).toMatchObject({ status: 'approved' });
      await bench.services.restarted(killed);
      expect(await decisionOf('step')).toBe(decisionId);
    },
    FAULT_MS_MAX,
  );
});
