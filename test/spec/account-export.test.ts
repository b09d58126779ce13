/** @only-in-all Works long with what others have made. */
/** @any-shape Gateways alone make exports. */
import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { base64, eventually, filesOfZip, m4aOf, Person, tinyGif, tinyPng } from '@svc/testkit';
import { expectAnswer, expectRefusal } from './answers.js';
import { makeApiKey } from './api-key.js';
import { request, resolve } from './decision-calls.js';
import { baseUrl } from './product-under-test.js';

interface Export {
  export_id: string;
  format: string;
  state: string;
  lines: number;
  byte_length: number;
}

type Line = Record<string, unknown> & { record: string };

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
  expect(made.format).toBe(format ?? 'jsonl');
  const authorization = `Bearer ${person.token}`;
  const url = `${baseUrl}/api/client/account/exports/${exportId}/file`;
  const answer = await fetch(url, { headers: { authorization } });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
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
async function exported(person: Person): Promise<{ text: string; lines: Line[] }> {
  const { made, bytes, headers } = await fetched(person);
  expect(headers.get('content-type')).toBe('application/gzip');
  expect(headers.get('content-disposition')).toMatch(/filename="account-[\d-]{10}\.jsonl\.gz"$/);
  const text = gunzipSync(bytes).toString('utf8');
  const lines = linesOf(text);
  expect(lines).toHaveLength(made.lines);
  return { text, lines };
}

const hex = (files: Buffer[]) => files.map((file) => file.toString('hex')).toSorted();

describe('The export of an account', () => {
  it('holds everything of the person, without secrets', async () => {
    const person = await Person.signUp(baseUrl, 'Zenobia');
    const agent = await person.createAgent({ agent_name: 'Mailbox' });
    const { conversation_id } = await person.send(agent.agentId, 'Hello, export');
    const path = `/conversations/${conversation_id}`;
    await person.call(path, { method: 'PATCH', body: { title: 'Diary', pinned: true } });
    await agent.call(`/api/agent${path}`, { method: 'PATCH', body: { title: 'As told' } });
    const task = await agent.tasks.createTriggered();
    const runId = await agent.tasks.start(task.id);
    const { decision_id } = await request(agent, {
      action: 'a.b:c',
      answer_schema: { type: 'object', properties: { amount: { type: 'number' } } },
    });
    const decision = await resolve(person, decision_id, { status: 'approved', answer: { amount: 7 } });
    const key = await person.createKey(agent.agentId, { name: 'Worker' });
    const { program, secret, key_id } = await makeApiKey(person);
    await program.changeAgent(agent.agentId, { agent_name: 'Postbox' });
    const { lines, text } = await exported(person);
    const of = (record: string) => lines.filter((line) => line.record === record);
    expect(of('profile')).toMatchObject([{ name: 'Zenobia' }]);
    expect(of('agent')).toMatchObject([{ agent_id: agent.agentId, agent_name: 'Postbox' }]);
    expect(of('agent_key')).toMatchObject([{ agent_id: agent.agentId, key_id: key.key_id, name: 'Worker' }]);
    expect(of('api_key')).toMatchObject([{ name: 'Nightly backup' }]);
    expect(of('task')).toMatchObject([{ id: task.id }]);
    expect(of('run')).toMatchObject([{ id: runId }]);
    expect(of('decision')).toEqual([{ record: 'decision', ...decision }]);
    expect(of('conversation')).toMatchObject([
      { id: conversation_id, title: 'Diary', agent_title: 'As told', pinned: true },
    ]);
    expect(of('message').map((line) => line['text'])).toContain('Hello, export');
    expect(of('audit')).toContainEqual(expect.objectContaining({ action: 'agent.changed', key_id }));
    for (const hidden of [agent.secret, key.secret, task.trigger_id, person.token, secret])
      expect(text).not.toContain(hidden);
  });

  it('holds each message, event and block once, however many there are, and nobody else’s', async () => {
    const [person, stranger] = [await Person.signUp(baseUrl), await Person.signUp(baseUrl)];
    const other = await stranger.createAgent();
    const foreign = await stranger.send(other.agentId, 'Foreign');
    const agent = await person.createAgent();
    const { conversation_id } = await person.send(agent.agentId, 'message 0');
    for (let n = 1; n <= 120; n += 1)
      await person.send(agent.agentId, { text: `message ${n}`, conversation_id });
    const task = await agent.tasks.createTriggered();
    const runIds = [await agent.tasks.start(task.id), await agent.tasks.start(task.id)];
    for (const runId of runIds)
      for (let n = 0; n < 60; n += 1) await agent.tasks.append(runId, `${runId} says ${n}`);
    // What is logged of events stays as it is once none is on its way any more.
    await person.untilEvents(agent.agentId, 'pending', 0);
    const { lines, text } = await exported(person);
    const of = (record: string) => lines.filter((line) => line.record === record);
    const texts = of('message').map((line) => line['text']);
    expect(texts).toHaveLength(121);
    expect(new Set(texts)).toEqual(new Set(Array.from({ length: 121 }, (_, n) => `message ${n}`)));
    expect(of('context_block').map((block) => [block['run_id'], block['id'], block['text']])).toEqual(
      runIds
        .toSorted()
        .flatMap((runId) => Array.from({ length: 60 }, (_, n) => [runId, n + 1, `${runId} says ${n}`])),
    );
    const first = await person.events(agent.agentId, '?limit=100');
    const second = await person.events(agent.agentId, `?limit=100&cursor=${first.at(-1)?.event_id}`);
    const logged = [...first, ...second];
    expect(logged).toHaveLength(121);
    const events = of('event');
    expect(events.map(({ record: _record, agent_id: _agent, frame: _frame, ...event }) => event)).toEqual(
      logged,
    );
    for (const { message_id, frame } of events)
      expect(JSON.parse(String(frame))).toMatchObject({ type: 'user_message', message_id });
    for (const id of [other.agentId, foreign.message_id]) expect(text).not.toContain(id);
  });

  it('holds the bytes of files of both sides, as lines in parts, and as a zip in files', async () => {
    const [person, stranger] = [await Person.signUp(baseUrl), await Person.signUp(baseUrl)];
    // One of several parts, one that ends with a part, and one of a part.
    const sounds = [600_001, 2 * 196_608, 100].map((byteLength) => m4aOf(byteLength, randomBytes(32)));
    const agent = await person.createAgent();
    const { conversation_id } = await person.send(agent.agentId, 'Listen');
    for (const sound of sounds)
      await person.send(agent.agentId, { audio_base64: base64(sound), conversation_id });
    await agent.send({ image_base64: base64(tinyPng()), conversation_id });
    const other = await stranger.createAgent();
    await stranger.send(other.agentId, { text: 'Look', images: [base64(tinyGif())] });
    await person.untilEvents(agent.agentId, 'pending', 0);
    const { lines, text } = await exported(person);
    const held = lines
      .filter(({ record }) => record === 'file')
      .map((file) => {
        const parts = lines.filter(
          ({ record, media_id }) => record === 'file_part' && media_id === file['media_id'],
        );
        let whole = Buffer.alloc(0);
        for (const part of parts) {
          expect(part['offset']).toBe(whole.length);
          whole = Buffer.concat([whole, Buffer.from(String(part['base64']), 'base64')]);
        }
        expect(file).toMatchObject({ is_included: true, byte_length: whole.length });
        return whole;
      });
    expect(hex(held)).toEqual(hex([...sounds, tinyPng()]));
    for (const line of text.split('\n')) expect(line.length).toBeLessThan(300_000);

    const { made, bytes, headers } = await fetched(person, 'zip');
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toMatch(/filename="account-[\d-]{10}\.zip"$/);
    const zip = await filesOfZip(bytes);
    const media = [...zip.keys()].filter((path) => path.startsWith('media/'));
    expect(linesOf(String(zip.get('files.jsonl'))).map(({ path }) => path)).toEqual(
      expect.arrayContaining(media),
    );
    expect(hex(media.map((path) => zip.get(path) ?? Buffer.alloc(0)))).toEqual(hex(held));
    const tables = [...zip.keys()].filter((path) => path.endsWith('.jsonl'));
    for (const path of tables) expect(String(zip.get('README.txt'))).toContain(`\n${path} `);
    const zipped = tables.flatMap((path) => linesOf(String(zip.get(path))));
    expect(zipped).toHaveLength(made.lines);
    // The second export has told the audit log of itself, and of the first one's file.
    const comparable = (all: Line[]) =>
      all
        .filter(({ record }) => record !== 'audit' && record !== 'file_part')
        .map(({ path: _path, ...line }) => JSON.stringify(line))
        .toSorted();
    expect(comparable(zipped)).toEqual(comparable(lines));
  });

  it('is made three times for a day at most', async () => {
    const person = await Person.signUp(baseUrl);
    for (let n = 0; n < 3; n += 1) await exported(person);
    expectRefusal(await person.call('/account/exports', { method: 'POST' }), 409);
  });
});
