/** @any-shape The gateway alone reads the log, from rows. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually, httpCall, Person } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { request, resolve } from './decision-calls.js';
import { baseUrl, useProduct } from './product-under-test.js';

interface Entry {
  audit_id: string;
  action: string;
  outcome: string;
  actor: string;
  actor_id: string | null;
  subject_id: string | null;
  agent_id: string | null;
  address: string | null;
  details: Record<string, unknown>;
  created_at: string;
}

const PASSWORD = 'correct horse battery';

function auth(path: string, body: unknown, token?: string) {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return httpCall(`${baseUrl}/api/auth${path}`, { body, headers });
}

async function logOf(person: Person, query = ''): Promise<Entry[]> {
  const answer = await person.call(`/account/audit${query}`);
  expectAnswer('listAuditEntries', answer, 200);
  return answer.body as Entry[];
}

describe('The audit log', () => {
  const bench = useProduct();

  /** The newest entry of a new person, after something was done. */
  async function newest(person: Person): Promise<Entry> {
    const [entry] = await logOf(person, '?limit=1');
    if (entry === undefined) throw new Error('The log is empty');
    return entry;
  }

  it('has sign-up, sign-in, a refused sign-in and sign-out, with the address', async () => {
    const email = `${randomBytes(8).toString('hex')}@example.org`;
    const up = await auth('/sign-up/email', { name: 'Ada', email, password: PASSWORD });
    await auth('/sign-in/email', { email, password: 'something else' });
    const into = await auth('/sign-in/email', { email, password: PASSWORD });
    await auth('/sign-out', {}, String(up.headers['set-auth-token']));
    const headers = { authorization: `Bearer ${String(into.headers['set-auth-token'])}` };
    const answer = await httpCall(`${baseUrl}/api/client/account/audit`, { headers });
    expectAnswer('listAuditEntries', answer, 200);
    const entries = answer.body as Entry[];
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'session.signed_out done',
      'session.signed_in done',
      'session.signed_in refused',
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
    expect((await change(PASSWORD)).status).toBe(200);
    expect((await logOf(person)).map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'account.password_changed done',
      'session.ended done',
      'account.changed done',
      'account.password_changed refused',
      'account.created done',
    ]);
  });

  it('has agents: made, changed, secret rotated, deleted', async () => {
    const person = await Person.signUp(baseUrl);
    const { agentId } = await person.createAgent({ agent_name: 'Mailbox' });
    const about = { actor: 'user', subject_id: agentId, agent_id: agentId, address: '127.0.0.1' };
    expect(await newest(person)).toMatchObject({ action: 'agent.created', ...about });
    await person.changeAgent(agentId, { agent_name: 'Postbox', push_triggers_to_webhook: true });
    expect(await newest(person)).toMatchObject({
      ...{ action: 'agent.changed', ...about },
      details: { name: 'Postbox', fields: ['agent_name', 'push_triggers_to_webhook'] },
    });
    const secret = await person.rotateSecret(agentId, 60);
    expect(await newest(person)).toMatchObject({
      ...{ action: 'agent.secret_rotated', ...about },
      details: { name: 'Postbox', grace_period_seconds: 60 },
    });
    await person.deleteAgent(agentId);
    expect(await newest(person)).toMatchObject({ action: 'agent.deleted', details: { name: 'Postbox' } });
    expect(JSON.stringify(await logOf(person))).not.toContain(secret);
  });

  it('names of a webhook URL the host alone', async () => {
    const receiver = await bench.receive();
    const person = await Person.signUp(baseUrl);
    const webhook_url = `${receiver.url.replace(/\/$/, '')}/hidden-token?key=hidden`;
    const { agentId } = await person.createAgent({ webhook_url });
    await person.changeAgent(agentId, { webhook_url: null });
    const [changed, created] = await logOf(person, '?area=agent');
    expect(created?.details).toMatchObject({ webhook_host: new URL(webhook_url).host });
    expect(changed?.details).toMatchObject({ fields: ['webhook_url'], webhook_host: null });
    expect(JSON.stringify([changed, created])).not.toContain('hidden');
  });

  it('has what a person does with tasks and runs, and not what an agent does', async () => {
    const person = await Person.signUp(baseUrl);
    const agent = await person.createAgent();
    await agent.tasks.createTriggered();
    const { id } = await person.tasks.create(agent.agentId, { name: 'Orders', schedule: 'event' });
    await person.call(`/tasks/${id}`, { method: 'PATCH', body: { prompt: 'hidden words' } });
    await person.call(`/tasks/${id}/trigger/rotate`, { method: 'POST' });
    const started = await person.call(`/tasks/${id}/run`, { method: 'POST' });
    const { run_id } = started.body as { run_id: string };
    await person.call(`/runs/${run_id}/cancel`, { method: 'POST' });
    await person.call(`/tasks/${id}`, { method: 'DELETE' });
    const entries = (await logOf(person)).slice(0, -2);
    expect(entries.map(({ action, subject_id }) => [action, subject_id])).toEqual([
      ['task.deleted', id],
      ['run.cancelled', run_id],
      ['task.started', id],
      ['task.trigger_rotated', id],
      ['task.changed', id],
      ['task.created', id],
    ]);
    for (const { agent_id, details } of entries) {
      expect(agent_id).toBe(agent.agentId);
      expect(details).toMatchObject({ name: 'Orders' });
    }
    expect(entries[4]?.details).toEqual({ name: 'Orders', fields: ['prompt'] });
    expect(JSON.stringify(entries)).not.toContain('hidden');
  });

  it('has how decisions ended, and by which rule', async () => {
    const person = await Person.signUp(baseUrl);
    const agent = await person.createAgent();
    const action = 'mail.send:ada@example.com';
    const asked = await request(agent, { action });
    await resolve(person, asked.decision_id, { status: 'approved', always_allow: true, note: 'hidden' });
    const made = (await logOf(person, '?area=rule'))[0];
    expect(made).toMatchObject({ action: 'rule.made', details: { pattern: action } });
    const again = await request(agent, { action });
    const [byRule, byUser] = await logOf(person, '?area=decision');
    expect(byUser).toMatchObject({
      ...{ actor: 'user', subject_id: asked.decision_id, address: '127.0.0.1' },
      details: { status: 'approved', reason: 'user', action },
    });
    expect(byRule).toMatchObject({
      ...{ actor: 'system', actor_id: null, subject_id: again.decision_id, address: null },
      details: { status: 'approved', reason: 'rule', rule_id: made?.subject_id, pattern: action },
    });
    const removal = await person.call(`/decision-rules/${made?.subject_id}`, { method: 'DELETE' });
    expect(removal.status).toBe(204);
    expect(await newest(person)).toMatchObject({ action: 'rule.removed', subject_id: made?.subject_id });
    expect(JSON.stringify(await logOf(person))).not.toContain('hidden');
  });

  it('has a request that expired', async () => {
    const person = await Person.signUp(baseUrl);
    const agent = await person.createAgent();
    const asked = await request(agent, { expires_in_seconds: 1 });
    const [entry] = await eventually(
      () => logOf(person, '?area=decision'),
      (entries) => entries.length > 0,
      { what: 'the entry of the expired request' },
    );
    expect(entry).toMatchObject({
      ...{ actor: 'system', subject_id: asked.decision_id },
      details: { status: 'dismissed', reason: 'expired' },
    });
  });

  it('writes a refused change nowhere', async () => {
    const person = await Person.signUp(baseUrl);
    const stranger = await Person.signUp(baseUrl);
    const { agentId } = await person.createAgent();
    const before = await logOf(person);
    expectRefusal(await stranger.call(`/agents/${agentId}`, { method: 'DELETE' }), 404);
    expectRefusal(await stranger.call(`/agents/${agentId}/secret/rotate`, { method: 'POST' }), 404);
    expect(await logOf(person)).toEqual(before);
    expect(await logOf(stranger, '?area=agent')).toEqual([]);
  });

  it('is read page by page, newest first, and shows nobody else’s entries', async () => {
    const person = await Person.signUp(baseUrl);
    const stranger = await Person.signUp(baseUrl);
    for (const agent_name of ['One', 'Two', 'Three']) await person.createAgent({ agent_name });
    const first = await logOf(person, '?limit=2');
    const second = await logOf(person, `?limit=2&cursor=${first[1]?.audit_id}`);
    const names = [...first, ...second].map(({ details }) => details['name']);
    expect(names).toEqual(['Three', 'Two', 'One', undefined]);
    expect(await logOf(person, `?cursor=${second[1]?.audit_id}`)).toEqual([]);
    expect((await logOf(stranger)).map(({ action }) => action)).toEqual(['account.created']);
    expect(await logOf(stranger, `?cursor=${first[0]?.audit_id}&area=agent`)).toEqual([]);
  });

  it('refuses an unknown area, a cursor that is none, and who has not signed in', async () => {
    expectInvalidField(await bench.person.call('/account/audit?area=secrets'), 'query.area');
    expectInvalidField(await bench.person.call('/account/audit?cursor=agt_1'), 'query.cursor');
    expectRefusal(await httpCall(`${baseUrl}/api/client/account/audit`), 401);
  });
});
