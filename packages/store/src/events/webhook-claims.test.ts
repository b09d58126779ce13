import { newId } from '@svc/domain';
import { useStore } from '../store.suite.js';
import { attemptCalls } from './attempts.suite.js';

const bench = useStore();
const { claim, expire, finish, holdingRow, only } = bench;

const HOOKED = { webhookUrl: 'https://example.org/hook' };
const addAgent = () => bench.addAgent(HOOKED);
const addMessage = () => bench.addConversation('hello', HOOKED);
const stateOf = (eventId: string) => bench.valueOf`SELECT state FROM event_state WHERE id = ${eventId}`;
/** How many seconds from now the agent is looked at again. */
const nextLookOf = ({ agentId }: { agentId: string }) =>
  bench.valueOf`
    SELECT extract(epoch FROM next_due_at - now())::float8 FROM agent_counter
     WHERE agent_id = ${agentId}` as Promise<number>;

describe('a claim of webhook attempts', () => {
  it('takes an agent’s events in order, as many as may be under way at once, and each once', async () => {
    const agent = await addAgent();
    const sent = [];
    for (let count = 0; count < 4; count += 1) sent.push((await bench.addMessage(agent)).eventId);
    const first = await claim(agent.agentId, { perAgentMax: 3 });
    expect(first.map(({ eventId }) => eventId)).toEqual(sent.slice(0, 3));
    const attempt = { ...HOOKED, retryNum: 0, retryReason: 'first_attempt', userId: agent.ownerId };
    expect(first[0]).toMatchObject({ ...attempt, type: 'user_message', seq: 1 });
    expect(await claim(agent.agentId, { perAgentMax: 3 })).toEqual([]);
    await finish(first[0]!, { outcome: 'delivered' });
    const next = await claim(agent.agentId, { perAgentMax: 3 });
    expect(next.map(({ eventId }) => eventId)).toEqual(sent.slice(3));
  });

  it('is granted to one of many that look at once', async () => {
    const { agent } = await addMessage();
    const granted = await Promise.all(Array.from({ length: 10 }, () => claim(agent.agentId)));
    expect(granted.flat()).toHaveLength(1);
  });

  it('takes nothing before its time, and makes the agent due when that has come', async () => {
    const { agent } = await addMessage();
    await finish(await only(agent.agentId), { nextInMs: 30_000 });
    expect(await claim(agent.agentId)).toEqual([]);
    const seconds = await nextLookOf(agent);
    expect([seconds > 20, seconds < 31]).toEqual([true, true]);
  });

  it('finds what waited for an agent whose webhook is set', async () => {
    const { agent, eventId } = await bench.addConversation();
    expect(await stateOf(eventId)).toBe('waiting');
    await bench.store.agents.change(agent.agentId, agent.ownerId, { webhookUrl: 'https://example.org/' });
    expect(await stateOf(eventId)).toBe('pending');
    expect(await nextLookOf(agent)).toBeLessThanOrEqual(0);
    expect(await claim(agent.agentId)).toMatchObject([{ eventId }]);
  });

  it('leaves an event that somebody holds, and comes back to it soon', async () => {
    const { agent, ...held } = await addMessage();
    const free = await bench.addMessage(agent);
    const holder = await holdingRow('event', held.eventId);
    expect(await claim(agent.agentId)).toMatchObject([{ eventId: free.eventId }]);
    expect(await nextLookOf(agent)).toBeLessThanOrEqual(1);
    await holder.commit();
    expect(await claim(agent.agentId)).toMatchObject([{ eventId: held.eventId }]);
  });

  it('passes over an agent whose counter somebody holds', async () => {
    const [held, free] = [await addAgent(), await addAgent()];
    for (const agent of [held, free]) await bench.addMessage(agent);
    const holder = await holdingRow('agent_counter', held.agentId);
    const claiming = { limit: 100, perAgentMax: 4, leaseMs: 60_000, newDeliveryId: () => newId('delivery') };
    const { attempts } = await bench.store.channels.webhook.claim(claiming);
    await holder.commit();
    const agentIds = attempts.map(({ agentId }) => agentId);
    expect([agentIds.includes(free.agentId), agentIds.includes(held.agentId)]).toEqual([true, false]);
  });

  it('fails an event whose eight attempts all ended with their process', async () => {
    const { agent, eventId } = await addMessage();
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await only(agent.agentId);
      await expire(eventId);
    }
    expect(await claim(agent.agentId)).toEqual([]);
    expect(await stateOf(eventId)).toBe('failed');
  });
});

describe('the end of an attempt', () => {
  it('counts every failure of events that fail at once in different processes', async () => {
    const agent = await addAgent();
    for (let count = 0; count < 20; count += 1) await bench.addMessage(agent);
    const claimed = await claim(agent.agentId);
    const inOther = attemptCalls({ ...bench, store: bench.open() });
    await Promise.all(claimed.map((one, index) => (index % 2 === 0 ? finish : inOther.finish)(one)));
    expect((await bench.store.agents.find(agent.agentId))?.consecutiveFailures).toBe(20);
  });

  it('does not let a late failure move an event that another process has taken up', async () => {
    const { agent, eventId } = await addMessage();
    const late = await only(agent.agentId);
    await expire(eventId);
    await only(agent.agentId);
    await finish(late);
    expect(await stateOf(eventId)).toBe('pending');
  });

  it('does not count where the process could not make the attempt', async () => {
    const { agent, eventId } = await addMessage();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const claimed = await only(agent.agentId);
      expect(claimed).toMatchObject({ retryNum: 0, retryReason: 'first_attempt' });
      await bench.store.channels.webhook.takeBack({ ...claimed, error: 'No key' });
      await expire(eventId);
    }
    const recorded = bench.sql`SELECT DISTINCT outcome, error FROM delivery_attempt WHERE event_id = ${eventId}`;
    expect(await recorded).toEqual([{ outcome: 'http_error', error: 'No key' }]);
  });
});

describe('an event whose attempt has failed', () => {
  const positionOf = async (eventId: string) =>
    (await bench.sql`SELECT seq, push_no, in_flight_until FROM event WHERE id = ${eventId}`)[0];

  it('is pushed by a new number if its agent has connected meanwhile, since its hub may have passed it by', async () => {
    const { agent, eventId } = await addMessage();
    const attempt = await only(agent.agentId);
    await bench.connect(agent.agentId);
    await finish(attempt, { nextInMs: 30_000 });
    expect(await positionOf(eventId)).toEqual({ seq: '1', push_no: '2', in_flight_until: null });
  });

  it('is pushed once to an agent that connects later', async () => {
    const { agent, eventId } = await addMessage();
    await finish(await only(agent.agentId), { nextInMs: 30_000 });
    await bench.connect(agent.agentId);
    await claim(agent.agentId);
    expect(await positionOf(eventId)).toEqual({ seq: '1', push_no: '1', in_flight_until: null });
  });
});

/** Its next probe is due in a minute. */
const openBreaker = (agentId: string) => bench.sql`
  INSERT INTO webhook_breaker (agent_id, state, half_began_at, attempts, failures, opened_at, opened_attempts,
                               opened_failures, probe_at)
  VALUES (${agentId}, 'open', now(), 100, 100, now(), 100, 100, now() + interval '1 minute')`;

it('a probe that succeeds makes all that was held due at once, a bounded number at a time', async () => {
  const agent = await addAgent();
  const { agentId } = agent;
  const sent: string[] = [];
  for (let count = 0; count < 7; count += 1) sent.push((await bench.addMessage(agent)).eventId);
  await openBreaker(agentId);
  await bench.sql`UPDATE agent SET status = 'error', consecutive_failures = 5 WHERE id = ${agentId}`;
  const claimed = async () => {
    const attempts = await claim(agentId, { perAgentMax: 3 });
    return { attempts, eventIds: attempts.map(({ eventId }) => eventId) };
  };
  expect((await claimed()).eventIds).toEqual([]);
  await bench.store.breakers.probeNow(agentId, agent.ownerId);
  const probe = await claimed();
  expect(probe.eventIds).toEqual(sent.slice(0, 1));
  expect((await claimed()).eventIds).toEqual([]);
  await finish(probe.attempts[0]!, { outcome: 'delivered' });
  expect(await nextLookOf(agent)).toBeLessThanOrEqual(0);
  const backlog = await claimed();
  expect(backlog.eventIds).toEqual(sent.slice(1, 4));
  expect((await claimed()).eventIds).toEqual([]);
  // One failure opens nothing: the window begins anew.
  await finish(backlog.attempts[0]!, { nextInMs: 30_000 });
  await finish(backlog.attempts[1]!, { outcome: 'delivered' });
  expect(await bench.sql`SELECT state, attempts FROM webhook_breaker WHERE agent_id = ${agentId}`).toEqual([
    { state: 'closed', attempts: 2 },
  ]);
  expect(await nextLookOf(agent)).toBeLessThanOrEqual(0);
  expect((await claimed()).eventIds).toEqual(sent.slice(4, 6));
});

it('a breaker is open no more once its agent is active, though nothing has looked at the webhook since', async () => {
  const { agentId } = await addAgent();
  await openBreaker(agentId);
  const isOpenIn = async (status: string) => {
    await bench.sql`UPDATE agent SET status = ${status} WHERE id = ${agentId}`;
    return (await bench.store.breakers.openOf([agentId])).has(agentId);
  };
  expect([await isOpenIn('error'), await bench.store.breakers.countOpen()]).toEqual([true, 1]);
  expect([await isOpenIn('active'), await bench.store.breakers.countOpen()]).toEqual([false, 0]);
});
