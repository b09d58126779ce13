import { beforeEach, describe, expect, it } from '@jest/globals';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import type { TestAgent } from '../tasks/tasks.suite.js';
import { attemptCalls } from './attempts.suite.js';

const bench = useStore();
const { fail } = attemptCalls(bench);
const { addTask, fire } = taskBuilders(bench);

describe('the event of a task that nobody could handle for a week', () => {
  let agent: TestAgent;
  let eventId: string;

  beforeEach(async () => {
    agent = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
    ({ eventId } = await fire(await addTask(agent)));
    await bench.sql(`UPDATE open_event SET aside_since = now() - interval '8 days' WHERE event_id = $1`, [
      eventId,
    ]);
  });

  const logged = async () =>
    (await bench.store.eventLog.list({ ...agent, limit: 1 }))?.map(({ state, dropReason }) => ({
      state,
      dropReason,
    }));
  const givenUp = [{ state: 'failed', dropReason: 'not_handled' }];

  it('says so in the event log, although it is open because its run is open', async () => {
    expect(await bench.store.events.setAside(eventId)).toMatchObject({ eventId });
    expect(await logged()).toEqual(givenUp);
    expect(await bench.sql('SELECT drop_reason FROM event_state WHERE id = $1', [eventId])).toEqual([
      { drop_reason: 'not_handled' },
    ]);
  });

  it('says so no more when it is sent again, and gets a week of its own', async () => {
    await bench.store.events.setAside(eventId);
    await bench.store.events.restart(eventId, agent.ownerId);
    expect(await logged()).toEqual([{ state: 'pending', dropReason: null }]);
    expect(await bench.store.events.setAside(eventId)).toBeNull();
  });

  it('gets a week of its own also when the next occurrence of its task sends it again', async () => {
    await bench.sql(`UPDATE task_run SET origin = 'schedule', scheduled_for = now() WHERE event_id = $1`, [
      eventId,
    ]);
    await bench.store.events.setAside(eventId);
    await bench.sql(`UPDATE task SET next_run_at = now() - interval '1 second' WHERE agent_id = $1`, [
      agent.agentId,
    ]);
    expect((await bench.store.scheduleClaims.claim(10)).repeated).toHaveLength(1);
    expect(await bench.store.events.setAside(eventId)).toBeNull();
  });

  it('does not say so if its webhook refused it at last', async () => {
    await fail(eventId, 0, null);
    expect(await logged()).toEqual([{ state: 'failed', dropReason: null }]);
  });
});
