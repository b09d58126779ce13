import { newId } from '@svc/domain';
import { insertManyEvents } from '../events/event-state.suite.js';
import { eventIdAt } from '../retention/retention.suite.js';
import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';
import type { NewReplay } from './replays.js';
import { PENDING_BESIDE_MAX, UNDER_WAY_MAX } from './replay-steps.js';

const bench = useStore();
const { addTask, behind, eventOf, holding, trigger } = bench;
afterEach(() => bench.sql('DELETE FROM replay'));

const step = () => bench.store.replaySteps.step();

const addAgent = () => bench.addAgent({ webhookUrl: 'https://example.com/hook' });

/** Events of an agent's messages, an hour old, which have failed. */
async function addEvents(agent: TestAgent, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let place = 0; place < count; place += 1) {
    const eventId = newId('event', Date.now() - 3_600_000);
    await bench.addMessage(agent, `${place}`, undefined, { eventId, messageId: newId('message') });
    await bench.sql`UPDATE event_state SET state = 'failed', created_at = now() - interval '1 hour' WHERE id = ${eventId}`;
    ids.push(eventId);
  }
  return ids;
}

async function start({ agentId, ownerId }: TestAgent, replay: Partial<NewReplay> = {}): Promise<string> {
  const started = await bench.store.replays.start({
    ...{ replayId: newId('replay'), agentId, ownerId, state: 'failed', type: null },
    ...{ from: new Date(0), to: null, ratePerSecond: 40, ...replay },
  });
  if (started === null) throw new Error('The replay was not started');
  return started.replayId;
}

// A moment of the database is kept to the millisecond, and may be rounded up.
const dueNow = () =>
  bench.sql(`UPDATE replay SET next_step_at = now() - interval '1 second' WHERE next_step_at IS NOT NULL`);

/** The next step, as if its time had come. Returns the ids of what was sent. */
async function nextStep(): Promise<string[] | null> {
  await dueNow();
  return (await step())?.events.map(({ eventId }) => eventId) ?? null;
}

/** What is on its way reaches its agent. */
const receiveAll = (ids: string[]) =>
  Promise.all(ids.map((eventId) => bench.store.channels.websocket.receive(eventId)));

/** All steps until nothing is left to do; whatever is sent is received at once. Returns the ids of each step that sent some. */
async function play(): Promise<string[][]> {
  const sent: string[][] = [];
  for (let ids = await nextStep(); ids !== null; ids = await nextStep()) {
    if (ids.length > 0) sent.push(ids);
    await receiveAll(ids);
  }
  return sent;
}

describe('a replay', () => {
  it('waits while nothing can reach its agent, while its own events are on their way, and while many others are', async () => {
    const agent = await addAgent();
    const { agentId, ownerId } = agent;
    const ids = await addEvents(agent, UNDER_WAY_MAX + 1);
    const replayId = await start(agent, { ratePerSecond: 50 });
    const waitsFor = async () => (await bench.store.replays.find(replayId, ownerId))?.waitsFor;
    await bench.store.agents.change(agentId, ownerId, { webhookUrl: null });
    expect(await nextStep()).toEqual([]);
    expect(await waitsFor()).toBe('agent');
    await bench.store.agents.change(agentId, ownerId, { webhookUrl: 'https://example.com/hook' });
    const others = Array.from({ length: PENDING_BESIDE_MAX + 1 }, () => bench.addMessage(agent));
    const [other] = await Promise.all(others);
    expect(await nextStep()).toEqual([]);
    expect(await waitsFor()).toBe('other_events');
    await receiveAll([other?.eventId ?? '']);
    expect(await nextStep()).toHaveLength(13);
    expect(await nextStep()).toHaveLength(UNDER_WAY_MAX - 13);
    expect(await nextStep()).toEqual([]);
    expect(await waitsFor()).toBe('own_events');
    await receiveAll(ids.slice(0, 1));
    expect(await nextStep()).toEqual([ids.at(-1)]);
    await receiveAll(ids);
    await play();
  });

  it('passes over what is removed, counts it, and looks at a bounded part of a long log in each step', async () => {
    const agent = await addAgent();
    const { agentId } = agent;
    const source = `
      SELECT ${eventIdAt(`(now() + (n - 10000) * interval '1 ms')`)} || lpad(to_hex(n), 20, '0') AS id, $1::text AS agent_id, n AS seq,
             'user_message' AS type, CASE WHEN n % 400 = 0 THEN 'delivered' ELSE 'failed' END AS state,
             NULL AS subject_id, now() - interval '1 hour' AS at
        FROM generate_series(1, 2000) n`;
    await bench.sql(insertManyEvents(source), agentId);
    await bench.sql`UPDATE agent_counter SET last_seq = 2000 WHERE agent_id = ${agentId}`;
    const replayId = await start(agent, { state: 'delivered', type: 'task_due' });
    expect(await nextStep()).toEqual([]);
    expect(await nextStep()).toBeNull();
    const ofAllTypes = await start(agent, { state: 'delivered', ratePerSecond: 4 });
    const doneSeq = () => bench.valueOf`SELECT done_seq FROM replay WHERE id = ${ofAllTypes}`;
    const first = await nextStep();
    expect(first).toHaveLength(1);
    expect(await doneSeq()).toBe('500');
    await bench.sql`DELETE FROM event_state WHERE agent_id = ${agentId} AND seq BETWEEN 450 AND 1000`;
    const second = await nextStep();
    expect(second).toHaveLength(1);
    expect(await doneSeq()).toBe('1500');
    await receiveAll([...(first ?? []), ...(second ?? [])]);
    await play();
    const { ownerId } = agent;
    expect(await bench.store.replays.find(ofAllTypes, ownerId)).toMatchObject({ removed: 500 });
    expect(await bench.store.replays.find(replayId, ownerId)).toMatchObject({ removed: 0, redelivered: 0 });
  });
});

it('the count before a replay looks at a bounded part of the log, and says so', async () => {
  const agent = await addAgent();
  await addEvents(agent, 4);
  const filter = { state: 'failed' as const, type: null, from: new Date(0), to: null };
  const upTo = (limit: number) => bench.store.replays.count({ ...agent, ...filter }, limit);
  expect(await upTo(3)).toEqual({ events: 3, isComplete: false });
  expect(await upTo(5)).toEqual({ events: 4, isComplete: true });
});

it('five replays of an agent may be open, and one after the other runs', async () => {
  const agent = await addAgent();
  for (let count = 0; count < 5; count += 1) await start(agent);
  await expect(start(agent)).rejects.toMatchObject({ code: 'conflict' });
  const listed = (await bench.store.replays.listOf(agent.agentId, agent.ownerId)) ?? [];
  expect(listed.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued', 'queued', 'running']);
});

it('sends events whose rows or runs were changed while they were waited for', async () => {
  const agent = await addAgent();
  const { agentId, ownerId } = agent;
  const task = await addTask(agent, { schedule: 'event' });
  const runId = await trigger(task);
  const ofRun = (await eventOf(runId))['id'] as string;
  await bench.sql`UPDATE event_state SET state = 'failed' WHERE id = ${ofRun}`;
  const [ofMessage] = await addEvents(agent, 1);
  await start(agent, { from: new Date(0) });
  const changing = holding`UPDATE event SET last_outcome = NULL WHERE id = ${ofRun}`;
  expect(await behind(changing, nextStep)).toEqual([[ofRun, ofMessage]]);
  // The same of one event, which waits for its run.
  const ending = holding`UPDATE task_run SET touched_at = now() WHERE id = ${runId}`;
  const restart = () => bench.store.events.restart(ofRun, ownerId);
  expect(await behind(ending, restart)).toMatchObject([{ eventId: ofRun, agentId }]);
  await receiveAll([ofRun, ofMessage as string]);
  await play();
});

it('of two schedulers one at a time goes on with a replay, and nothing is passed over or sent twice', async () => {
  const agent = await addAgent();
  const ids = await addEvents(agent, 30);
  const other = bench.open();
  await start(agent, { ratePerSecond: 50 });
  const sent: string[] = [];
  for (let idle = 0; idle < 3;) {
    await dueNow();
    const steps = await Promise.all([step(), other.replaySteps.step()]);
    const now = steps.flatMap((done) => done?.events.map(({ eventId }) => eventId) ?? []);
    sent.push(...now);
    await receiveAll(now);
    idle = steps.every((done) => done === null) ? idle + 1 : 0;
  }
  expect(sent).toEqual(ids);
});
