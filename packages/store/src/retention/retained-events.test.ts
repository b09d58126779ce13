import { newId } from '@svc/domain';
import { useStore } from '../store.suite.js';
import { OLD, YOUNG } from './retention.suite.js';

const bench = useStore();
const { addFired, addTriggered, age, ageEvent, complete, exists, pass } = bench;

async function addEvent(state: 'pending' | 'delivered' | 'waiting' | 'failed'): Promise<string> {
  const { eventId } = await bench.addMessage(await bench.addAgent());
  const deliveredAt = state === 'delivered' ? 'now()' : 'NULL';
  const set = `state = '${state}', delivered_at = ${deliveredAt}`;
  await bench.sql(`UPDATE event_state SET ${set} WHERE id = $1`, eventId);
  return eventId;
}

async function addAttempt(eventId: string, ago: string): Promise<string> {
  const id = newId('delivery');
  await bench.sql`INSERT INTO delivery_attempt (id, event_id, retry_num, retry_reason) VALUES (${id}, ${eventId}, 0, 'first_attempt')`;
  await age('delivery_attempt', id, ['started_at'], ago);
  return id;
}

describe('a finished event', () => {
  it('goes with its attempts when its days are over, to the minute', async () => {
    const old = await ageEvent(await addEvent('delivered'));
    const young = await ageEvent(await addEvent('delivered'), YOUNG);
    const attemptId = await addAttempt(old, OLD);
    expect(await pass('event')).toEqual({ event: 1, attempt: 1 });
    expect(await exists('delivery_attempt', attemptId)).toBe(false);
    expect([await exists('event', old), await exists('event', young)]).toEqual([false, true]);
    expect(await pass('event', 31)).toEqual({});
  });

  it.each(['delivered', 'failed'] as const)(
    'that was %s is counted from its end, however old it is',
    async (state) => {
      const eventId = await ageEvent(await addEvent(state), `interval '900 days'`);
      await age('event', eventId, ['ended_at'], YOUNG);
      expect(await pass('event')).toEqual({});
      await age('event', eventId, ['ended_at']);
      expect(await pass('event')).toEqual({ event: 1 });
    },
  );
});

describe('an open event', () => {
  it.each(['pending', 'waiting'] as const)('that is %s stays', async (state) => {
    const eventId = await ageEvent(await addEvent(state), `interval '900 days'`);
    expect(await pass('event')).toEqual({});
    expect(await exists('event', eventId)).toBe(true);
  });

  it('that a poll lists stays until its run is finished', async () => {
    const { agent, runId, eventId } = await addTriggered();
    await bench.sql`UPDATE event SET state = 'failed', is_listed = true WHERE id = ${eventId}`;
    const aged = await ageEvent(eventId);
    expect(await pass('event')).toEqual({});
    await complete(agent, runId);
    expect(await pass('event')).toEqual({});
    await age('event', aged, ['ended_at']);
    expect(await pass('event')).toEqual({ event: 1 });
  });

  it('of a pending run stays although it failed, since tasks/due lists its task by it', async () => {
    const { agent, task, eventId } = await addFired();
    await bench.sql`UPDATE event SET state = 'failed', is_listed = true WHERE id = ${eventId}`;
    await ageEvent(eventId);
    expect(await pass('event')).toEqual({});
    expect(await bench.store.polls.listDueTasks(agent.agentId)).toMatchObject([{ taskId: task.taskId }]);
  });
});

it('a run that its agent was sent and has not touched by hand is adopted without its event', async () => {
  const { agent, task, runId, eventId } = await addFired();
  await bench.store.channels.websocket.receive(eventId);
  await ageEvent(eventId);
  expect(await pass('event')).toEqual({ event: 1 });
  expect(await bench.store.runs.start(task.taskId, agent.agentId)).toEqual({ runId });
});

it('attempts go by days of their own, also those of an open event', async () => {
  const eventId = await addEvent('pending');
  await addAttempt(eventId, OLD);
  const young = await addAttempt(eventId, YOUNG);
  expect(await pass('attempt')).toEqual({ attempt: 1 });
  expect(await exists('delivery_attempt', young)).toBe(true);
  expect(await exists('event', eventId)).toBe(true);
});
