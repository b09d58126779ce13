import { base64, eventually, httpCall, Person, tinyPng } from '@svc/testkit';
import type { AgentClient, AgentSocket, HttpAnswer } from '@svc/testkit';
import { bodyOf, expectRefusal, expectInvalidField } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

const bench = useProduct();

describe('The erasure of an account', () => {
  it('needs the password, and changes nothing without it', async () => {
    const person = await Person.signUp(baseUrl);
    const { agentId } = await person.createAgent();
    const wrong = await person.call('/account/erasure', { body: { password: 'something else' } });
    expectInvalidField(wrong, 'body.password');
    expect((await person.agent(agentId)).agent_id).toBe(agentId);
  });

  it('ends sessions, agents, sockets, triggers and files, frees the address, and tells its end', async () => {
    const person = await Person.signUp(baseUrl);
    const { email } = person;
    const agent = await person.createAgent();
    const socket = await bench.connect(agent);
    const images = [base64(tinyPng())];
    const { conversation_id } = await person.send(agent.agentId, { text: 'Hello', images });
    const imageUrl = (await person.history(conversation_id))[0]?.image_urls[0] ?? '';
    expect((await httpCall(imageUrl)).status).toBe(200);
    await agent.ask({ action: 'a.b:c' });
    const task = await agent.tasks.createTriggered();

    const body = { password: Person.password };
    const asked = await person.succeed<{ erasure_id: string }>('/account/erasure', { body });
    const credentials = { name: 'Ada', email, password: Person.password };
    const { erasure_id } = asked;
    expectRefusal(await httpCall(`${baseUrl}/api/auth/sign-in/email`, { body: credentials }), 401);
    await socket.closed();
    expectRefusal(await agent.call('/api/agent/tasks'), 401);
    expect((await httpCall(`${baseUrl}/webhook/${task.trigger_id}`, { body: {} })).status).toBe(404);
    const url = `${baseUrl}/api/client/erasures/${erasure_id}`;
    const progress = () => bodyOf('getErasure', httpCall(url));
    const done = await eventually(progress, ({ status }) => status === 'finished', { what: 'the end' });
    expect(done).toMatchObject({ remaining: { agents: 0, files: 0 }, finished_at: expect.any(String) });
    expect(JSON.stringify(done)).not.toContain(email);
    expect((await httpCall(imageUrl)).status).toBe(404);
    const agents = () => person.call('/agents');
    await eventually(agents, ({ status }) => status === 401, { what: 'the session to be forgotten' });

    const again = await httpCall(`${baseUrl}/api/auth/sign-up/email`, { body: credentials });
    expect(again.status).toBe(200);
    const fresh = person.withToken(String(again.headers['set-auth-token']));
    expect((await fresh.call('/agents')).body).toEqual([]);
    const log = await fresh.call('/account/audit');
    expect((log.body as { action: string }[]).map(({ action }) => action)).toEqual(['account.created']);
  });
});

describe('For how long things are kept', () => {
  it('stands in an answer to their user: for ever by default, but for the audit log', async () => {
    expect(await bodyOf('listRetention', bench.person.call('/account/retention'))).toEqual([
      { kept: 'messages', days: null },
      { kept: 'files', days: null },
      { kept: 'runs', days: null },
      { kept: 'events', days: null },
      { kept: 'attempts', days: null },
      { kept: 'audit_entries', days: 365 },
      { kept: 'audit_addresses', days: 90 },
    ]);
  });
});

function remove(path: string): Promise<HttpAnswer> {
  return bench.person.call(path, { method: 'DELETE' });
}

async function removeMessage(messageId: string): Promise<void> {
  await bodyOf('deleteMessage', remove(`/messages/${messageId}`));
}

/** Deletes a conversation, and resolves when nothing of it is left. */
async function removeConversation(conversationId: string): Promise<void> {
  const answer = await bodyOf('deleteConversation', remove(`/conversations/${conversationId}`));
  const { erasure_id: id } = answer;
  const url = `${baseUrl}/api/client/erasures/${id}`;
  const progress = () => bodyOf('getErasure', httpCall(url));
  const done = await eventually(progress, ({ status }) => status === 'finished', { what: 'the removal' });
  expect(done).toMatchObject({ remaining: { agents: 0, messages: 0, files: 0 } });
}

async function readLog(agent: AgentClient, query = ''): Promise<unknown> {
  return (await agent.call(`/api/agent/events${query}`)).body;
}

function answerIn(socket: AgentSocket): Promise<unknown> {
  return socket.frame({ type: 'decision_resolved' });
}

describe('A message that its user deletes', () => {
  it('is gone from both histories, the list, the log and the disk, and cannot be sent again', async () => {
    const { person } = bench;
    const agent = await person.createAgent();
    const socket = await bench.connect(agent);
    const kept = await person.send(agent.agentId, 'Good morning');
    const { conversation_id } = kept;
    const images = [tinyPng().toString('base64')];
    const sent = await person.send(agent.agentId, { text: 'My dear diary', images, conversation_id });
    await socket.userMessage('My dear diary');
    const event = await person.newestEvent(agent.agentId, 'delivered');
    const [shown] = await person.history(conversation_id);
    const [imageUrl = ''] = shown?.image_urls ?? [];
    expect((await httpCall(imageUrl)).status).toBe(200);
    await agent.send({ text: 'Noted', conversation_id });

    await removeMessage(sent.message_id);
    // That of the agent goes as well, and the list shows the one before it.
    await removeMessage(await agent.send({ text: 'My diary', conversation_id }));
    const { body: listed } = await person.call(`/conversations/${conversation_id}`);
    expect(listed).toMatchObject({ last_message_text: 'Noted' });
    const texts = ['Noted', 'Good morning'];
    expect((await person.history(conversation_id)).map(({ text }) => text)).toEqual(texts);
    expect((await agent.history(conversation_id)).map(({ text }) => text)).toEqual(texts);
    expect(await person.events(agent.agentId)).toMatchObject([{ message_id: kept.message_id }]);
    expect((await httpCall(imageUrl)).status).toBe(404);
    expectRefusal(await person.call(`/events/${event.event_id}/redeliver`, { method: 'POST' }), 404);
    // Cursors of before go on at their place, and numbers too.
    const cursor = `?cursor=${encodeURIComponent(shown?.created_at ?? '')}`;
    expect((await person.history(conversation_id, cursor)).map(({ text }) => text)).toEqual(['Good morning']);
    expect((await person.events(agent.agentId, `?cursor=${event.event_id}`)).length).toBe(1);
    await person.send(agent.agentId, { text: 'Next', conversation_id });
    expect(await readLog(agent, '?after=0')).toMatchObject({
      events: [{ seq: 1 }, { seq: 3, event: { text: 'Next' } }],
      gaps: [{ from: 2, to: 2 }],
    });
    expect(JSON.stringify(await readLog(agent, '?after=0'))).not.toContain('diary');
  });

  it('does not reach an agent that was away', async () => {
    const { agent, message_id, conversation_id } = await bench.askedAgent('My dear diary');
    await bench.person.newestEvent(agent.agentId, 'waiting');
    expect(await readLog(agent)).toMatchObject({ events: [{ event: { text: 'My dear diary' } }] });
    await removeMessage(message_id);
    expect(await readLog(agent)).toMatchObject({ events: [], last_seq: 1 });
    await bench.person.send(agent.agentId, { text: 'Good morning', conversation_id });
    const socket = await bench.connect(agent);
    await socket.userMessage('Good morning');
    expect(socket.texts).toEqual(['Good morning']);
    // What the agent was shown it may still acknowledge.
    await bodyOf('acknowledgeEvents', agent.call('/api/agent/events/ack', { body: { upto: 1 } }));
  });

  it('is gone once, whoever deletes it at one instant, and the open consoles are told', async () => {
    const { agent, message_id, conversation_id } = await bench.askedAgent('Mine');
    const watching = await bench.openConsole();
    const answers = await Promise.all([1, 2, 3].map(() => remove(`/messages/${message_id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    await watching.change('message', { agent_id: agent.agentId, conversation_id, message_id });
  });
});

describe('A card that its user deletes', () => {
  it('takes an answer with its note, and leaves the rule', async () => {
    const agent = await bench.person.createAgent();
    const action = 'diary.read:all';
    const { decision_id, conversation_id } = await agent.ask({ title: 'Read it?', action });
    const answer = { status: 'approved', note: 'My dear diary', always_allow: true };
    await bench.person.resolve(decision_id, answer);
    const [card] = await bench.person.history(conversation_id);
    await removeMessage(card?.id ?? '');
    expectRefusal(await agent.call(`/api/agent/decisions/${decision_id}`), 404);
    // The agent has not heard of the answer yet.
    const log = await readLog(agent);
    expect(log).toMatchObject({ events: [{ event: { decision_id, status: 'approved', note: '' } }] });
    const again = await agent.ask({ title: 'Read it?', action });
    expect(again).toMatchObject({ status: 'approved', resolution_reason: 'rule' });
  });
});

describe('A conversation that its user deletes', () => {
  it('is gone at once for both, takes nothing more, and says when nothing is left', async () => {
    const { person } = bench;
    const agent = await person.createAgent();
    const socket = await bench.connect(agent);
    const { conversation_id } = await person.send(agent.agentId, 'My dear diary');
    await socket.userMessage('My dear diary');
    await agent.send({ text: 'Noted', conversation_id });
    const { decision_id } = await agent.ask({ title: 'Go on?', conversation_id });

    await removeConversation(conversation_id);
    expect(await person.conversationIds(agent.agentId)).toEqual([]);
    expectRefusal(await person.call(`/conversations/${conversation_id}/messages`), 404, 'Not found');
    expectRefusal(await agent.readHistory(conversation_id), 404);
    expectRefusal(await person.postMessage(agent.agentId, { text: 'x', conversation_id }), 404);
    const refused = await agent.post({ text: 'x', conversation_id });
    expectRefusal(refused, 404, 'Not found');
    const { detail } = refused.body as { detail: string };
    expect(await socket.ask({ text: 'x', conversation_id })).toMatchObject({ type: 'error', detail });
    expect(await answerIn(socket)).toMatchObject({ decision_id, status: 'dismissed' });
    expectRefusal(await remove(`/conversations/${conversation_id}`), 404, 'Not found');
    // Without a conversation, the agent opens another one.
    await agent.send({ text: 'Hello again' });
    expect(await person.conversationIds(agent.agentId)).toHaveLength(1);
  });
});
