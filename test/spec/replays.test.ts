/** @only-in-all Works long with what others have made. */
/** @any-shape What a replay sends is decided by one statement of the scheduler; its deliveries are those of every event. */
import { describe, expect, it } from '@jest/globals';
import { answerWith, eventOf, eventually, neverAnswer, Person } from '@svc/testkit';
import type { AgentClient, HttpAnswer, WebhookReceiver } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

interface Replay {
  replay_id: string;
  state: string;
  redelivered: number;
  delivered: number;
  failed: number;
  under_way: number;
}

const bench = useProduct();
const replay = (agentId: string, body: object, headers: Record<string, string> = {}) =>
  bench.person.call(`/agents/${agentId}/replays`, { body, headers });
const idOf = ({ body }: HttpAnswer) => (body as Replay).replay_id;
const read = async (replayId: string) => (await bench.person.call(`/replays/${replayId}`)).body as Replay;
const until = (replayId: string, state: string) =>
  eventually(
    () => read(replayId),
    (found) => found.state === state,
    { what: `the replay to be ${state}` },
  );

/** An agent whose webhook fails, and the texts of messages whose delivery has failed. The receiver takes all from then on. */
async function failing(...texts: string[]): Promise<{ receiver: WebhookReceiver; agent: AgentClient }> {
  const receiver = await bench.receive(answerWith(500));
  const agent = await bench.person.createAgent({ webhook_url: receiver.url });
  for (const text of texts) await bench.person.send(agent.agentId, text);
  await eventually(
    () => bench.person.events(agent.agentId, '?state=failed'),
    (failed) => failed.length === texts.length,
    { what: 'all deliveries to have failed' },
  );
  receiver.answer = answerWith(200);
  receiver.deliveries.items.splice(0);
  return { receiver, agent };
}

const LONG_AGO = '2020-01-01T00:00:00Z';

describe('A replay', () => {
  it('sends what has failed again, under the same ids, and says how far it is and what became of it', async () => {
    const { receiver, agent } = await failing('one', 'two', 'three');
    const failed = await bench.person.events(agent.agentId);
    const answer = await replay(agent.agentId, { from: LONG_AGO, rate_per_second: 50 });
    expectAnswer('startReplay', answer, 202);
    expect(answer.body).toMatchObject({
      ...{ state: 'running', rate_per_second: 50, progress_percent: 0, ended_at: null },
      filter: { state: 'failed', type: null, from: '2020-01-01T00:00:00.000Z' },
    });
    await until(idOf(answer), 'finished');
    const shown = await bench.person.call(`/replays/${idOf(answer)}`);
    expectAnswer('getReplay', shown, 200);
    expect(shown.body).toMatchObject({
      ...{ progress_percent: 100, redelivered: 3, delivered: 3, failed: 0, under_way: 0, waiting: 0 },
      ...{ skipped: 0, removed: 0, waits_for: null, ended_at: expect.any(String) },
    });
    const again = receiver.deliveries.items;
    expect(again.map(({ headers }) => headers['x-svc-event-id']).sort()).toEqual(
      failed.map(({ event_id: id }) => id).sort(),
    );
    expect(again.map(({ headers }) => headers['x-svc-retry-num'])).toEqual(['0', '0', '0']);
    const listed = await bench.person.call(`/agents/${agent.agentId}/replays`);
    expectAnswer('listReplays', listed, 200);
    expect(listed.body).toEqual([shown.body]);
  });

  it('takes only events of the state, the type and the time that are asked for', async () => {
    const { receiver, agent } = await failing('one', 'two', 'three');
    const [newest, middle] = await bench.person.events(agent.agentId);
    const body = { from: middle?.created_at, to: newest?.created_at, rate_per_second: 50 };
    await until(idOf(await replay(agent.agentId, body)), 'finished');
    expect(receiver.texts).toEqual(['two']);
    const others = await replay(agent.agentId, { from: LONG_AGO, type: 'task_due' });
    await until(idOf(others), 'finished');
    await until(idOf(await replay(agent.agentId, { from: LONG_AGO, state: 'delivered' })), 'finished');
    expect(receiver.texts).toEqual(['two', 'two']);
  });

  it('is counted before it begins, without being begun', async () => {
    const { receiver, agent } = await failing('one', 'two');
    const [newest] = await bench.person.events(agent.agentId);
    const count = (query: string) => bench.person.call(`/agents/${agent.agentId}/replays/count?${query}`);
    const all = await count(`from=${LONG_AGO}`);
    expectAnswer('countReplay', all, 200);
    expect(all.body).toEqual({ events: 2, is_complete: true });
    const narrow = await count(`from=${LONG_AGO}&to=${newest?.created_at}&state=failed&type=user_message`);
    expect(narrow.body).toEqual({ events: 1, is_complete: true });
    expect((await count(`from=${LONG_AGO}&state=delivered`)).body).toMatchObject({ events: 0 });
    expect((await bench.person.call(`/agents/${agent.agentId}/replays`)).body).toEqual([]);
    expect(receiver.deliveries.items).toEqual([]);
    expectInvalidField(await count(''), 'query.from');
    expectInvalidField(await count(`from=${LONG_AGO}&to=${LONG_AGO}`), 'query.to');
    expectInvalidField(await count(`from=${LONG_AGO}&state=waiting`), 'query.state');
    const stranger = await Person.signUp(baseUrl);
    const path = `/agents/${agent.agentId}/replays/count?from=${LONG_AGO}`;
    expectRefusal(await stranger.call(path), 404, 'Not found');
  });

  it('that is cancelled sends nothing more, and one that has finished cannot be', async () => {
    const { receiver, agent } = await failing('one', 'two', 'three', 'four');
    const id = idOf(await replay(agent.agentId, { from: LONG_AGO, rate_per_second: 1 }));
    await receiver.deliveries.atLeast(1);
    const cancelled = await bench.person.call(`/replays/${id}/cancel`, { method: 'POST' });
    expectAnswer('cancelReplay', cancelled, 200);
    expect(cancelled.body).toMatchObject({ state: 'cancelled', ended_at: expect.any(String) });
    const { redelivered } = cancelled.body as Replay;
    expect(redelivered).toBeLessThan(4);
    // A later one sends what was left, so by then the cancelled one would have gone on.
    await until(idOf(await replay(agent.agentId, { from: LONG_AGO, rate_per_second: 50 })), 'finished');
    expect(receiver.deliveries.items).toHaveLength(4);
    const ended = await eventually(
      () => read(id),
      ({ under_way: underWay }) => underWay === 0,
      { what: 'the end of what was on its way' },
    );
    expect(ended).toMatchObject({ state: 'cancelled', redelivered, delivered: redelivered });
    const finished = idOf(await replay(agent.agentId, { from: LONG_AGO }));
    await until(finished, 'finished');
    const late = await bench.person.call(`/replays/${finished}/cancel`, { method: 'POST' });
    expectRefusal(late, 409, 'The replay has finished');
    expect((await bench.person.call(`/replays/${id}/cancel`, { method: 'POST' })).status).toBe(200);
  });

  it('waits for another one of the agent, and five may be open', async () => {
    const { receiver, agent } = await failing('one');
    receiver.answer = neverAnswer;
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1)
      ids.push(idOf(await replay(agent.agentId, { from: LONG_AGO })));
    await receiver.deliveries.atLeast(1);
    expect(await read(ids[0] as string)).toMatchObject({ state: 'running', redelivered: 1, under_way: 1 });
    expect(await read(ids[1] as string)).toMatchObject({ state: 'queued' });
    const sixth = await replay(agent.agentId, { from: LONG_AGO });
    expectRefusal(sixth, 409, 'An agent has at most 5 replays that have not ended');
    await bench.person.call(`/replays/${ids[0]}/cancel`, { method: 'POST' });
    await until(ids[4] as string, 'finished');
  });

  it('with a key is started once, and stands in the audit log', async () => {
    const agent = await bench.person.createAgent();
    const body = { from: LONG_AGO, to: '2020-02-01T00:00:00Z', type: 'user_message', rate_per_second: 9 };
    const keyed = () => replay(agent.agentId, body, { 'idempotency-key': `replay-${agent.agentId}` });
    const [one, two] = await Promise.all([keyed(), keyed()]);
    expect(idOf(one)).toBe(idOf(two));
    expect((await bench.person.call(`/agents/${agent.agentId}/replays`)).body).toHaveLength(1);
    await bench.person.call(`/replays/${idOf(one)}/cancel`, { method: 'POST' });
    const entries = await bench.person.call(`/account/audit?area=event`);
    const started = (entries.body as { action: string; subject_id: string }[]).filter(
      ({ subject_id: subject }) => subject === idOf(one),
    );
    expect(started.at(-1)).toMatchObject({
      ...{ action: 'event.replay_started', actor: 'user', agent_id: agent.agentId },
      details: { state: 'failed', type: 'user_message', rate_per_second: 9 },
    });
  });

  it('needs a time that is one, a rate within bounds, and an agent of the user', async () => {
    const { agentId } = await bench.person.createAgent();
    expectInvalidField(await replay(agentId, {}), 'body.from');
    expectInvalidField(await replay(agentId, { from: 'yesterday' }), 'body.from');
    expectInvalidField(await replay(agentId, { from: LONG_AGO, to: LONG_AGO }), 'body.to');
    expectInvalidField(await replay(agentId, { from: LONG_AGO, state: 'waiting' }), 'body.state');
    expectInvalidField(await replay(agentId, { from: LONG_AGO, type: 'birthday' }), 'body.type');
    for (const rate of [0, 51, 1.5])
      expectInvalidField(
        await replay(agentId, { from: LONG_AGO, rate_per_second: rate }),
        'body.rate_per_second',
      );
    const stranger = await Person.signUp(baseUrl);
    const replayId = idOf(await replay(agentId, { from: LONG_AGO }));
    for (const [path, call] of [
      [`/agents/${agentId}/replays`, { body: { from: LONG_AGO } }],
      [`/agents/${agentId}/replays`, {}],
      [`/replays/${replayId}`, {}],
      [`/replays/${replayId}/cancel`, { method: 'POST' }],
    ] as const)
      expectRefusal(await stranger.call(path, call), 404, 'Not found');
  });
});

describe('An event of a replay', () => {
  it('is retried as every event, and the replay says that it has failed again', async () => {
    const { receiver, agent } = await failing('one');
    receiver.answer = answerWith(500);
    const id = idOf(await replay(agent.agentId, { from: LONG_AGO }));
    await until(id, 'finished');
    expect(receiver.deliveries.items.map(({ headers }) => headers['x-svc-retry-num'])).toEqual([
      ...['0', '1', '2', '3'],
    ]);
    expect(await read(id)).toMatchObject({ redelivered: 1, delivered: 0, failed: 1 });
  });

  it('goes over the socket of an agent that is connected', async () => {
    const { receiver, agent } = await failing('one');
    const socket = await bench.connect(agent);
    const id = idOf(await replay(agent.agentId, { from: LONG_AGO }));
    await socket.userMessage('one');
    await until(id, 'finished');
    expect(await read(id)).toMatchObject({ delivered: 1 });
    expect(receiver.deliveries.items.map(eventOf)).toEqual([]);
  });
});
