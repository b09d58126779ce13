/** @only-in-all Works long with what others have made. */
import { randomBytes } from 'node:crypto';
import { base64, eventually, filesOfZip, m4aOf, Person, tinyGif, tinyPng } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { baseUrl } from './product-under-test.js';

type Line = Record<string, unknown> & { record: string };

/** Asks for an export, waits until it is ready, and fetches its file. */
async function exported(person: Person) {
  const asking = person.call('/account/exports', { method: 'POST' });
  const asked = await bodyOf('requestExport', asking);
  const exportId = asked.export_id;
  const read = async () => {
    const listed = await bodyOf('listExports', person.call('/account/exports'));
    return listed.find(({ export_id }) => export_id === exportId) ?? asked;
  };
  const made = await eventually(read, ({ state }) => state === 'ready', { what: 'the export to be ready' });
  const { status, headers, bytes } = await person.call(`/account/exports/${exportId}/file`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    ...{ 'cache-control': 'no-store', 'content-type': 'application/zip' },
    'content-disposition': expect.stringMatching(/filename="account-[\d-]{10}\.zip"$/),
  });
  expect(bytes).toHaveLength(made.byte_length);
  const files = await filesOfZip(bytes);
  const tables = [...files].filter(([path]) => path.endsWith('.jsonl'));
  for (const [path] of tables) expect(String(files.get('README.txt'))).toContain(`\n${path} `);
  const text = tables.map(([, content]) => content.toString('utf8')).join('');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  expect(lines).toHaveLength(made.lines);
  return { files, text, of: (record: string) => lines.filter((line) => line.record === record) };
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
    const { taskId: deletedId, runId: endedId } = await agent.tasks.startNew();
    await agent.tasks.complete(endedId, { status: 'completed', summary: 'Ended' });
    await agent.tasks.delete(deletedId);
    const { decision_id } = await agent.ask({
      action: 'a.b:c',
      answer_schema: { type: 'object', properties: { amount: { type: 'number' } } },
    });
    const decision = await person.resolve(decision_id, { status: 'approved', answer: { amount: 7 } });
    const key = await person.createKey(agent.agentId, { name: 'Worker' });
    const { program, secret, key_id } = await person.createApiKey();
    await program.changeAgent(agent.agentId, { agent_name: 'Postbox' });
    const { of, text } = await exported(person);
    expect(of('profile')).toMatchObject([{ name: 'Zenobia' }]);
    expect(of('agent')).toMatchObject([{ agent_id: agent.agentId, agent_name: 'Postbox' }]);
    expect(of('agent_key')).toMatchObject([{ agent_id: agent.agentId, key_id: key.key_id, name: 'Worker' }]);
    expect(of('api_key')).toMatchObject([{ name: 'Nightly backup' }]);
    expect(of('task')).toMatchObject([{ id: task.id }]);
    expect(of('run')).toMatchObject([{ id: runId }, { id: endedId, task_id: null, summary: 'Ended' }]);
    expect(of('decision')).toEqual([{ record: 'decision', ...decision }]);
    const conversation = { id: conversation_id, title: 'Diary', agent_title: 'As told', pinned: true };
    expect(of('conversation')).toMatchObject([conversation]);
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
    const { of, text } = await exported(person);
    const texts = of('message').map((line) => line['text']);
    expect(texts).toHaveLength(121);
    expect(new Set(texts)).toEqual(new Set(Array.from({ length: 121 }, (_, n) => `message ${n}`)));
    const blocksOf = (runId: string) =>
      Array.from({ length: 60 }, (_, n) => [runId, n + 1, `${runId} says ${n}`]);
    const blocks = of('context_block').map((block) => [block['run_id'], block['id'], block['text']]);
    expect(blocks).toEqual(runIds.toSorted().flatMap(blocksOf));
    const first = await person.events(agent.agentId, '?limit=100');
    const second = await person.events(agent.agentId, `?limit=100&cursor=${first.at(-1)?.event_id}`);
    const logged = [...first, ...second];
    expect(logged).toHaveLength(121);
    const events = of('event');
    const shown = events.map(({ record: _record, agent_id: _agent, frame: _frame, ...event }) => event);
    expect(shown).toEqual(logged);
    for (const { message_id, frame } of events)
      expect(JSON.parse(String(frame))).toMatchObject({ type: 'user_message', message_id });
    for (const id of [other.agentId, foreign.message_id]) expect(text).not.toContain(id);
  });

  it('holds the files of both sides', async () => {
    const [person, stranger] = [await Person.signUp(baseUrl), await Person.signUp(baseUrl)];
    const sounds = [600_001, 100].map((byteLength) => m4aOf(byteLength, randomBytes(32)));
    const agent = await person.createAgent();
    const { conversation_id } = await person.send(agent.agentId, 'Listen');
    for (const sound of sounds)
      await person.send(agent.agentId, { audio_base64: base64(sound), conversation_id });
    await agent.send({ image_base64: base64(tinyPng()), conversation_id });
    const other = await stranger.createAgent();
    await stranger.send(other.agentId, { text: 'Look', images: [base64(tinyGif())] });
    const { files, of } = await exported(person);
    const media = [...files].filter(([path]) => path.startsWith('media/'));
    expect(hex(media.map(([, content]) => content))).toEqual(hex([...sounds, tinyPng()]));
    const paths = of('file').map(({ path }) => path);
    expect(paths.toSorted()).toEqual(media.map(([path]) => path).toSorted());
    for (const { path, byte_length } of of('file')) expect(byte_length).toBe(files.get(String(path))?.length);
  });

  it('is made three times for a day at most', async () => {
    const person = await Person.signUp(baseUrl);
    for (let n = 0; n < 3; n += 1) await exported(person);
    expectRefusal(await person.call('/account/exports', { method: 'POST' }), 409);
  });
});
