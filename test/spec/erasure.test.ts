/** @any-shape Schedulers alone erase, step by step, from rows. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { AgentClient, eventually, httpCall, Person, tinyPng } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { request } from './decision-calls.js';
import { baseUrl, useProduct } from './product-under-test.js';

interface Erasure {
  erasure_id: string;
  status: 'running' | 'finished';
  remaining: { agents: number; files: number };
  finished_at: string | null;
}

async function progress(erasureId: string): Promise<Erasure> {
  const answer = await httpCall(`${baseUrl}/api/client/erasures/${erasureId}`);
  expectAnswer('getErasure', answer, 200);
  return answer.body as Erasure;
}

describe('The erasure of an account', () => {
  const bench = useProduct();

  it('needs the password, and changes nothing without it', async () => {
    const person = await Person.signUp(baseUrl);
    const { agentId } = await person.createAgent();
    const wrong = await person.call('/account/erasure', { body: { password: 'something else' } });
    expectInvalidField(wrong, 'body.password');
    expect((await person.agent(agentId)).agent_id).toBe(agentId);
  });

  it('ends sessions, agents, sockets, triggers and files, frees the address, and says when nothing is left', async () => {
    const email = `${randomBytes(8).toString('hex')}@example.org`;
    const credentials = { name: 'Ada', email, password: Person.password };
    const up = await httpCall(`${baseUrl}/api/auth/sign-up/email`, { body: credentials });
    const headers = { authorization: `Bearer ${String(up.headers['set-auth-token'])}` };
    const call = (path: string, body?: unknown) =>
      httpCall(`${baseUrl}/api/client${path}`, body === undefined ? { headers } : { headers, body });
    const made = await call('/agents', { agent_name: 'Mailbox', kind: 'interactive' });
    const { agent_id: agentId, secret } = made.body as { agent_id: string; secret: string };
    const agent = new AgentClient(baseUrl, { agentId, secret });
    const socket = await bench.connect(agent);
    const sent = await call(`/agents/${agentId}/messages`, {
      text: 'Hello',
      images: [tinyPng().toString('base64')],
    });
    const { conversation_id } = sent.body as { conversation_id: string };
    const history = await call(`/conversations/${conversation_id}/messages`);
    const [imageUrl = ''] = (history.body as { image_urls: string[] }[])[0]?.image_urls ?? [];
    expect((await httpCall(imageUrl)).status).toBe(200);
    await request(agent, { action: 'a.b:c' });
    const task = await agent.tasks.createTriggered();

    const asked = await call('/account/erasure', { password: Person.password });
    expectAnswer('eraseAccount', asked, 202);
    const { erasure_id } = asked.body as Erasure;
    expectRefusal(await httpCall(`${baseUrl}/api/auth/sign-in/email`, { body: credentials }), 401);
    await socket.closed();
    expectRefusal(await agent.call('/api/agent/tasks'), 401);
    expect((await httpCall(`${baseUrl}/webhook/${task.trigger_id}`, { body: {} })).status).toBe(404);
    const done = await eventually(
      () => progress(erasure_id),
      ({ status }) => status === 'finished',
      { what: 'the end of the erasure' },
    );
    expect(done).toMatchObject({ remaining: { agents: 0, files: 0 }, finished_at: expect.any(String) });
    expect(JSON.stringify(done)).not.toContain(email);
    expect((await httpCall(imageUrl)).status).toBe(404);
    await eventually(
      () => call('/agents'),
      ({ status }) => status === 401,
      { what: 'the session to be forgotten' },
    );

    const again = await httpCall(`${baseUrl}/api/auth/sign-up/email`, { body: credentials });
    expect(again.status).toBe(200);
    const fresh = { authorization: `Bearer ${String(again.headers['set-auth-token'])}` };
    expect((await httpCall(`${baseUrl}/api/client/agents`, { headers: fresh })).body).toEqual([]);
    const log = await httpCall(`${baseUrl}/api/client/account/audit`, { headers: fresh });
    expect((log.body as { action: string }[]).map(({ action }) => action)).toEqual(['account.created']);
  });
});
