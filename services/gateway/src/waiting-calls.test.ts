import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { MemoryBroker } from '@svc/broker';
import { toClients } from '@svc/proto-events';
import { createLogger } from '@svc/runtime';
import { WaitingCalls, WAITS_PER_USER_MAX } from './waiting-calls.js';
import type { Look, WaitingCallsOptions } from './waiting-calls.js';

const LONG_MS = 60_000;

const logger = createLogger({ service: 'gateway', level: 'silent' });

let stop: () => Promise<void> = async () => undefined;
afterEach(() => stop());

/** Lets everything happen that needs no time. */
const tick = () => new Promise((resolve) => setImmediate(resolve));

/** The part of a response that a wait looks at. */
const responseOf = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse;

const callOf = (agentId: string, ownerId = 'usr_1') => ({
  ...{ agentId, ownerId, waitMs: LONG_MS, response: responseOf() },
});

const nothing = async () => false;

describe('a call that waits', () => {
  it('does not look for hints about other agents, and looks again for one that comes while it looks', async () => {
    const { calls, hint } = await waitingCalls();
    const looks: ((found: boolean) => void)[] = [];
    const answered = calls.until(callOf('agt_1'), () => new Promise((resolve) => looks.push(resolve)));
    await hint('agt_2');
    expect(looks).toHaveLength(1);
    await hint('agt_1');
    await hint('agt_1');
    expect(looks).toHaveLength(1);
    looks[0]?.(false);
    await tick();
    expect(looks).toHaveLength(2);
    looks[1]?.(true);
    expect(await answered).toBe(true);
  });

  it('finds what no hint told of, since calls look at an interval, in one tick', async () => {
    const { calls } = await waitingCalls({ lookIntervalMs: 1 });
    let isThere = false;
    const turns = new Set<number>();
    let current = 0;
    const answers = ['agt_1', 'agt_2', 'agt_3'].map((agentId) =>
      calls.until(callOf(agentId), async () => {
        if (isThere) turns.add(current);
        return isThere;
      }),
    );
    await tick();
    isThere = true;
    setImmediate(function count() {
      current += 1;
      if (calls.count > 0) setImmediate(count);
    });
    expect(await Promise.all(answers)).toEqual([true, true, true]);
    expect(turns.size).toBe(1);
  });

  it('goes on waiting where the database does not answer', async () => {
    const { calls, hint } = await waitingCalls();
    const looks: Look[] = [() => Promise.reject(new Error('away')), async () => true];
    const answered = calls.until(callOf('agt_1'), () => looks.shift()?.() ?? Promise.resolve(false));
    await tick();
    expect(calls.count).toBe(1);
    await hint('agt_1');
    expect(await answered).toBe(true);
  });

  it.each<[string, (context: Context) => unknown]>([
    ['its caller goes', ({ response }) => response.emit('close')],
    [
      'the credentials of its agent change',
      ({ broker }) => broker.publish(toClients(), { type: 'credentials', agent_id: 'agt_1' }),
    ],
    ['the process drains', ({ calls }) => calls.stop()],
  ])('ends without a find when %s', async (_case, end) => {
    const { calls, broker } = await waitingCalls();
    const call = callOf('agt_1');
    const answered = calls.until(call, nothing);
    await end({ calls, broker, response: call.response });
    expect(await answered).toBe(false);
  });

  it('ends when its time is over, after a last look', async () => {
    const { calls } = await waitingCalls();
    const call = { ...callOf('agt_1'), waitMs: 1 };
    expect(await calls.until(call, nothing)).toBe(false);
    const looks = [false, true];
    expect(await calls.until(call, async () => looks.shift() === true)).toBe(true);
  });

  it('does not begin to wait while the process drains, or when its caller is gone', async () => {
    const { calls } = await waitingCalls();
    const gone = Object.assign(responseOf(), { destroyed: true });
    expect(await calls.until({ ...callOf('agt_1'), response: gone }, nothing)).toBe(false);
    await calls.stop();
    expect(await calls.until(callOf('agt_1'), nothing)).toBe(false);
  });

  it('is refused beyond the share of a user, whose other calls make room when they end', async () => {
    const { calls } = await waitingCalls();
    const oldest = callOf('agt_0');
    const first = calls.until(oldest, nothing);
    for (let n = 1; n < WAITS_PER_USER_MAX; n += 1) void calls.until(callOf(`agt_${n}`), nothing);
    expect(() => calls.until(callOf('agt_one_more'), nothing)).toThrow('Too many calls are waiting');
    void calls.until(callOf('agt_of_another', 'usr_2'), nothing);
    oldest.response.emit('close');
    expect(await first).toBe(false);
    void calls.until(callOf('agt_one_more'), nothing);
    expect(calls.count).toBe(WAITS_PER_USER_MAX + 1);
  });
});

describe('a call that waits for a decision', () => {
  const decisionId = 'dec_1';

  it.each([
    ['its decision', { decision_id: 'dec_1' }],
    ['several decisions of its agent', {}],
  ])('looks when a hint tells of %s, and for no other hint', async (_case, told) => {
    const { calls, broker, hint } = await waitingCalls();
    let looks = 0;
    const answered = calls.until({ ...callOf('agt_1'), decisionId }, async () => (looks += 1) === 2);
    await hint('agt_1');
    await decisionHint(broker, { decision_id: 'dec_2' });
    expect(looks).toBe(1);
    await decisionHint(broker, told);
    expect(await answered).toBe(true);
  });
});

interface Context {
  calls: WaitingCalls;
  broker: MemoryBroker;
  response: ServerResponse;
}

async function waitingCalls(options: Partial<WaitingCallsOptions> = {}) {
  const broker = new MemoryBroker();
  await broker.start();
  const calls = new WaitingCalls({ broker, logger, lookIntervalMs: LONG_MS, ...options });
  await calls.start();
  stop = async () => {
    await calls.stop();
    await broker.stop();
  };
  const hint = async (agentId: string): Promise<void> => {
    await broker.publish(toClients(), { type: 'event', agent_id: agentId, user_id: 'usr_1' });
    await tick();
  };
  return { calls, broker, hint };
}

async function decisionHint(broker: MemoryBroker, told: { decision_id?: string }): Promise<void> {
  await broker.publish(toClients(), { type: 'decision', agent_id: 'agt_1', user_id: 'usr_1', ...told });
  await tick();
}
