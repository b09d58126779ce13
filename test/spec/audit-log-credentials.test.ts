/** @any-shape The gateway alone reads the log, from rows. */
import { describe, expect, it } from '@jest/globals';
import { Person } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { expectAnswer, expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

interface Entry {
  action: string;
  actor: string;
  subject_id: string | null;
  details: Record<string, unknown>;
}

async function logOf(person: Person, area: string): Promise<Entry[]> {
  const answer = await person.call(`/account/audit?area=${area}`);
  expectAnswer('listAuditEntries', answer, 200);
  return answer.body as Entry[];
}

/** A new person with one agent. Each has a log of its own. */
async function withAgent(): Promise<{ person: Person; agent: AgentClient }> {
  const person = await Person.signUp(baseUrl);
  return { person, agent: await person.createAgent({ agent_name: 'Mailbox' }) };
}

describe('The audit log has of an agent’s', () => {
  useProduct();

  it('keys: which was made, with what it may do, and which was revoked, once', async () => {
    const { person, agent } = await withAgent();
    const about = { actor: 'user', agent_id: agent.agentId, address: '127.0.0.1' };
    const key = await person.createKey(agent.agentId, {
      ...{ name: 'Nightly backup', scopes: ['tasks', 'read'], expires_in_seconds: 3_600 },
    });
    const [made] = await logOf(person, 'agent');
    expect(made).toMatchObject({ action: 'agent.key_made', subject_id: key.key_id, ...about });
    expect(made?.details).toEqual({
      ...{ name: 'Mailbox', key: 'Nightly backup', scopes: ['tasks', 'read'] },
      expires_in_seconds: 3_600,
    });
    await person.revokeKey(agent.agentId, key.key_id);
    await person.revokeKey(agent.agentId, key.key_id);
    const [revoked, second] = await logOf(person, 'agent');
    expect(revoked).toMatchObject({ action: 'agent.key_revoked', subject_id: key.key_id, ...about });
    expect(revoked?.details).toEqual({ name: 'Mailbox', key: 'Nightly backup' });
    expect(second).toEqual(made);
    expect(JSON.stringify([revoked, made])).not.toContain(key.secret);
  });

  it('keys no entry of one that had expired, or was not made', async () => {
    const { person, agent } = await withAgent();
    const stranger = await Person.signUp(baseUrl);
    const { key_id } = await person.createKey(agent.agentId);
    const before = await logOf(person, 'agent');
    const path = `/agents/${agent.agentId}/keys`;
    expectRefusal(await stranger.call(`${path}/${key_id}`, { method: 'DELETE' }), 404);
    expectRefusal(await stranger.call(path, { body: { name: 'Key', scopes: ['read'] } }), 404);
    for (let count = 1; count < 20; count += 1) await person.createKey(agent.agentId);
    expectRefusal(await person.call(path, { body: { name: 'Key', scopes: ['read'] } }), 409);
    expect(await logOf(person, 'agent')).toHaveLength(before.length + 19);
    expect(await logOf(stranger, 'agent')).toEqual([]);
  });

  it('signing secret: a new one, the end of a grace before its time, and the removal', async () => {
    const { person, agent } = await withAgent();
    const path = `/agents/${agent.agentId}/signing-secret`;
    const rotate = async (grace_period_seconds: number) => {
      const answer = await person.call(`${path}/rotate`, { body: { grace_period_seconds } });
      return (answer.body as { signing_secret: string }).signing_secret;
    };
    const secrets = [await rotate(3_600), await rotate(60), await rotate(0), await rotate(60)];
    expect((await person.call(path, { method: 'DELETE' })).status).toBe(204);
    expect((await person.call(path, { method: 'DELETE' })).status).toBe(204);
    const entries = (await logOf(person, 'agent')).slice(0, -1).reverse();
    const about = { subject_id: agent.agentId, agent_id: agent.agentId, address: '127.0.0.1' };
    for (const entry of entries) expect(entry).toMatchObject({ actor: 'user', ...about });
    const name = 'Mailbox';
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['agent.signing_secret_rotated', { name, grace_period_seconds: 3_600, ended_grace: false }],
      ['agent.signing_secret_rotated', { name, grace_period_seconds: 60, ended_grace: true }],
      ['agent.signing_secret_rotated', { name, grace_period_seconds: 0, ended_grace: true }],
      ['agent.signing_secret_rotated', { name, grace_period_seconds: 60, ended_grace: false }],
      ['agent.signing_secret_removed', { name, ended_grace: true }],
    ]);
    for (const secret of secrets) expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('events: each one that was sent again, by its person alone', async () => {
    const { person, agent } = await withAgent();
    const stranger = await Person.signUp(baseUrl);
    await person.send(agent.agentId, 'hidden words');
    const event = await person.newestEvent(agent.agentId, 'waiting');
    await person.redeliver(event.event_id);
    const path = `/events/${event.event_id}/redeliver`;
    expectRefusal(await stranger.call(path, { method: 'POST' }), 404);
    expect(await logOf(person, 'event')).toEqual([
      expect.objectContaining({
        ...{ action: 'event.redelivered', actor: 'user', subject_id: event.event_id },
        ...{ agent_id: agent.agentId, address: '127.0.0.1' },
        details: { name: 'Mailbox', type: 'user_message' },
      }),
    ]);
    expect(await logOf(stranger, 'event')).toEqual([]);
  });

  it('events no entry of one whose run is over', async () => {
    const { person, agent } = await withAgent();
    const { id } = await person.tasks.create(agent.agentId, { name: 'Orders', schedule: 'event' });
    const started = await person.call(`/tasks/${id}/run`, { method: 'POST' });
    const { run_id } = started.body as { run_id: string };
    const event = await person.newestEvent(agent.agentId, 'waiting');
    await person.call(`/runs/${run_id}/cancel`, { method: 'POST' });
    expectRefusal(await person.call(`/events/${event.event_id}/redeliver`, { method: 'POST' }), 409);
    expect(await logOf(person, 'event')).toEqual([]);
  });
});
