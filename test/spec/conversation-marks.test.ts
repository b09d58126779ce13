/** @any-shape One service answers from one row; that hints reach consoles is tested with the client app's socket. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { validateClientChangeFrame } from '@svc/proto-events';
import { ClientSocket, Person } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

interface Listed {
  id: string;
  title: string | null;
  titled_by: 'user' | 'agent' | null;
  pinned: boolean;
  archived: boolean;
  unread_count: number;
  read_through: string | null;
  last_message_at: string;
}

const PINNED_MAX = 50;

const bench = useProduct();
const opened: ClientSocket[] = [];

afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});

async function list(agent: AgentClient, query = '', person = bench.person): Promise<Listed[]> {
  const answer = await person.call(`/conversations?agent_id=${agent.agentId}${query}`);
  expectAnswer('listConversations', answer, 200);
  return answer.body as Listed[];
}

async function read(conversationId: string, person = bench.person): Promise<Listed> {
  const answer = await person.call(`/conversations/${conversationId}`);
  expectAnswer('getConversation', answer, 200);
  return answer.body as Listed;
}

async function change(conversationId: string, body: object, person = bench.person): Promise<Listed> {
  const answer = await person.call(`/conversations/${conversationId}`, { method: 'PATCH', body });
  expectAnswer('updateConversation', answer, 200);
  return answer.body as Listed;
}

async function readUpTo(conversationId: string, moment: string): Promise<Listed> {
  const call = { method: 'PUT', body: { read_through: moment } };
  const answer = await bench.person.call(`/conversations/${conversationId}/reading`, call);
  expectAnswer('readConversation', answer, 200);
  return answer.body as Listed;
}

async function markUnread(conversationId: string): Promise<Listed> {
  const answer = await bench.person.call(`/conversations/${conversationId}/unread`, { method: 'POST' });
  expectAnswer('markConversationUnread', answer, 200);
  return answer.body as Listed;
}

const title = (agent: AgentClient, conversationId: string, body: object) =>
  agent.call(`/api/agent/conversations/${conversationId}`, { method: 'PATCH', body });

async function talk(person = bench.person) {
  const agent = await person.createAgent();
  const { conversation_id: id } = await person.send(agent.agentId, 'Hello');
  return { agent, id };
}

describe('A conversation’s title', () => {
  it('is the agent’s until the person gives one, and again when the person takes it away', async () => {
    const { agent, id } = await talk();
    expect(await read(id)).toMatchObject({ title: null, titled_by: null });
    const titled = await title(agent, id, { title: 'Offers' });
    expectAnswer('titleConversation', titled, 200);
    expect(titled.body).toEqual({ id, title: 'Offers', shown: true });
    expect(await list(agent)).toMatchObject([{ title: 'Offers', titled_by: 'agent' }]);
    expect(await change(id, { title: 'Mine' })).toMatchObject({ title: 'Mine', titled_by: 'user' });
    const behind = await title(agent, id, { title: 'Bills' });
    expect(behind.body).toEqual({ id, title: 'Bills', shown: false });
    expect(await read(id)).toMatchObject({ title: 'Mine', titled_by: 'user' });
    expect(await change(id, { title: null })).toMatchObject({ title: 'Bills', titled_by: 'agent' });
    expect((await title(agent, id, { title: null })).body).toEqual({ id, title: null, shown: false });
    expect(await read(id)).toMatchObject({ title: null, titled_by: null });
  });

  it('is one line, not blank, and of a hundred characters at most', async () => {
    const { agent, id } = await talk();
    expect((await change(id, { title: ' Offers\r\n of \t March ' })).title).toBe('Offers of March');
    expect((await change(id, { title: '\u{1F600}'.repeat(100) })).title).toBe('\u{1F600}'.repeat(100));
    for (const bad of ['', ' \n', '\u0007', 'x'.repeat(101), 'a\0b', 7, {}]) {
      const call = { method: 'PATCH', body: { title: bad } };
      expectInvalidField(await bench.person.call(`/conversations/${id}`, call), 'body.title');
      expectInvalidField(await title(agent, id, { title: bad }), 'body.title');
    }
    expectInvalidField(await title(agent, id, {}), 'body.title');
  });

  it('is set by an agent with the scope of messages alone, and in its own conversations', async () => {
    const { agent, id } = await talk();
    const { secret: reader } = await bench.person.createKey(agent.agentId, { scopes: ['read', 'tasks'] });
    expectRefusal(await title(agent.withSecret(reader), id, { title: 'x' }), 403);
    const { secret: writer } = await bench.person.createKey(agent.agentId, { scopes: ['messages'] });
    expect((await title(agent.withSecret(writer), id, { title: 'x' })).status).toBe(200);
    expectRefusal(await title(await bench.person.createAgent(), id, { title: 'x' }), 404, 'Not found');
    const approver = await bench.person.createAgent({ kind: 'approval-only' });
    expectRefusal(await title(approver, id, { title: 'x' }), 403);
  });

  it('is nothing that the agent’s history shows', async () => {
    const { agent, id } = await talk();
    await change(id, { title: 'Mine' });
    const { bytes } = await agent.readHistory(id);
    expect(bytes.toString()).not.toContain('Mine');
  });
});

describe('A conversation that is put away', () => {
  it('leaves the list, can still be read, and comes back with the next message of either side', async () => {
    const { agent, id } = await talk();
    const { conversation_id: other } = await bench.person.send(agent.agentId, 'Other');
    for (const write of [
      () => agent.send({ text: 'News', conversation_id: id }),
      () => bench.person.send(agent.agentId, { text: 'Again', conversation_id: id }),
    ]) {
      expect(await change(id, { archived: true })).toMatchObject({ archived: true });
      expect((await list(agent)).map((each) => each.id)).toEqual([other]);
      expect(await list(agent, '&show=archived')).toMatchObject([{ id, archived: true }]);
      expect(await bench.person.history(id)).not.toEqual([]);
      expect(await read(id)).toMatchObject({ archived: true });
      await write();
      expect((await list(agent)).map((each) => each.id)).toEqual([id, other]);
      expect(await list(agent, '&show=archived')).toEqual([]);
    }
    await change(id, { archived: true });
    expect(await change(id, { archived: false })).toMatchObject({ archived: false });
  });

  it('is no longer pinned, and cannot be asked to be both', async () => {
    const { agent, id } = await talk();
    expect(await change(id, { pinned: true })).toMatchObject({ pinned: true });
    expect(await list(agent, '&show=pinned')).toMatchObject([{ id }]);
    expect(await change(id, { archived: true })).toMatchObject({ pinned: false, archived: true });
    expect(await change(id, { pinned: true })).toMatchObject({ pinned: true, archived: false });
    const both = { method: 'PATCH', body: { pinned: true, archived: true } };
    expectInvalidField(await bench.person.call(`/conversations/${id}`, both), 'body.archived');
  });
});

describe('Pins', () => {
  it('are fifty at most, over all agents', async () => {
    const person = await Person.signUp(baseUrl);
    const ids: string[] = [];
    for (const agent of [await person.createAgent(), await person.createAgent()])
      for (let count = 0; count <= PINNED_MAX / 2; count += 1)
        ids.push((await person.send(agent.agentId, 'x')).conversation_id);
    const [last = '', next = '', ...others] = ids;
    await Promise.all(others.map((id) => change(id, { pinned: true }, person)));
    const call = { method: 'PATCH', body: { pinned: true } };
    expectRefusal(
      await person.call(`/conversations/${last}`, call),
      409,
      `At most ${PINNED_MAX} conversations are pinned`,
    );
    // What is pinned may be pinned again.
    await change(others[0] ?? '', { pinned: true }, person);
    await change(others[0] ?? '', { pinned: false }, person);
    await change(next, { pinned: true }, person);
    const pinned = await person.call('/conversations?show=pinned');
    expect(pinned.body).toHaveLength(PINNED_MAX);
  });
});

describe('What is read', () => {
  it('is kept for the person, moves on only, and leaves what comes later unread', async () => {
    const { agent, id } = await talk();
    await agent.send({ text: 'one', conversation_id: id });
    const first = await read(id);
    expect(first).toMatchObject({ unread_count: 1, read_through: null });
    await agent.send({ text: 'two', conversation_id: id });
    expect(await list(agent)).toMatchObject([{ unread_count: 2 }]);
    expect(await readUpTo(id, first.last_message_at)).toMatchObject({
      ...{ unread_count: 1, read_through: first.last_message_at },
    });
    const all = await readUpTo(id, '2999-01-01T00:00:00Z');
    expect(all).toMatchObject({ unread_count: 0, read_through: all.last_message_at });
    expect(await readUpTo(id, first.last_message_at)).toEqual(all);
    await agent.send({ text: 'three', conversation_id: id });
    await bench.person.send(agent.agentId, { text: 'four', conversation_id: id });
    expect(await read(id)).toMatchObject({ unread_count: 1 });
  });

  it('goes back before the agent’s newest message if the person says so, once', async () => {
    const { agent, id } = await talk();
    await agent.send({ text: 'one', conversation_id: id });
    await agent.send({ text: 'two', conversation_id: id });
    await readUpTo(id, '2999-01-01T00:00:00Z');
    const back = await markUnread(id);
    expect(back.unread_count).toBe(1);
    expect(await markUnread(id)).toEqual(back);
    const { id: own } = await talk();
    await readUpTo(own, '2999-01-01T00:00:00Z');
    expect(await markUnread(own)).toMatchObject({ unread_count: 0 });
  });

  it.each(['', 'yesterday', '2026-03-02', 7, null])('refuses the moment %j', async (moment) => {
    const { id } = await talk();
    const call = { method: 'PUT', body: { read_through: moment } };
    const answer = await bench.person.call(`/conversations/${id}/reading`, call);
    expectInvalidField(answer, 'body.read_through');
  });

  it('is written by keys that may write, and by no other', async () => {
    const { id } = await talk();
    const key = { name: 'Reader', scopes: ['read'], expires_in_seconds: 3_600 };
    const made = await bench.person.call('/account/keys', { body: key });
    const reader = bench.person.at(baseUrl, (made.body as { secret: string }).secret);
    expect((await read(id, reader)).id).toBe(id);
    const body = { read_through: '2026-03-02T09:30:00Z' };
    expectRefusal(await reader.call(`/conversations/${id}/reading`, { method: 'PUT', body }), 403);
    expectRefusal(await reader.call(`/conversations/${id}/unread`, { method: 'POST' }), 403);
    expectRefusal(await reader.call(`/conversations/${id}`, { method: 'PATCH', body: { title: 'x' } }), 403);
  });
});

describe('A change of a conversation', () => {
  it('is told to all consoles of its person, once for each that changes something', async () => {
    const { agent, id } = await talk();
    await agent.send({ text: 'one', conversation_id: id });
    const changes: (() => Promise<unknown>)[] = [
      () => change(id, { title: 'Mine' }),
      () => change(id, { pinned: true }),
      () => change(id, { archived: true }),
      () => readUpTo(id, '2999-01-01T00:00:00Z'),
      () => markUnread(id),
      () => title(agent, id, { title: 'Offers' }),
    ];
    for (const make of changes) {
      const consoles = [await consoleOf(bench.person), await consoleOf(bench.person)];
      await make();
      for (const each of consoles) {
        const told = await each.change('conversation', { agent_id: agent.agentId, conversation_id: id });
        expect(validateClientChangeFrame(told)).toBe(true);
        expect(told).toEqual({ type: 'conversation', agent_id: agent.agentId, conversation_id: id });
        each.terminate();
      }
    }
    const quiet = await consoleOf(bench.person);
    for (const make of changes.slice(4)) await make();
    await change(id, { title: 'Mine', archived: true });
    // Whatever was told before this is there when this is.
    await change(id, { title: 'Another' });
    await quiet.change('conversation', { agent_id: agent.agentId, conversation_id: id });
    expect(quiet.changes.filter(({ type }) => type === 'conversation')).toHaveLength(1);
  });

  it('by the person stands in the audit log without its words, and reading does not', async () => {
    const { agent, id } = await talk();
    await agent.send({ text: 'one', conversation_id: id });
    await change(id, { title: 'Divorce', archived: true });
    await readUpTo(id, '2999-01-01T00:00:00Z');
    await markUnread(id);
    await title(agent, id, { title: 'Divorce too' });
    const log = await bench.person.call('/account/audit?area=conversation');
    expectAnswer('listAuditEntries', log, 200);
    const of = (log.body as { subject_id: string }[]).filter(({ subject_id }) => subject_id === id);
    expect(of).toMatchObject([
      { action: 'conversation.changed', details: { fields: ['title', 'archived'] } },
    ]);
    expect(log.bytes.toString()).not.toContain('Divorce');
  });

  it('is not possible once the conversation is deleted', async () => {
    const { person } = bench;
    const { id } = await talk();
    await person.call(`/conversations/${id}`, { method: 'DELETE' });
    for (const path of ['', '/reading', '/unread'])
      expectRefusal(
        await person.call(`/conversations/${id}${path}`, {
          method: path === '' ? 'PATCH' : path === '/reading' ? 'PUT' : 'POST',
          ...(path !== '/unread' && { body: { title: 'x', read_through: '2026-03-02T09:30:00Z' } }),
        }),
        404,
        'Not found',
      );
    expectRefusal(await person.call(`/conversations/${id}`), 404, 'Not found');
  });
});

async function consoleOf({ token }: { token: string }): Promise<ClientSocket> {
  const socket = await ClientSocket.open(baseUrl);
  opened.push(socket);
  await socket.authenticate(token);
  return socket;
}
