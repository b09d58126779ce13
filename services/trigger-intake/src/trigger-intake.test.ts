import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { newTriggerId } from '@svc/domain';
import { useIntake } from './intake.suite.js';
import type { RunningIntake } from './intake.suite.js';

const bench = useIntake();
let intake: RunningIntake;
beforeAll(async () => {
  intake = await bench.start();
});

describe('a call of the inbound webhook', () => {
  it('starts a run of an agent that is online and pushes the event to its hub', async () => {
    const { triggerId, taskId, agentId, ownerId } = await bench.addTrigger({ online: true });
    const answer = await intake.post(triggerId, { body: '{ "b": 1, "a": [true] }' });
    const [run] = await bench.store.prisma.taskRun.findMany({ where: { taskId } });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: 'triggered', run_id: run?.id });
    expect(bench.pushed).toHaveLength(1);
    expect(bench.pushed[0]?.frame).toBe(
      `{"type":"task_trigger","task_id":"${taskId}","run_id":"${run?.id}","task_name":"Deploy",` +
        `"task_prompt":"Deploy it","payload":{"a":[true],"b":1}}`,
    );
    expect(bench.hints).toContainEqual({
      type: 'run',
      agent_id: agentId,
      user_id: ownerId,
      task_id: taskId,
      run_id: run?.id,
    });
  });

  it('is queued for an agent that is offline, whose poll lists it, and is left waiting without a ring', async () => {
    const { triggerId, agentId, ownerId } = await bench.addTrigger();
    const answer = await intake.post(triggerId);
    expect([answer.status, answer.body]).toEqual([200, { status: 'queued' }]);
    const [listed] = await bench.store.polls.takePendingTriggers(agentId);
    const log = await bench.store.eventLog.list({ agentId, ownerId, limit: 10 });
    expect(log).toMatchObject([{ eventId: listed?.eventId, state: 'waiting' }]);
    expect([bench.pushed, bench.due]).toEqual([[], []]);
  });

  it('is queued for an agent that is offline, and is rung for at the dispatchers of its webhook', async () => {
    const { triggerId, agentId, ownerId } = await bench.addTrigger();
    const webhook = { webhookUrl: 'https://example.org/hook', pushTriggersToWebhook: true };
    await bench.store.agents.change(agentId, ownerId, webhook);
    expect((await intake.post(triggerId)).body).toEqual({ status: 'queued' });
    expect([bench.pushed, bench.due]).toMatchObject([[], [{ agent_id: agentId }]]);
  });

  it('is a duplicate of an earlier one with the same payload', async () => {
    const { triggerId } = await bench.addTrigger({ online: true });
    const first = await intake.post(triggerId, { body: '{"a":1,"b":2}' });
    const again = await intake.post(triggerId, { body: '{"b":2,"a":1.0}' });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...(first.body as object), status: 'duplicate' });
    expect(bench.pushed).toHaveLength(1);
  });

  it('is refused for a task that is disabled', async () => {
    const { triggerId } = await bench.addTrigger({ enabled: false });
    for (const body of ['{}', '{']) {
      const answer = await intake.post(triggerId, { body });
      expect([answer.status, answer.body]).toEqual([403, { detail: 'Task is disabled' }]);
    }
  });

  it('is not found with an unknown id, whatever its body is', async () => {
    for (const body of ['{}', '[]', '{', Buffer.from([0xff])]) {
      const answer = await intake.post(newTriggerId(), { body });
      expect([answer.status, answer.body]).toEqual([404, { detail: 'Not found' }]);
    }
  });

  it.each(['abc', 'A'.repeat(64), 'g'.repeat(64), 'a'.repeat(65), '%20', "' OR 1=1", '%zz', '%00'])(
    'is not found with an id of another form, after the same work: %j',
    async (triggerId) => {
      const before = intake.lookups;
      const answer = await intake.post(triggerId);
      expect([answer.status, answer.body]).toEqual([404, { detail: 'Not found' }]);
      expect(intake.lookups - before).toBe(1);
    },
  );

  it('is told to come again while the database is away', async () => {
    bench.isDatabaseAway = true;
    const answer = await intake.post(newTriggerId());
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('is refused with another method', async () => {
    const response = await fetch(`${intake.url}/webhook/${newTriggerId()}`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('is not found elsewhere', async () => {
    for (const path of ['/webhook', '/webhook/', '/webhook/a/b', '/other']) {
      expect((await fetch(intake.url + path, { method: 'POST' })).status).toBe(404);
    }
  });
});

describe('64 callers at the same instant', () => {
  it('start one run, and 63 are told its id, over two processes', async () => {
    const { triggerId, taskId } = await bench.addTrigger({ online: true });
    const intakes = [intake, await bench.start()];
    const body = JSON.stringify({ action: 'opened', noise: randomBytes(200).toString('hex') });
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => intakes[index % 2]!.post(triggerId, { body })),
    );
    const [run, ...others] = await bench.store.prisma.taskRun.findMany({ where: { taskId } });
    expect(others).toEqual([]);
    const told = answers.map((answer) => answer.body as { status: string; run_id: string });
    expect(told.filter(({ status }) => status === 'triggered')).toHaveLength(1);
    expect(told.filter(({ status }) => status === 'duplicate')).toHaveLength(63);
    expect(new Set(told.map(({ run_id }) => run_id))).toEqual(new Set([run?.id]));
    expect(bench.pushed).toHaveLength(1);
  });
});

describe('a body', () => {
  it('is empty, and counts as {}', async () => {
    const { triggerId } = await bench.addTrigger();
    const response = await fetch(`${intake.url}/webhook/${triggerId}`, { method: 'POST' });
    expect(await response.json()).toEqual({ status: 'queued' });
    expect((await intake.post(triggerId)).body).toMatchObject({ status: 'duplicate' });
  });

  it('is read as JSON whatever its content type says', async () => {
    const { triggerId } = await bench.addTrigger();
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      'x',
    ]) {
      const answer = await intake.post(triggerId, { body: '{"a":1}', headers: { 'content-type': type } });
      expect(answer.status).toBe(200);
    }
  });

  it.each([
    ['400', 'no JSON', '{'],
    ['400', 'a form', 'payload=%7B%7D'],
    ['400', 'not UTF-8', Buffer.from('{"a":"\xff"}', 'latin1')],
    ['422', 'a list', '[]'],
    ['422', 'null', 'null'],
    ['422', 'nested too deep', '{"a":'.repeat(129) + '1' + '}'.repeat(129)],
    ['422', 'nested beyond every stack', '{"a":'.repeat(40_000) + '1' + '}'.repeat(40_000)],
  ])('is refused with %s if it is %s, and starts nothing', async (status, _, body) => {
    const { triggerId, taskId } = await bench.addTrigger();
    expect((await intake.post(triggerId, { body })).status).toBe(Number(status));
    expect(await bench.store.prisma.taskRun.count({ where: { taskId } })).toBe(0);
  });

  it('is refused with more than 256 KiB, announced or not, and taken with as much', async () => {
    const { triggerId } = await bench.addTrigger();
    const bytes = 256 * 1024;
    const body = JSON.stringify({ a: 'x'.repeat(bytes - 8) });
    expect(body).toHaveLength(bytes);
    expect((await intake.post(triggerId, { body })).status).toBe(200);
    const larger = `${body} `;
    expect((await intake.post(triggerId, { body: larger })).status).toBe(413);
    const chunked = { body: new Blob([larger]).stream(), duplex: 'half' } as RequestInit;
    expect((await intake.post(triggerId, chunked)).status).toBe(413);
  });

  it('is refused if it is compressed', async () => {
    const answer = await intake.post(newTriggerId(), { headers: { 'content-encoding': 'gzip' } });
    expect([answer.status, answer.body]).toEqual([415, { detail: 'Body must not be compressed' }]);
  });

  it('is refused if it does not arrive in time, and the connection is closed', async () => {
    const { triggerId } = await bench.addTrigger();
    const { url } = await bench.start({ bodies: { arrivalMsMax: 50 } });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.write(`POST /webhook/${triggerId} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{`);
    await once(socket, 'data');
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 408 [^]*connection: close/i);
    await once(socket, 'close');
  });

  it('that is only announced costs nobody else anything, and each address has a share', async () => {
    const { triggerId } = await bench.addTrigger();
    const bounds = {
      all: { bodiesMax: 9, bytesMax: 1_000 },
      ofAddress: { bodiesMax: 2, bytesMax: 500 },
    };
    const small = await bench.start({
      bodies: { known: bounds, unknown: bounds },
      trustedProxies: ['127.0.0.0/8'],
    });
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    const { port } = new URL(small.url);
    const silent = await Promise.all(
      [newTriggerId(), newTriggerId()].map(async (unknown) => {
        const socket = connect(Number(port), '127.0.0.1');
        const head = `POST /webhook/${unknown} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n`;
        socket.write(`${head}Content-Length: 999\r\n\r\n{`);
        await once(socket, 'connect');
        return socket;
      }),
    );
    let answer = await small.post(newTriggerId(), from('192.0.2.1'));
    while (answer.status === 404) answer = await small.post(newTriggerId(), from('192.0.2.1'));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await small.post(triggerId, from('192.0.2.2'))).status).toBe(200);
    // From now on the trigger is known, and takes nothing from those that are not.
    expect((await small.post(triggerId, from('192.0.2.1'))).status).toBe(200);
    for (const socket of silent) socket.destroy();
    while (answer.status === 429) answer = await small.post(newTriggerId(), from('192.0.2.1'));
    expect(answer.status).toBe(404);
  });
});

describe('the limits', () => {
  const LIMITS = { triggerPerMinute: 1_000, addressPerMinute: 1_000, triggerBytesPerMinute: 1_000_000 };

  it('hold for the bytes of each trigger by itself, with Retry-After', async () => {
    const limited = await bench.start({ rateLimits: { ...LIMITS, triggerBytesPerMinute: 1_000 } });
    const [one, other] = [await bench.addTrigger(), await bench.addTrigger()];
    const body = (call: number) => ({ body: JSON.stringify({ call, padding: 'x'.repeat(600) }) });
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1)
      statuses.push((await limited.post(one.triggerId, body(call))).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect(Number((await limited.post(one.triggerId)).headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await limited.post(other.triggerId, body(9))).status).toBe(200);
  });

  it('hold for each trigger by itself, with Retry-After', async () => {
    const limited = await bench.start({ rateLimits: { ...LIMITS, triggerPerMinute: 3 } });
    const [one, other] = [await bench.addTrigger(), await bench.addTrigger()];
    const statuses: number[] = [];
    for (let call = 0; call < 5; call += 1) statuses.push((await limited.post(one.triggerId)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refused = await limited.post(one.triggerId);
    expect(refused.body).toEqual({ detail: 'Too many requests' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await limited.post(other.triggerId)).status).toBe(200);
  });

  it('hold for each address, whatever it asks for, as a trusted proxy names it', async () => {
    const limited = await bench.start({
      rateLimits: { ...LIMITS, addressPerMinute: 3 },
      trustedProxies: ['127.0.0.0/8'],
    });
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    const statuses: number[] = [];
    for (let call = 0; call < 5; call += 1)
      statuses.push((await limited.post(newTriggerId(), from('192.0.2.1'))).status);
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
    expect((await limited.post(newTriggerId(), from('192.0.2.2'))).status).toBe(404);
  });
});

describe('a trigger id', () => {
  it('is never in a log or a metric', async () => {
    const { triggerId } = await bench.addTrigger({ online: true });
    const unknown = newTriggerId();
    await intake.post(triggerId);
    await intake.post(triggerId, { body: '[]' });
    await intake.post(unknown);
    await fetch(`${intake.url}/webhook/${unknown}/more`);
    bench.isDatabaseAway = true;
    await intake.post(unknown);
    const log = bench.lines.join('');
    const metrics = await intake.metrics.metrics();
    expect(log).toContain('/webhook/:trigger_id');
    expect(metrics).toContain('trigger_answers_total{answer="triggered"}');
    expect(metrics).toContain('trigger_answers_total{answer="not_found"}');
    for (const text of [log, metrics]) {
      expect(text).not.toContain(triggerId);
      expect(text).not.toContain(unknown);
    }
  });
});
