/** @any-shape Schedulers alone erase, step by step, from rows. */
import { describe, expect, it } from '@jest/globals';
import { base64, eventually, httpCall, Person, tinyPng } from '@svc/testkit';
import { bodyOf, expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { request } from './decision-calls.js';
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
    await request(agent, { action: 'a.b:c' });
    const task = await agent.tasks.createTriggered();

    const asked = await person.call('/account/erasure', { body: { password: Person.password } });
    expectAnswer('eraseAccount', asked, 202);
    const credentials = { name: 'Ada', email, password: Person.password };
    const { erasure_id } = asked.body as { erasure_id: string };
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
