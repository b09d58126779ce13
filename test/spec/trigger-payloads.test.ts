import { gzipSync } from 'node:zlib';
import { sign } from '@octokit/webhooks-methods';
import type { HttpCall } from '@svc/testkit';
import { bodyOf, expectRefusal, expectInvalidField } from './answers.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' } };
const SECRET = 'a secret of a repository';

describe('A form that a trigger URL gets', () => {
  it('reaches the agent as an object: each field a text, repeated ones a list', async () => {
    const { socket, trigger_id } = await bench.onlineTriggeredAgent();
    const runId = await bench.expectTriggered(trigger_id, 'name=Zo%C3%AB+B&tag=a&tag=b&empty=', FORM);
    expect(await socket.taskTrigger(runId)).toMatchObject({
      payload: { name: 'Zoë B', tag: ['a', 'b'], empty: '' },
    });
  });

  it('is compared as this object, with other forms and with JSON', async () => {
    const { trigger_id } = await bench.onlineTriggeredAgent();
    const runId = await bench.expectTriggered(trigger_id, 'a=1&b=2', FORM);
    expect((await bench.fire(trigger_id, 'b=2&a=%31', FORM)).body).toEqual({
      status: 'duplicate',
      run_id: runId,
    });
    await bench.expectDuplicate(trigger_id, { a: '1', b: '2' }, runId);
    await bench.expectTriggered(trigger_id, 'a=1&b=3', FORM);
  });

  it('of GitHub is proven by its raw body, and its field `payload` is the JSON that it holds', async () => {
    const { agent, id, trigger_id } = await bench.triggeredAgent();
    const sender = { scheme: 'github', secrets: [SECRET] };
    await bench.person.succeed(`/tasks/${id}/sender`, { method: 'PUT', body: sender });
    const body = `payload=${encodeURIComponent('{"action":"opened","number":12345678901234567890}')}`;
    const event = { ...FORM.headers, 'x-github-event': 'issues', 'x-github-delivery': 'one' };
    const signed = { ...event, 'x-hub-signature-256': await sign(SECRET, body) };
    expectRefusal(await bench.fire(trigger_id, `${body}&more=1`, { headers: signed }), 401);
    await bench.expectQueued(trigger_id, body, { headers: signed });
    const pending = await agent.call('/api/agent/tasks/triggers/pending');
    expect(pending.bytes.toString('utf8')).toContain(
      '"payload":{"payload":{"action":"opened","number":12345678901234567890}}',
    );
  });

  it('is none if it begins as JSON, is not UTF-8, or has more than 1,000 fields', async () => {
    const { trigger_id } = await bench.triggeredAgent();
    expectRefusal(await bench.fire(trigger_id, '{"order":1', FORM), 400, 'Malformed JSON');
    expectRefusal(await bench.fire(trigger_id, 'order=%E4', FORM), 400, 'Malformed JSON');
    expectRefusal(await bench.fire(trigger_id, 'a&'.repeat(1_000), FORM), 413);
    expectRefusal(await bench.fire(trigger_id, '5', FORM), 422);
  });
});

const CALL = { headers: { 'X-GitHub-Event': 'push', payload: '","payload":', authorization: 'Bearer x' } };

describe('The headers of a trigger', () => {
  it('that the task names and that came reach the agent by every channel, and stand with the run', async () => {
    const { agent, socket, id, trigger_id } = await bench.onlineTriggeredAgent({
      trigger_headers: ['X-GitHub-Event', 'payload', 'x-absent', 'x-github-event'],
    });
    expect(await agent.tasks.read(id)).toMatchObject({
      trigger_headers: ['x-github-event', 'payload', 'x-absent'],
    });
    const headers = { 'x-github-event': 'push', payload: '","payload":' };
    const runId = await bench.expectTriggered(trigger_id, { order: 1 }, CALL);
    expect(await socket.taskTrigger(runId)).toMatchObject({ headers, payload: { order: 1 } });
    const [own, shown] = [
      await agent.call(`/api/agent/tasks/runs/${runId}`),
      await bench.person.call(`/runs/${runId}`),
    ];
    for (const { body } of [own, shown]) expect(body).toMatchObject({ headers });

    const away = await bench.person.createAgent();
    const other = await away.tasks.createTriggered({ trigger_headers: ['authorization', 'x-absent'] });
    await bench.expectQueued(other.trigger_id, { order: 1 }, CALL);
    const pending = await bodyOf('listPendingTriggers', away.call('/api/agent/tasks/triggers/pending'));
    expect(pending).toMatchObject([{ headers: { authorization: 'Bearer x' }, payload: { order: 1 } }]);
  });

  it('are none where the task names none, and a change holds for the next call', async () => {
    const { agent, socket, id, trigger_id } = await bench.onlineTriggeredAgent();
    const plain = await bench.expectTriggered(trigger_id, { n: 1 }, CALL);
    expect(await socket.taskTrigger(plain)).not.toHaveProperty('headers');
    expect(await agent.tasks.run(plain)).not.toHaveProperty('headers');
    const change = (names: string[]) =>
      bench.person.call(`/tasks/${id}`, { method: 'PATCH', body: { trigger_headers: names } });
    await bodyOf('updateAgentTask', change(['x-absent']));
    const named = await bench.expectTriggered(trigger_id, { n: 2 }, CALL);
    expect(await socket.taskTrigger(named)).toMatchObject({ headers: {} });
    expect((await change([])).body).not.toHaveProperty('trigger_headers');
    const last = await bench.expectTriggered(trigger_id, { n: 3 }, CALL);
    expect(await socket.taskTrigger(last)).not.toHaveProperty('headers');
  });

  it('never have the one that holds the secret of a sender, or of one who was removed', async () => {
    const { agent, id, trigger_id } = await bench.triggeredAgent({
      trigger_headers: ['authorization', 'x-github-event'],
    });
    const sender = { scheme: 'shared_header', header: 'Authorization', secrets: ['Bearer x'] };
    await bench.person.succeed(`/tasks/${id}/sender`, { method: 'PUT', body: sender });
    const expectNoSecret = async (payload: object) => {
      await bench.expectQueued(trigger_id, payload, CALL);
      const [pending] = await agent.tasks.pendingTriggers();
      expect(pending).toMatchObject({ headers: { 'x-github-event': 'push' }, payload });
      expect(JSON.stringify(pending)).not.toContain('Bearer');
    };
    await expectNoSecret({ n: 1 });
    const other = { scheme: 'shared_header', header: 'X-Token', secrets: ['long enough'] };
    const changed = await bench.person.call(`/tasks/${id}/sender`, { method: 'PUT', body: other });
    expect(changed.body).toMatchObject({
      trigger_headers: ['x-github-event'],
      sender: { header: 'x-token' },
    });
    await bodyOf('removeTriggerSender', bench.person.call(`/tasks/${id}/sender`, { method: 'DELETE' }));
    await expectNoSecret({ n: 2 });
  });
});

const CALLERS = 64;

describe('A payload that a task was triggered with before', () => {
  it('is a duplicate with the earlier run_id: no new run, no new event', async () => {
    const { socket, id, trigger_id } = await bench.onlineTriggeredAgent();
    const runId = await bench.expectTriggered(trigger_id, { order: 1 });
    await bench.expectDuplicate(trigger_id, { order: 1 }, runId);
    await bench.expectDuplicate(trigger_id, { order: 1 }, runId);
    const next = await bench.expectTriggered(trigger_id, { order: 2 });
    await socket.taskTrigger(next);
    expect(socket.events.map((event) => event['run_id'])).toEqual([runId, next]);
    expect((await bench.person.tasks.runs(id)).map((run) => run.id)).toEqual([next, runId]);
  });

  it('is a duplicate of what was queued, also after its run has ended', async () => {
    const { agent, trigger_id } = await bench.triggeredAgent();
    await bench.expectQueued(trigger_id, { order: 1 });
    const [pending] = await agent.tasks.pendingTriggers();
    const runId = pending?.run_id ?? '';
    await bench.expectDuplicate(trigger_id, { order: 1 }, runId);
    await agent.tasks.complete(runId);
    await bench.expectDuplicate(trigger_id, { order: 1 }, runId);
  });

  it.each([
    ['the order of keys', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
    ['how it is written', '{"a":[100,"A"]}', ' {\r\n\t"a" : [ 1e2 , "\\u0041" ] } \n'],
    ['a byte order mark', '{"a":1}', '\ufeff{"a":1}'],
  ])('is the same whatever %s', async (_, first, second) => {
    const { trigger_id } = await bench.onlineTriggeredAgent();
    await bench.expectDuplicate(trigger_id, second, await bench.expectTriggered(trigger_id, first));
  });

  /** What else is the same number, or another one, is in `packages/domain`. */
  it('is another one by the last digit of a number, which reaches the agent digit for digit', async () => {
    const { agent, trigger_id } = await bench.triggeredAgent();
    const numbers = ['9007199254740992', '9007199254740993', '1E400'];
    for (const number of numbers) await bench.expectQueued(trigger_id, `{ "b": [${number}], "a": "x" }`);
    const polled = (await agent.call('/api/agent/tasks/triggers/pending')).bytes.toString();
    for (const number of numbers) expect(polled).toContain(`"payload":{"a":"x","b":[${number}]}`);
  });

  it('is compared by the key that its calls have, and not by itself', async () => {
    const { agent, trigger_id } = await bench.onlineTriggeredAgent();
    const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
    const runs = [
      await bench.expectTriggered(trigger_id, ''),
      await bench.expectTriggered(trigger_id, '', keyed('ping-1')),
      await bench.expectTriggered(trigger_id, '', keyed('ping-2')),
    ];
    expect(new Set(runs).size).toBe(3);
    const again = await bench.fire(trigger_id, { another: 'body' }, keyed('ping-2'));
    expect(again.body).toEqual({ status: 'duplicate', run_id: runs[2] });
    await bench.expectDuplicate(trigger_id, '', runs[0] ?? '');
    const other = await agent.tasks.createTriggered();
    await bench.expectTriggered(other.trigger_id, '', keyed('ping-2'));
    expectInvalidField(await bench.fire(trigger_id, '{}', keyed('two words')), 'headers.idempotency-key');
  });

  it('counts only once it was accepted: 403 {detail: Task is disabled} leaves no trace', async () => {
    const { agent, id, trigger_id } = await bench.triggeredAgent();
    await agent.tasks.change(id, { enabled: false });
    const refused = await bench.fire(trigger_id, { order: 1 });
    expect([refused.status, refused.body]).toEqual([403, { detail: 'Task is disabled' }]);
    expect(await bench.person.events(agent.agentId)).toEqual([]);
    await agent.tasks.change(id, { enabled: true });
    await bench.expectQueued(trigger_id, { order: 1 });
  });

  it(`sent ${CALLERS} times at one instant begins one run: all others are duplicates`, async () => {
    const { agent, socket, id, trigger_id } = await bench.onlineTriggeredAgent();
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, () => bench.fire(trigger_id, { order: 'at once' })),
    );
    const bodies = answers.map(({ body }) => body as { status: string; run_id: string });
    const triggered = bodies.filter(({ status }) => status === 'triggered');
    expect(triggered).toHaveLength(1);
    const { run_id: runId } = triggered[0]!;
    expect(bodies.filter(({ status }) => status === 'duplicate')).toEqual(
      Array.from({ length: CALLERS - 1 }, () => ({ status: 'duplicate', run_id: runId })),
    );
    await socket.taskTrigger(runId);
    expect((await bench.person.tasks.runs(id)).map((run) => run.id)).toEqual([runId]);
    await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(await bench.person.events(agent.agentId)).toHaveLength(1);
  });
});

const DEPTH_MAX = 128;
const MIB = 1024 * 1024;

function nested(depth: number): string {
  // The payload itself is the first level.
  return `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
}

describe('Bad input at a trigger URL', () => {
  let target: Awaited<ReturnType<typeof bench.triggeredAgent>>;

  beforeAll(async () => {
    target = await bench.triggeredAgent();
  });

  async function expectRefused(status: number, body: unknown, detail?: string, call?: HttpCall) {
    expectRefusal(await bench.fire(target.trigger_id, body, call), status, detail);
    expect(await bench.person.tasks.runs(target.id)).toEqual([]);
    expect(await bench.person.events(target.agent.agentId)).toEqual([]);
  }

  it.each(['[]', '"text"', 'null'])('is 422 for %s, which is no object', (body) => expectRefused(422, body));

  it.each(['{', "{'a':1}", 'order=1&paid=true', '\u0000'])('is 400 for %j, which is no JSON', (body) =>
    expectRefused(400, body, 'Malformed JSON'),
  );

  it('is 400 for a body that is not UTF-8', () =>
    expectRefused(400, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'Malformed JSON'));

  it('is 422 for nesting without end, of objects and of lists', async () => {
    await expectRefused(422, nested(DEPTH_MAX + 1));
    await expectRefused(422, `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
  });

  it('is 413 from the first byte over 1 MiB on, and for too many values', async () => {
    const body = (bytes: number) => `{"text":"${'x'.repeat(bytes - 11)}"}`;
    await expectRefused(413, body(MIB + 1), 'Request is too large');
    await expectRefused(413, `{"list":[${'0,'.repeat(100_000)}0]}`, 'Body has too many values');
    const { agent: other, trigger_id } = await bench.triggeredAgent();
    for (const last of ['a', 'b', 'c'])
      await bench.expectQueued(trigger_id, body(MIB).replace('x"', `${last}"`));
    const socket = await bench.connect(other, { resume: true });
    const frames = await socket.frames.atLeast(1 + 3);
    expect(frames.map(({ payload }) => (payload as { text: string } | undefined)?.text.at(-1))).toEqual([
      ...[undefined, 'a', 'b', 'c'],
    ]);
  });

  it('is 415 for a compressed body', () =>
    expectRefused(415, gzipSync('{"a":1}'), undefined, { headers: { 'content-encoding': 'gzip' } }));

  it('leaves the trigger as it was: exactly as deep as allowed is taken', async () => {
    await bench.expectQueued(target.trigger_id, nested(DEPTH_MAX));
    const [pending] = await target.agent.tasks.pendingTriggers();
    expect(JSON.stringify(pending?.payload)).toBe(nested(DEPTH_MAX));
  });
});
