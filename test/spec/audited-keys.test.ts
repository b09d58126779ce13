/** @any-shape The gateway alone reads the log, from rows. */
import { describe, expect, it } from '@jest/globals';
import { Person } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { expectAnswer, expectInvalidField } from './answers.js';
import { postAnswer, request } from './decision-calls.js';
import { baseUrl, useProduct } from './product-under-test.js';

interface Entry {
  action: string;
  key_id: string | null;
  key_name: string | null;
}

interface Key {
  key_id: string;
  secret: string;
}

async function makeKey(person: Person, name: string): Promise<Key> {
  const body = { name, scopes: ['read', 'write', 'decisions'], expires_in_seconds: 3_600 };
  const answer = await person.call('/account/keys', { body });
  expectAnswer('createApiKey', answer, 201);
  return answer.body as Key;
}

async function logOf(person: Person, query = ''): Promise<Entry[]> {
  const answer = await person.call(`/account/audit${query}`);
  expectAnswer('listAuditEntries', answer, 200);
  return answer.body as Entry[];
}

/** A call that must succeed. */
async function did(
  caller: Person,
  path: string,
  method: string,
  body?: object,
): Promise<Record<string, string>> {
  const answer = await caller.call(path, { method, ...(body !== undefined && { body }) });
  expect([path, answer.status < 300]).toEqual([path, true]);
  return answer.body as Record<string, string>;
}

/** What both a session and a key may do, and what the audit log then has. */
const DEEDS: [what: string, entries: string[], act: (caller: Person, agent: AgentClient) => Promise<void>][] =
  [
    [
      'agents',
      ['agent.deleted', 'agent.changed'],
      async (caller, { agentId }) => {
        await did(caller, `/agents/${agentId}`, 'PATCH', { agent_name: 'Mailbox' });
        await did(caller, `/agents/${agentId}`, 'DELETE');
      },
    ],
    [
      'tasks and runs',
      [
        'task.deleted',
        'run.cancelled',
        'task.started',
        'task.trigger_rotated',
        'task.changed',
        'task.created',
      ],
      async (caller, { agentId }) => {
        const task = { name: 'Report', prompt: 'Go', schedule: 'event' };
        const { id } = await did(caller, `/agents/${agentId}/tasks`, 'POST', task);
        await did(caller, `/tasks/${id}`, 'PATCH', { name: 'Another' });
        await did(caller, `/tasks/${id}/trigger/rotate`, 'POST');
        const { run_id: run } = await did(caller, `/tasks/${id}/run`, 'POST');
        await did(caller, `/runs/${run}/cancel`, 'POST');
        await did(caller, `/tasks/${id}`, 'DELETE');
      },
    ],
    [
      'requests and rules',
      ['rule.removed', 'decision.resolved', 'rule.made'],
      async (caller, agent) => {
        const { decision_id: id } = await request(agent, { action: 'mail.send' });
        const answer = { status: 'approved', always_allow: true, always_allow_pattern: 'mail.send' };
        expectAnswer('resolveDecision', await postAnswer(caller, id, answer), 200);
        const [rule] = (await caller.call('/decision-rules')).body as { rule_id: string }[];
        await did(caller, `/decision-rules/${rule?.rule_id}`, 'DELETE');
      },
    ],
    [
      'messages, their events, and conversations with open requests',
      ['conversation.deleted', 'decision.resolved', 'conversation.message_deleted', 'event.redelivered'],
      async (caller, agent) => {
        const sent = await caller.send(agent.agentId, 'Hello');
        const events = (await caller.call(`/agents/${agent.agentId}/events`)).body as { event_id: string }[];
        await did(caller, `/events/${events[0]?.event_id}/redeliver`, 'POST');
        await did(caller, `/messages/${sent.message_id}`, 'DELETE');
        await request(agent);
        await did(caller, `/conversations/${sent.conversation_id}`, 'DELETE');
      },
    ],
  ];

describe('The audit log', () => {
  useProduct();

  it.each(DEEDS)(
    'names the key by which a program has acted, but for a session none: %s',
    async (_, entries, act) => {
      const person = await Person.signUp(baseUrl);
      const key = await makeKey(person, 'Nightly backup');
      const before = (await logOf(person)).length;
      await act(person, await person.createAgent());
      await act(person.at(baseUrl, key.secret), await person.createAgent());
      const log = await logOf(person);
      const bySession = log.filter(({ key_id: id }) => id === null);
      // Two agents were made beside.
      expect(bySession).toHaveLength(before + 2 + entries.length);
      expect(bySession.every(({ key_name: name }) => name === null)).toBe(true);
      const byKey = await logOf(person, `?key_id=${key.key_id}`);
      expect(byKey).toEqual(log.filter(({ key_id: id }) => id !== null));
      expect(byKey.map(({ action }) => action).toSorted()).toEqual(entries.toSorted());
      for (const entry of byKey)
        expect(entry).toMatchObject({
          ...{ actor: 'user', address: '127.0.0.1', key_id: key.key_id, key_name: 'Nightly backup' },
        });
    },
  );

  it('names the key that has asked for an export', async () => {
    const person = await Person.signUp(baseUrl);
    const key = await makeKey(person, 'Nightly backup');
    await did(person.at(baseUrl, key.secret), '/account/exports', 'POST');
    expect(await logOf(person, `?key_id=${key.key_id}&area=account`)).toEqual([
      expect.objectContaining({ action: 'account.export_requested', key_name: 'Nightly backup' }),
    ]);
  });

  it('lists what one key has done, also of a key that has ended, and of nobody else', async () => {
    const person = await Person.signUp(baseUrl);
    const agent = await person.createAgent();
    const keys = [await makeKey(person, 'One'), await makeKey(person, 'Two')];
    for (const { secret } of keys) {
      const changed = await person
        .at(baseUrl, secret)
        .call(`/agents/${agent.agentId}`, { method: 'PATCH', body: { agent_name: 'Mailbox' } });
      expectAnswer('updateAgent', changed, 200);
    }
    const [one, two] = keys.map(({ key_id: id }) => id);
    await person.call(`/account/keys/${one}`, { method: 'DELETE' });
    for (const id of [one, two])
      expect(await logOf(person, `?key_id=${id}`)).toEqual([
        expect.objectContaining({ action: 'agent.changed', key_id: id }),
      ]);
    expect(await logOf(person, `?key_id=${one}&area=account`)).toEqual([]);
    expect(await logOf(await Person.signUp(baseUrl), `?key_id=${one}`)).toEqual([]);
    expectInvalidField(await person.call('/account/audit?key_id=key_1'), 'query.key_id');
  });
});
