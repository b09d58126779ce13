import type { components } from '@svc/http-contract';
import { eventually, httpCall, newEmail, Person } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { baseUrl } from './product-under-test.js';

type Entry = components['schemas']['AuditEntry'];

function auth(path: string, body: unknown, token?: string) {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return httpCall(`${baseUrl}/api/auth${path}`, { body, headers });
}

function logOf(person: Person, query = ''): Promise<Entry[]> {
  return bodyOf('listAuditEntries', person.call(`/account/audit${query}`));
}

const outcomes = (entries: Entry[]) => entries.map(({ action, outcome }) => `${action} ${outcome}`);
const byAction = <T extends { action: string }>(entries: T[]): T[] =>
  entries.toSorted((one, other) => one.action.localeCompare(other.action));

/** A call that must succeed. */
async function did(caller: Person, path: string, method: string, body?: object): Promise<void> {
  const { status } = await caller.call(path, { method, ...(body !== undefined && { body }) });
  expect([path, status < 300]).toEqual([path, true]);
}

type Expected = Partial<Omit<Entry, 'details'>> & { action: Entry['action']; details?: object };

/** What both a person and a program with a key may do to an agent, and what the log has of it. */
const DEEDS: Record<string, (caller: Person, agent: AgentClient) => Promise<Expected[]>> = {
  agents: async (caller) => {
    const webhook_url = 'http://127.0.0.1:9/hidden-token?key=hidden';
    const { agentId } = await caller.createAgent({ agent_name: 'Mailbox', webhook_url });
    await caller.changeAgent(agentId, { agent_name: 'Postbox', push_triggers_to_webhook: true });
    await caller.changeAgent(agentId, { agent_name: 'Postbox', webhook_url: null });
    // What changes nothing is no entry.
    await caller.changeAgent(agentId, { webhook_url: null });
    await caller.rotateSecret(agentId, 60);
    await caller.deleteAgent(agentId);
    const [name, about] = ['Postbox', { subject_id: agentId, agent_id: agentId }];
    const fields = ['agent_name', 'push_triggers_to_webhook'];
    return [
      { action: 'agent.deleted', ...about, details: { name } },
      { action: 'agent.secret_rotated', ...about, details: { name, grace_period_seconds: 60 } },
      { action: 'agent.changed', ...about, details: { fields: ['webhook_url'], webhook_host: null } },
      { action: 'agent.changed', ...about, details: { name, fields } },
      { action: 'agent.created', ...about, details: { webhook_host: '127.0.0.1:9' } },
    ];
  },
  'tasks and runs': async (caller, agent) => {
    // What the agent does is no entry.
    await agent.tasks.createTriggered();
    const task = { name: 'Orders', prompt: 'hidden', schedule: 'event' };
    const { id } = await caller.tasks.create(agent.agentId, task);
    await caller.tasks.change(id, { name: 'Orders', prompt: 'hidden words' });
    await caller.tasks.rotateTrigger(id);
    const sender = { scheme: 'github', secrets: ['hidden secret'] };
    await did(caller, `/tasks/${id}/sender`, 'PUT', sender);
    const runId = await caller.tasks.run(id);
    await caller.tasks.cancelRun(runId);
    await caller.tasks.delete(id);
    const details = { name: 'Orders' };
    return [
      { action: 'task.deleted', subject_id: id, details },
      { action: 'run.cancelled', subject_id: runId, details },
      { action: 'task.started', subject_id: id, details },
      { action: 'task.sender_set', subject_id: id, details: { name: 'Orders', scheme: 'github' } },
      { action: 'task.trigger_rotated', subject_id: id, details },
      { action: 'task.changed', subject_id: id, details: { name: 'Orders', fields: ['prompt'] } },
      { action: 'task.created', subject_id: id, details },
    ];
  },
  'requests and rules': async (caller, agent) => {
    const action = 'mail.send:ada@example.com';
    const { decision_id: id } = await agent.ask({ action });
    await caller.resolve(id, { status: 'approved', always_allow: true, note: 'hidden' });
    const [rule] = (await caller.call('/decision-rules')).body as { rule_id: string }[];
    await did(caller, `/decision-rules/${rule?.rule_id}`, 'DELETE');
    const about = { subject_id: rule?.rule_id ?? '' };
    return [
      { action: 'rule.removed', ...about },
      {
        action: 'decision.resolved',
        subject_id: id,
        details: { status: 'approved', reason: 'user', action },
      },
      { action: 'rule.made', ...about, details: { pattern: action } },
    ];
  },
  'messages, their events, and conversations with open requests': async (caller, agent) => {
    const sent = await caller.send(agent.agentId, 'hidden words');
    const [event] = await caller.events(agent.agentId);
    await caller.redeliver(event?.event_id ?? '');
    const { conversation_id } = sent;
    await did(caller, `/messages/${sent.message_id}`, 'DELETE');
    const { decision_id } = await agent.ask({ conversation_id });
    const path = `/conversations/${conversation_id}`;
    await did(caller, path, 'PATCH', { title: 'hidden', archived: true });
    // Reading is no entry.
    await did(caller, `${path}/reading`, 'PUT', { read_through: '2999-01-01T00:00:00Z' });
    await did(caller, path, 'DELETE');
    const [changed, redelivered] = [
      { fields: ['title', 'archived'] },
      { name: 'Mailbox', type: 'user_message' },
    ];
    return [
      { action: 'conversation.deleted', subject_id: conversation_id },
      { action: 'decision.resolved', subject_id: decision_id },
      { action: 'conversation.changed', subject_id: conversation_id, details: changed },
      { action: 'conversation.message_deleted', subject_id: sent.message_id, details: { conversation_id } },
      { action: 'event.redelivered', subject_id: event?.event_id ?? '', details: redelivered },
    ];
  },
};

describe('The audit log', () => {
  it.each(Object.entries(DEEDS))(
    'has what was done, without words, and the key by which a program did it: %s',
    async (_, act) => {
      const person = await Person.signUp(baseUrl);
      const key = await person.createApiKey();
      const callers = [
        { caller: person, by: { key_id: null, key_name: null } },
        { caller: key.program, by: { key_id: key.key_id, key_name: key.name } },
      ];
      for (const { caller, by } of callers) {
        const agent = await person.createAgent({ agent_name: 'Mailbox' });
        const expected = await act(caller, agent);
        const entries = (await logOf(person)).slice(0, expected.length);
        expect(byAction(entries)).toMatchObject(
          byAction(expected).map((entry) => ({ actor: 'user', address: '127.0.0.1', ...by, ...entry })),
        );
        if (by.key_id !== null) expect(await logOf(person, `?key_id=${by.key_id}`)).toEqual(entries);
      }
      expect(JSON.stringify(await logOf(person))).not.toContain('hidden');
    },
  );

  it('has sign-up, sign-in, a refused sign-in and sign-out, with the address', async () => {
    const email = newEmail();
    const up = await auth('/sign-up/email', { name: 'Ada', email, password: Person.password });
    await auth('/sign-in/email', { email, password: 'something else' });
    const into = await auth('/sign-in/email', { email, password: Person.password });
    await auth('/sign-out', {}, String(up.headers['set-auth-token']));
    const headers = { authorization: `Bearer ${String(into.headers['set-auth-token'])}` };
    const { body } = await httpCall(`${baseUrl}/api/client/account/audit`, { headers });
    const entries = body as Entry[];
    expect(outcomes(entries)).toEqual([
      ...['session.signed_out done', 'session.signed_in done', 'session.signed_in refused'],
      'account.created done',
    ]);
    const { user } = up.body as { user: { id: string } };
    expect(entries.map((entry) => entry.actor_id)).toEqual([user.id, user.id, null, user.id]);
    for (const entry of entries) expect(entry).toMatchObject({ actor: 'user', address: '127.0.0.1' });
  });

  it('has a changed and a refused password, a changed name and ended sessions', async () => {
    const person = await Person.signUp(baseUrl);
    const change = (currentPassword: string) =>
      auth('/change-password', { currentPassword, newPassword: 'battery horse correct' }, person.token);
    expectRefusal(await change('something else'), 422);
    await auth('/update-user', { name: 'Augusta' }, person.token);
    await auth('/revoke-other-sessions', {}, person.token);
    expect((await change(Person.password)).status).toBe(200);
    expect(outcomes(await logOf(person))).toEqual([
      ...['account.password_changed done', 'session.ended done', 'account.changed done'],
      ...['account.password_changed refused', 'account.created done'],
    ]);
  });

  it('has keys and signing secrets: which was made, what it may do, and which was ended, once', async () => {
    const person = await Person.signUp(baseUrl);
    const { agentId } = await person.createAgent({ agent_name: 'Mailbox' });
    const may = { scopes: ['tasks' as const, 'read' as const], expires_in_seconds: 3_600 };
    const key = await person.createKey(agentId, { name: 'Worker', ...may });
    const ofPerson = await person.createApiKey({ scopes: ['read'] });
    for (let count = 0; count < 2; count += 1) {
      await person.revokeKey(agentId, key.key_id);
      await did(person, `/account/keys/${ofPerson.key_id}`, 'DELETE');
    }
    const signing = `/agents/${agentId}/signing-secret`;
    for (const grace_period_seconds of [3_600, 0])
      await did(person, `${signing}/rotate`, 'POST', { grace_period_seconds });
    for (let count = 0; count < 2; count += 1) await did(person, signing, 'DELETE');
    const log = await logOf(person);
    const [name, key_id] = ['Mailbox', ofPerson.key_id];
    const rotated = 'agent.signing_secret_rotated';
    expect(log.slice(0, -2)).toMatchObject([
      { action: 'agent.signing_secret_removed', details: { name, ended_grace: false } },
      { action: rotated, details: { name, grace_period_seconds: 0, ended_grace: true } },
      { action: rotated, details: { name, grace_period_seconds: 3_600, ended_grace: false } },
      { action: 'account.key_revoked', subject_id: key_id },
      { action: 'agent.key_revoked', subject_id: key.key_id, details: { name, key: 'Worker' } },
      { action: 'account.key_made', subject_id: key_id, details: { key: ofPerson.name, scopes: ['read'] } },
      { action: 'agent.key_made', subject_id: key.key_id, details: { name, key: 'Worker', ...may } },
    ]);
    for (const { secret } of [key, ofPerson]) expect(JSON.stringify(log)).not.toContain(secret);
  });

  it('has a request that a rule has approved, and one that has expired', async () => {
    const person = await Person.signUp(baseUrl);
    const agent = await person.createAgent();
    const { decision_id } = await agent.ask({ action: 'deploy' });
    await person.resolve(decision_id, { status: 'approved', always_allow: true });
    const [made] = await logOf(person, '?area=rule');
    const allowed = await agent.ask({ action: 'deploy' });
    const expiring = await agent.ask({ expires_in_seconds: 1 });
    const ofDecisions = () => logOf(person, '?area=decision');
    const what = 'the entry of the expired request';
    const [expired, byRule] = await eventually(ofDecisions, ({ length }) => length === 3, { what });
    const bySystem = { actor: 'system', actor_id: null, address: null };
    const ended = { status: 'dismissed', reason: 'expired' };
    expect(expired).toMatchObject({ ...bySystem, subject_id: expiring.decision_id, details: ended });
    const ruled = { status: 'approved', reason: 'rule', rule_id: made?.subject_id, pattern: 'deploy' };
    expect(byRule).toMatchObject({ ...bySystem, subject_id: allowed.decision_id, details: ruled });
  });
});
