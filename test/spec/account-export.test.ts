/** @any-shape Gateways alone make exports. */
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { eventually, httpCall, Person } from '@svc/testkit';
import { expectAnswer, expectRefusal } from './answers.js';
import { request } from './decision-calls.js';
import { baseUrl } from './product-under-test.js';

interface Export {
  export_id: string;
  state: string;
  lines: number;
  byte_length: number;
  expires_at: string | null;
}

type Line = Record<string, unknown> & { record: string };

function fileOf(exportId: string, token: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${baseUrl}/api/client/account/exports/${exportId}/file`, { headers });
}

/** Asks for an export, waits until it is ready, and reads its lines. */
async function exported(person: Person): Promise<{ made: Export; text: string; lines: Line[] }> {
  const asked = await person.call('/account/exports', { method: 'POST' });
  expectAnswer('requestExport', asked, 202);
  const { export_id: exportId } = asked.body as Export;
  const made = await eventually(
    async () => {
      const listed = await person.call('/account/exports');
      expectAnswer('listExports', listed, 200);
      return (listed.body as Export[]).find(({ export_id }) => export_id === exportId) as Export;
    },
    ({ state }) => state === 'ready',
    { what: 'the export to be ready' },
  );
  const answer = await fileOf(exportId, person.token);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/gzip');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes).toHaveLength(made.byte_length);
  const text = gunzipSync(bytes).toString('utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  expect(lines).toHaveLength(made.lines);
  return { made, text, lines };
}

describe('The export of an account', () => {
  it('holds everything of the person, without secrets', async () => {
    const person = await Person.signUp(baseUrl, 'Zenobia');
    const agent = await person.createAgent({ agent_name: 'Mailbox' });
    await person.send(agent.agentId, 'Hello, export');
    const task = await agent.tasks.createTriggered();
    const runId = await agent.tasks.start(task.id);
    const { decision_id } = await request(agent, { action: 'a.b:c' });
    const { lines, text } = await exported(person);
    const of = (record: string) => lines.filter((line) => line.record === record);
    expect(of('profile')).toEqual([expect.objectContaining({ name: 'Zenobia' })]);
    expect(of('agent')).toEqual([
      expect.objectContaining({ agent_id: agent.agentId, agent_name: 'Mailbox' }),
    ]);
    expect(of('task')).toEqual([expect.objectContaining({ id: task.id })]);
    expect(of('run')).toEqual([expect.objectContaining({ id: runId })]);
    expect(of('decision')).toEqual([expect.objectContaining({ decision_id })]);
    expect(of('message').map((line) => line['text'])).toContain('Hello, export');
    expect(of('audit').map((line) => line['action'])).toEqual(
      expect.arrayContaining(['account.created', 'agent.created', 'account.export_requested']),
    );
    for (const secret of [agent.secret, task.trigger_id, person.token]) expect(text).not.toContain(secret);
  });

  it('has more messages than one page', async () => {
    const person = await Person.signUp(baseUrl);
    const agent = await person.createAgent();
    const { conversation_id } = await person.send(agent.agentId, 'message 0');
    for (let n = 1; n <= 120; n += 1)
      await person.send(agent.agentId, { text: `message ${n}`, conversation_id });
    const { lines } = await exported(person);
    const texts = lines.filter(({ record }) => record === 'message').map((line) => line['text']);
    expect(new Set(texts)).toEqual(new Set(Array.from({ length: 121 }, (_, n) => `message ${n}`)));
    expect(texts).toHaveLength(121);
  });

  it('is for its person alone', async () => {
    const person = await Person.signUp(baseUrl);
    const { made } = await exported(person);
    const stranger = await Person.signUp(baseUrl);
    expect((await fileOf(made.export_id, stranger.token)).status).toBe(404);
    expect((await fileOf(made.export_id, 'nobody')).status).toBe(401);
    expect((await stranger.call('/account/exports')).body).toEqual([]);
    expect((await fileOf(`exp_${'0'.repeat(32)}`, person.token)).status).toBe(404);
    expect((await fileOf('..%2f..%2fsecrets', person.token)).status).toBe(404);
    const log = await person.call('/account/audit?area=account');
    expect((log.body as { action: string }[])[0]?.action).toBe('account.export_fetched');
  });

  it('is made one at a time, three for a day at most', async () => {
    const person = await Person.signUp(baseUrl);
    for (let n = 0; n < 3; n += 1) await exported(person);
    expectRefusal(await person.call('/account/exports', { method: 'POST' }), 409);
  });

  it('goes with the account', async () => {
    const person = await Person.signUp(baseUrl);
    const { made } = await exported(person);
    const asked = await person.call('/account/erasure', { body: { password: 'correct horse battery' } });
    const { erasure_id } = asked.body as { erasure_id: string };
    await eventually(
      async () => (await httpCall(`${baseUrl}/api/client/erasures/${erasure_id}`)).body as { status: string },
      ({ status }) => status === 'finished',
      { what: 'the end of the erasure' },
    );
    expect([401, 404]).toContain((await fileOf(made.export_id, person.token)).status);
  });
});
