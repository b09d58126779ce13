/** @only-in-all Works long with what others have made. */
/** @any-shape Gateways alone make exports. */
import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { base64, eventually, filesOfZip, httpCall, m4aOf, Person, tinyGif, tinyPng } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { expectAnswer, expectRefusal } from './answers.js';
import { request, resolve } from './decision-calls.js';
import { baseUrl } from './product-under-test.js';

interface Export {
  export_id: string;
  format: string;
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

/** Asks for an export, waits until it is ready, and fetches its file. */
async function fetched(
  person: Person,
  format?: 'jsonl' | 'zip',
): Promise<{ made: Export; bytes: Buffer; headers: Headers }> {
  const call = format === undefined ? { method: 'POST' } : { method: 'POST', body: { format } };
  const asked = await person.call('/account/exports', call);
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
  expect(made.format).toBe(format ?? 'jsonl');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes).toHaveLength(made.byte_length);
  return { made, bytes, headers: answer.headers };
}

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

/** An export as lines alone. */
async function exported(person: Person): Promise<{ made: Export; text: string; lines: Line[] }> {
  const { made, bytes, headers } = await fetched(person);
  expect(headers.get('content-type')).toBe('application/gzip');
  expect(headers.get('content-disposition')).toMatch(/filename="account-[\d-]{10}\.jsonl\.gz"$/);
  const text = gunzipSync(bytes).toString('utf8');
  const lines = linesOf(text);
  expect(lines).toHaveLength(made.lines);
  return { made, text, lines };
}

/** A new agent of the person with a message, and two runs in which it has written down sixty things each. */
async function lived(person: Person): Promise<{ agent: AgentClient; runIds: string[] }> {
  const agent = await person.createAgent();
  await person.send(agent.agentId, 'Hello');
  const { id } = await person.tasks.create(agent.agentId, { name: 'Orders', schedule: 'event' });
  const runIds: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    await person.call(`/tasks/${id}/run`, { method: 'POST' });
    const runId = await agent.tasks.start(id);
    for (let n = 0; n < 60; n += 1) await agent.tasks.append(runId, `${runId} says ${n}`);
    runIds.push(runId);
  }
  return { agent, runIds };
}

/** Resolves when no event of the agent is on its way any more: what is logged of them stays as it is then. */
async function settled(person: Person, { agentId }: AgentClient): Promise<void> {
  await eventually(
    () => person.events(agentId, '?state=pending'),
    ({ length }) => length === 0,
    { what: 'no event to be pending' },
  );
}

describe('The export of an account', () => {
  it('holds everything of the person, without secrets', async () => {
    const person = await Person.signUp(baseUrl, 'Zenobia');
    const agent = await person.createAgent({ agent_name: 'Mailbox' });
    const { conversation_id } = await person.send(agent.agentId, 'Hello, export');
    const marked = { method: 'PATCH', body: { title: 'Diary', pinned: true } };
    await person.call(`/conversations/${conversation_id}`, marked);
    const told = { method: 'PATCH', body: { title: 'As told' } };
    await agent.call(`/api/agent/conversations/${conversation_id}`, told);
    const task = await agent.tasks.createTriggered();
    const runId = await agent.tasks.start(task.id);
    const { decision_id } = await request(agent, {
      action: 'a.b:c',
      answer_schema: { type: 'object', properties: { amount: { type: 'number' } } },
    });
    const decision = await resolve(person, decision_id, { status: 'approved', answer: { amount: 7 } });
    const key = await person.createKey(agent.agentId, { name: 'Nightly backup' });
    const body = { name: 'Backup', scopes: ['write'], expires_in_seconds: 60 };
    const made = await person.call('/account/keys', { body });
    const { key_id: keyId, secret } = made.body as Record<'key_id' | 'secret', string>;
    const renamed = { method: 'PATCH', body: { agent_name: 'Mailbox' } };
    await person.at(baseUrl, secret).call(`/agents/${agent.agentId}`, renamed);
    const { lines, text } = await exported(person);
    const of = (record: string) => lines.filter((line) => line.record === record);
    expect(of('profile')).toEqual([expect.objectContaining({ name: 'Zenobia' })]);
    expect(of('agent')).toEqual([
      expect.objectContaining({ agent_id: agent.agentId, agent_name: 'Mailbox' }),
    ]);
    expect(of('agent_key')).toEqual([
      expect.objectContaining({ agent_id: agent.agentId, key_id: key.key_id, name: 'Nightly backup' }),
    ]);
    expect(of('api_key')).toEqual([expect.objectContaining({ name: 'Backup' })]);
    expect(of('task')).toEqual([expect.objectContaining({ id: task.id })]);
    expect(of('run')).toEqual([expect.objectContaining({ id: runId })]);
    expect(of('decision')).toEqual([{ record: 'decision', ...decision }]);
    expect(decision.answer).toEqual({ amount: 7 });
    expect(of('conversation')).toEqual([
      expect.objectContaining({ id: conversation_id, title: 'Diary', agent_title: 'As told', pinned: true }),
    ]);
    expect(of('message').map((line) => line['text'])).toContain('Hello, export');
    expect(of('audit').map((line) => line['action'])).toEqual(
      expect.arrayContaining(['account.created', 'agent.created', 'account.export_requested']),
    );
    expect(of('audit')).toContainEqual(
      expect.objectContaining({ action: 'agent.changed', key_id: keyId, key_name: 'Backup' }),
    );
    for (const hidden of [agent.secret, key.secret, task.trigger_id, person.token, secret])
      expect(text).not.toContain(hidden);
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
    const logged = lines.filter(({ record }) => record === 'event').map((line) => line['event_id']);
    const first = await person.events(agent.agentId, '?limit=100');
    const second = await person.events(agent.agentId, `?limit=100&cursor=${first.at(-1)?.event_id}`);
    expect(logged).toEqual([...first, ...second].map(({ event_id }) => event_id));
    expect(logged).toHaveLength(121);
  });

  it('holds the bytes of files of both sides', async () => {
    const [person, stranger] = [await Person.signUp(baseUrl), await Person.signUp(baseUrl)];
    // One of several parts, one that ends with a part, and one of a part.
    const sounds = [600_001, 2 * 196_608, 100].map((byteLength) => m4aOf(byteLength, randomBytes(32)));
    const agent = await person.createAgent();
    const { conversation_id } = await person.send(agent.agentId, 'Listen');
    for (const sound of sounds) {
      await person.send(agent.agentId, { audio_base64: base64(sound), conversation_id });
    }
    await agent.send({ image_base64: base64(tinyPng()), conversation_id });
    const other = await stranger.createAgent();
    await stranger.send(other.agentId, { text: 'Look', images: [base64(tinyGif())] });
    const { lines, text } = await exported(person);
    const shown = (await person.history(conversation_id)).flatMap(({ image_urls, audio_url }) => [
      ...image_urls,
      ...(audio_url === null ? [] : [audio_url]),
    ]);
    const files = lines.filter(({ record }) => record === 'file');
    expect(new Set(files.map((file) => file['media_id']))).toEqual(
      new Set(shown.map((url) => url.split('/').at(-1))),
    );
    const held = files.map((file) => {
      const parts = lines.filter(
        ({ record, media_id }) => record === 'file_part' && media_id === file['media_id'],
      );
      const bytes = Buffer.concat(parts.map((part) => Buffer.from(String(part['base64']), 'base64')));
      expect(file).toMatchObject({ is_included: true, byte_length: bytes.length });
      let end = 0;
      for (const part of parts) {
        expect(part['offset']).toBe(end);
        end += Buffer.from(String(part['base64']), 'base64').length;
      }
      return bytes.toString('hex');
    });
    expect(held.sort()).toEqual([...sounds, tinyPng()].map((file) => file.toString('hex')).sort());
    for (const line of text.split('\n')) expect(line.length).toBeLessThan(300_000);
  });

  it('holds each event and each context block once, and nobody else’s', async () => {
    const [person, stranger] = [await Person.signUp(baseUrl), await Person.signUp(baseUrl)];
    const [own, others] = [await lived(person), await lived(stranger)];
    await settled(person, own.agent);
    const { lines, text } = await exported(person);
    const blocks = lines.filter(({ record }) => record === 'context_block');
    expect(blocks.map((block) => [block['run_id'], block['id'], block['text']])).toEqual(
      own.runIds
        .toSorted()
        .flatMap((runId) => Array.from({ length: 60 }, (_, n) => [runId, n + 1, `${runId} says ${n}`])),
    );
    const events = lines.filter(({ record }) => record === 'event');
    const logged = await person.events(own.agent.agentId);
    expect(events.map(({ record: _record, agent_id: _agent, frame: _frame, ...event }) => event)).toEqual(
      logged,
    );
    const types = events.map((event) => event['type']);
    expect(types.toSorted()).toEqual(['task_trigger', 'task_trigger', 'user_message']);
    for (const { type, agent_id: agentId, message_id, run_id, frame } of events) {
      expect(agentId).toBe(own.agent.agentId);
      const subject = type === 'user_message' ? { message_id } : { run_id };
      expect(JSON.parse(String(frame))).toMatchObject({ type, ...subject });
    }
    const foreign = [others.agent.agentId, ...others.runIds];
    foreign.push(...(await stranger.events(others.agent.agentId)).map(({ event_id: id }) => id));
    for (const id of foreign) expect(text).not.toContain(id);
  });

  it('as a zip holds the same lines by noun, and each file of both sides as it is kept', async () => {
    const [person, stranger] = [await Person.signUp(baseUrl, 'Zenobia'), await Person.signUp(baseUrl)];
    const { agent } = await lived(person);
    const [large, small] = [m4aOf(600_001, randomBytes(32)), tinyPng()];
    const { conversation_id } = await person.send(agent.agentId, { audio_base64: base64(large) });
    await agent.send({ image_base64: base64(small), conversation_id });
    await person.createKey(agent.agentId, { name: 'Nightly backup' });
    await request(agent, { action: 'a.b:c' });
    const other = await stranger.createAgent();
    await stranger.send(other.agentId, { text: 'Look', images: [base64(tinyGif())] });
    await settled(person, agent);
    const { made, bytes, headers } = await fetched(person, 'zip');
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toMatch(/filename="account-[\d-]{10}\.zip"$/);
    const zip = await filesOfZip(bytes);
    const listed = linesOf(String(zip.get('files.jsonl')));
    const media = [...zip.keys()].filter((path) => path.startsWith('media/'));
    expect(listed.map((file) => file['path']).toSorted()).toEqual(media.toSorted());
    for (const file of listed) {
      expect(file['path']).toBe(`media/${String(file['media_id'])}`);
      expect(file['path']).toMatch(/\.(?:png|m4a)$/);
      expect(file['byte_length']).toBe(zip.get(String(file['path']))?.length);
    }
    const hex = (files: (Buffer | undefined)[]) => files.map((file) => file?.toString('hex')).toSorted();
    expect(hex(media.map((path) => zip.get(path)))).toEqual(hex([large, small]));
    expect(String(zip.get('README.txt'))).toContain('a copy of what is kept of you');
    const names = [...zip.keys()].filter((path) => path.endsWith('.jsonl'));
    for (const path of zip.keys())
      if (path !== 'README.txt' && !path.startsWith('media/'))
        expect(String(zip.get('README.txt'))).toContain(`\n${path} `);
    const zipped = names.flatMap((path) => linesOf(String(zip.get(path))));
    expect(zipped).toHaveLength(made.lines);
    const { lines } = await exported(person);
    // The second export has told the audit log of itself, and of the first one's file.
    const comparable = (all: Line[]) =>
      all
        .filter(({ record }) => record !== 'audit' && record !== 'file_part')
        .map(({ path: _path, ...line }) => JSON.stringify(line))
        .toSorted();
    expect(comparable(zipped)).toEqual(comparable(lines));
    for (const [path, noun] of [
      ['context_blocks', 'context_block'],
      ['agents', 'agent'],
      ['agent_keys', 'agent_key'],
      ['audit', 'audit'],
      ['conversations', 'conversation'],
      ['decisions', 'decision'],
      ['events', 'event'],
      ['messages', 'message'],
      ['runs', 'run'],
      ['tasks', 'task'],
    ])
      expect(new Set(linesOf(String(zip.get(`${path}.jsonl`))).map(({ record }) => record))).toEqual(
        new Set([noun]),
      );
  });

  it('is refused in a format that there is none of', async () => {
    const person = await Person.signUp(baseUrl);
    expectRefusal(await person.call('/account/exports', { body: { format: 'tar' } }), 422);
    expect((await person.call('/account/exports')).body).toEqual([]);
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
