/** @only-in-all Works long with what others have made. */
import type { components } from '@svc/http-contract';
import { answerWith, eventually } from '@svc/testkit';
import type { AgentClient, HttpAnswer, WebhookReceiver } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

type Replay = components['schemas']['Replay'];

const bench = useProduct();
const replay = (agentId: string, body: object) => bench.person.call(`/agents/${agentId}/replays`, { body });
const idOf = ({ body }: HttpAnswer) => (body as Replay).replay_id;
const read = async (replayId: string) => (await bench.person.call(`/replays/${replayId}`)).body as Replay;
const until = (replayId: string, state: string) => {
  const shown = () => read(replayId);
  return eventually(shown, (found) => found.state === state, { what: `the replay to be ${state}` });
};

/** An agent of whose messages each delivery has failed. The receiver takes all from then on. */
async function failing(...texts: string[]): Promise<{ receiver: WebhookReceiver; agent: AgentClient }> {
  const { agent, receiver } = await bench.hookedAgent(answerWith(500));
  for (const text of texts) await bench.person.send(agent.agentId, text);
  await bench.person.untilEvents(agent.agentId, 'failed', texts.length);
  receiver.answer = answerWith(200);
  receiver.deliveries.items.splice(0);
  return { receiver, agent };
}

const LONG_AGO = '2020-01-01T00:00:00Z';

describe('A replay', () => {
  it('sends what has failed again, under the same ids, and says how far it is and how it ended', async () => {
    const { receiver, agent } = await failing('one', 'two', 'three');
    const failed = await bench.person.events(agent.agentId);
    const answer = await replay(agent.agentId, { from: LONG_AGO, rate_per_second: 50 });
    expect(answer.body).toMatchObject({
      ...{ state: 'running', rate_per_second: 50, progress_percent: 0, ended_at: null },
      filter: { state: 'failed', type: null, from: '2020-01-01T00:00:00.000Z' },
    });
    await until(idOf(answer), 'finished');
    const shown = await bodyOf('getReplay', bench.person.call(`/replays/${idOf(answer)}`));
    expect(shown).toMatchObject({
      ...{ progress_percent: 100, redelivered: 3, delivered: 3, failed: 0, under_way: 0, waiting: 0 },
      ...{ skipped: 0, removed: 0, waits_for: null, ended_at: expect.any(String) },
    });
    const again = receiver.deliveries.items;
    expect(again.map(({ headers }) => headers['x-svc-event-id']).sort()).toEqual(
      failed.map(({ event_id: id }) => id).sort(),
    );
    const audited = await bench.person.call('/account/audit?area=event&limit=1');
    expect(audited.body).toMatchObject([
      ...[{ action: 'event.replay_started', subject_id: idOf(answer), details: { state: 'failed' } }],
    ]);
    const listed = await bodyOf('listReplays', bench.person.call(`/agents/${agent.agentId}/replays`));
    expect(listed).toEqual([shown]);
  });

  it('takes only events of the state, the type and the time that are asked for', async () => {
    const { receiver, agent } = await failing('one', 'two', 'three');
    const [newest, middle] = await bench.person.events(agent.agentId);
    const body = { from: middle?.created_at, to: newest?.created_at, rate_per_second: 50 };
    await until(idOf(await replay(agent.agentId, body)), 'finished');
    expect(receiver.texts).toEqual(['two']);
    await until(idOf(await replay(agent.agentId, { from: LONG_AGO, type: 'task_due' })), 'finished');
    await until(idOf(await replay(agent.agentId, { from: LONG_AGO, state: 'delivered' })), 'finished');
    expect(receiver.texts).toEqual(['two', 'two']);
  });

  it('is counted before it begins, without being begun', async () => {
    const { receiver, agent } = await failing('one', 'two');
    const count = (query: string) => bench.person.call(`/agents/${agent.agentId}/replays/count?${query}`);
    expect(await bodyOf('countReplay', count(`from=${LONG_AGO}`))).toEqual({ events: 2, is_complete: true });
    expect((await bench.person.call(`/agents/${agent.agentId}/replays`)).body).toEqual([]);
    expect(receiver.deliveries.items).toEqual([]);
    expectRefusal(await count('from=2999-01-01T00:00:00Z'), 422);
  });

  it('that is cancelled sends nothing more, and one that has finished cannot be', async () => {
    const { receiver, agent } = await failing('one', 'two', 'three', 'four');
    const id = idOf(await replay(agent.agentId, { from: LONG_AGO, rate_per_second: 1 }));
    await receiver.deliveries.atLeast(1);
    const cancelled = await bench.person.call(`/replays/${id}/cancel`, { method: 'POST' });
    expect(cancelled.body).toMatchObject({ state: 'cancelled', ended_at: expect.any(String) });
    const { redelivered } = cancelled.body as Replay;
    expect(redelivered).toBeLessThan(4);
    // A later one sends what was left, so by then the cancelled one would have gone on.
    await until(idOf(await replay(agent.agentId, { from: LONG_AGO, rate_per_second: 50 })), 'finished');
    expect(receiver.deliveries.items).toHaveLength(4);
    expect(await until(id, 'cancelled')).toMatchObject({ redelivered });
    const finished = idOf(await replay(agent.agentId, { from: LONG_AGO }));
    await until(finished, 'finished');
    const late = await bench.person.call(`/replays/${finished}/cancel`, { method: 'POST' });
    expectRefusal(late, 409, 'The replay has finished');
  });
});
