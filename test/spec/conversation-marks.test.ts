import type { OperationId } from '@svc/http-contract';
import type { AgentClient, HttpCall } from '@svc/testkit';
import { bodyOf, expectInvalidField } from './answers.js';
import { useProduct } from './product-under-test.js';

const FAR_FUTURE = '2999-01-01T00:00:00Z';

const bench = useProduct();

/** What a call of this path answers. */
const answerTo = <Id extends OperationId>(operation: Id, path: string, call?: HttpCall) =>
  bodyOf(operation, bench.person.call(`/conversations${path}`, call));

const list = (agent: AgentClient, query = '') =>
  answerTo('listConversations', `?agent_id=${agent.agentId}${query}`);
const read = (id: string) => answerTo('getConversation', `/${id}`);
const change = (id: string, body: object) =>
  answerTo('updateConversation', `/${id}`, { method: 'PATCH', body });
const readUpTo = (id: string, moment: string) =>
  answerTo('readConversation', `/${id}/reading`, { method: 'PUT', body: { read_through: moment } });
const markUnread = (id: string) => answerTo('markConversationUnread', `/${id}/unread`, { method: 'POST' });

async function title(agent: AgentClient, conversationId: string, body: object): Promise<unknown> {
  const path = `/api/agent/conversations/${conversationId}`;
  return bodyOf('titleConversation', agent.call(path, { method: 'PATCH', body }));
}

describe('A conversation’s title', () => {
  it('is the agent’s until the person gives one, and again when the person takes it away', async () => {
    const { agent, conversation_id: id } = await bench.askedAgent();
    expect(await read(id)).toMatchObject({ title: null, titled_by: null });
    expect(await title(agent, id, { title: 'Offers' })).toEqual({ id, title: 'Offers', shown: true });
    expect(await list(agent)).toMatchObject([{ title: 'Offers', titled_by: 'agent' }]);
    expect(await change(id, { title: 'Mine' })).toMatchObject({ title: 'Mine', titled_by: 'user' });
    expect((await agent.readHistory(id)).bytes.toString()).not.toContain('Mine');
    expect(await title(agent, id, { title: 'Bills' })).toEqual({ id, title: 'Bills', shown: false });
    expect(await read(id)).toMatchObject({ title: 'Mine', titled_by: 'user' });
    expect(await change(id, { title: null })).toMatchObject({ title: 'Bills', titled_by: 'agent' });
    expect(await title(agent, id, { title: null })).toEqual({ id, title: null, shown: false });
    expect(await read(id)).toMatchObject({ title: null, titled_by: null });
  });

  it('is one line', async () => {
    const { conversation_id: id } = await bench.askedAgent();
    expect((await change(id, { title: ' Offers\r\n of \t March ' })).title).toBe('Offers of March');
  });
});

describe('A conversation that is put away', () => {
  it('leaves the list, can still be read, and comes back with the next message of either side', async () => {
    const { agent, conversation_id: id } = await bench.askedAgent();
    const { conversation_id: other } = await bench.person.send(agent.agentId, 'Other');
    for (const write of [
      () => agent.send({ text: 'News', conversation_id: id }),
      () => bench.person.send(agent.agentId, { text: 'Again', conversation_id: id }),
    ]) {
      expect(await change(id, { archived: true })).toMatchObject({ archived: true });
      expect((await list(agent)).map((each) => each.id)).toEqual([other]);
      expect(await list(agent, '&show=archived')).toMatchObject([{ id, archived: true }]);
      expect(await read(id)).toMatchObject({ archived: true });
      await write();
      expect((await list(agent)).map((each) => each.id)).toEqual([id, other]);
      expect(await list(agent, '&show=archived')).toEqual([]);
    }
  });

  it('is no longer pinned, and cannot be asked to be both', async () => {
    const { agent, conversation_id: id } = await bench.askedAgent();
    expect(await change(id, { pinned: true })).toMatchObject({ pinned: true });
    expect(await list(agent, '&show=pinned')).toMatchObject([{ id }]);
    expect(await change(id, { archived: true })).toMatchObject({ pinned: false, archived: true });
    expect(await change(id, { pinned: true })).toMatchObject({ pinned: true, archived: false });
    const both = { method: 'PATCH', body: { pinned: true, archived: true } };
    expectInvalidField(await bench.person.call(`/conversations/${id}`, both), 'body.archived');
  });
});

describe('What is read', () => {
  it('is kept, moves on, leaves what comes later unread, and goes back if the person says so', async () => {
    const { agent, conversation_id: id } = await bench.askedAgent();
    await agent.send({ text: 'one', conversation_id: id });
    const first = await read(id);
    expect(first).toMatchObject({ unread_count: 1, read_through: null });
    await agent.send({ text: 'two', conversation_id: id });
    expect(await list(agent)).toMatchObject([{ unread_count: 2 }]);
    const moment = first.last_message_at ?? '';
    expect(await readUpTo(id, moment)).toMatchObject({ unread_count: 1, read_through: moment });
    const all = await readUpTo(id, FAR_FUTURE);
    expect(all).toMatchObject({ unread_count: 0, read_through: all.last_message_at });
    expect(await readUpTo(id, moment)).toEqual(all);
    await agent.send({ text: 'three', conversation_id: id });
    await bench.person.send(agent.agentId, { text: 'four', conversation_id: id });
    expect(await read(id)).toMatchObject({ unread_count: 1 });
    await readUpTo(id, FAR_FUTURE);
    // Before the agent's newest message.
    const back = await markUnread(id);
    expect(back.unread_count).toBe(1);
    expect(await markUnread(id)).toEqual(back);
  });
});

describe('A change of a conversation', () => {
  it('is told to the person’s consoles, once for each that changes something', async () => {
    const { agent, conversation_id: id } = await bench.askedAgent();
    await agent.send({ text: 'one', conversation_id: id });
    const ids = { agent_id: agent.agentId, conversation_id: id };
    const changes: (() => Promise<unknown>)[] = [
      () => change(id, { title: 'Mine' }),
      () => change(id, { pinned: true }),
      () => change(id, { archived: true }),
      () => title(agent, id, { title: 'Offers' }),
      () => readUpTo(id, FAR_FUTURE),
      () => markUnread(id),
    ];
    for (const make of changes) {
      const watching = await bench.openConsole();
      await make();
      expect(await watching.change('conversation', ids)).toEqual({ type: 'conversation', ...ids });
    }
    const quiet = await bench.openConsole();
    await markUnread(id);
    await change(id, { title: 'Mine', archived: true });
    // Whatever was told before this is there when this is.
    await change(id, { title: 'Another' });
    await quiet.change('conversation', ids);
    expect(quiet.changes.filter(({ type }) => type === 'conversation')).toHaveLength(1);
  });
});
