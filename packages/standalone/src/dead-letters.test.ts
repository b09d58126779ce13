/** @only-in-all Starts servers of its own. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RabbitBroker } from '@svc/broker';
import { FALLBACK_QUEUE, toFallback, toWebhookDue, WEBHOOK_DUE_QUEUE } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import { eventually } from '@svc/testkit';

const PROGRAM = fileURLToPath(new URL('../dist/dead-letters-main.js', import.meta.url));
const AMQP_URL = process.env['TEST_AMQP_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672';
const MANY = 300;

type Letter = Record<string, unknown>;

let prefix: string;
let broker: RabbitBroker;

beforeEach(async () => {
  prefix = `test-${randomBytes(6).toString('hex')}.`;
  broker = new RabbitBroker({ url: AMQP_URL, namePrefix: prefix });
  await broker.start();
});
afterEach(async () => {
  await broker.stop();
  await broker.deleteTopology();
});

const environment = () => ({ PATH: process.env['PATH'], AMQP_URL, AMQP_PREFIX: prefix });

/** Runs the command to its end. */
function deadLetters(
  ...args: string[]
): Promise<{ code: number; letters: Letter[]; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env: environment() }, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter(Boolean);
      const letters = lines.map((line) => JSON.parse(line) as Letter);
      resolve({ code: error === null ? 0 : Number(error.code), letters, stdout, stderr });
    });
  });
}

/** A pipe that nobody reads. It holds 64 KiB, so whoever prints more stays in the middle of its work. */
async function unreadPipe(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-service-test-'));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const pipe = await open(path, 'r+');
  await rm(folder, { recursive: true });
  return pipe;
}

function agentEvent(eventId: string): AgentEventMessage {
  const frame = '{"type":"user_message","text":"a secret of somebody"}';
  return { event_id: eventId, agent_id: 'agt_1', seq: 1, type: 'user_message', frame, hops: 3 };
}

/** Has events become poison, as if a handler that rejects had seen them: RabbitMQ itself puts them among the dead letters. */
async function bury(eventIds: readonly string[], { besides = 0 } = {}): Promise<void> {
  const consumer = await broker.consume(FALLBACK_QUEUE, { prefetch: 100 }, async () => 'reject');
  await Promise.all(eventIds.map((eventId) => broker.publish(toFallback(), agentEvent(eventId))));
  await dead(besides + eventIds.length);
  await consumer.stop();
}

const dead = (count: number) =>
  eventually(
    () => broker.deadLetterCount(),
    (found) => found === count,
    { what: `${count} dead letters` },
  );

describe('the command for dead letters', () => {
  it('lists why and what about, with ids and names of fields but no other values, and leaves all where it is', async () => {
    const consumer = await broker.consume(WEBHOOK_DUE_QUEUE, { prefetch: 1 }, async () => 'ack');
    const broken = {
      event_id: 'evt_broken',
      agent_id: 'agt_1',
      attempt: 'another secret',
      frame: 'a secret',
    };
    await broker.publish(toWebhookDue(), broken as never);
    await dead(1);
    await consumer.stop();
    await bury(['evt_1'], { besides: 1 });
    const { code, letters } = await deadLetters('list');
    expect(code).toBe(0);
    expect(letters).toEqual([
      expect.objectContaining({
        queue: 'webhook.due',
        reason: 'unreadable',
        detail: expect.stringContaining('"path":"attempt"'),
        event_id: 'evt_broken',
        count: 1,
      }),
      expect.objectContaining({
        queue: 'fallback',
        reason: 'rejected',
        event_id: 'evt_1',
        agent_id: 'agt_1',
      }),
    ]);
    for (const letter of letters) {
      expect(letter['when']).toEqual(expect.stringMatching(/^\d{4}-\d\d-\d\dT/));
      expect(letter['id']).toEqual(expect.stringMatching(/^[0-9a-f]{16}$/));
    }
    expect(JSON.stringify(letters)).not.toContain('secret');
    await dead(2);
    expect((await deadLetters('list', '--limit', '1')).letters).toHaveLength(1);
  });

  it('holds no letter while somebody reads what it has found', async () => {
    await bury(Array.from({ length: MANY }, (_, index) => `evt_${index}`));
    const child = spawn(process.execPath, [PROGRAM, 'list', '--limit', String(MANY)], {
      env: environment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const isWritten = new Promise((resolve) => child.stdout.once('readable', resolve));
    await isWritten;
    // As a pager does: it has seen the first line, and takes its time.
    child.kill('SIGSTOP');
    try {
      await dead(MANY);
    } finally {
      child.kill('SIGKILL');
      child.stdout.destroy();
      await ended;
    }
  });

  it('writes nothing that a terminal takes for an order', async () => {
    const consumer = await broker.consume(FALLBACK_QUEUE, { prefetch: 1 }, async () => 'ack');
    const hostile = { event_id: '\u009b31m\u001b]0;x\u0007', agent_id: 'agt_\u202e1', '\u009b2J': 1 };
    await broker.publish(toFallback(), hostile as never);
    await dead(1);
    await consumer.stop();
    const { letters, stdout } = await deadLetters('list');
    expect(stdout).toMatch(/^[\x20-\x7e]+\n$/);
    expect(letters).toMatchObject([{ reason: 'unreadable', event_id: null, agent_id: null }]);
  });

  it('replays those that are named, with their hops forgotten, and keeps the others', async () => {
    await bury(['evt_1', 'evt_2', 'evt_3']);
    const { letters } = await deadLetters('list');
    const chosen = letters.find(({ event_id: eventId }) => eventId === 'evt_2');
    const replayed = await deadLetters('replay', String(chosen?.['id']));
    expect(replayed.letters).toEqual([{ ...chosen, outcome: 'replayed' }]);
    await dead(2);
    const bodies: AgentEventMessage[] = [];
    await broker.consume(FALLBACK_QUEUE, { prefetch: 10 }, async ({ body }) => {
      bodies.push(body);
      return 'ack';
    });
    const came = () => Promise.resolve(bodies);
    await eventually(came, ({ length }) => length > 0, { what: 'the replayed event' });
    expect(bodies).toEqual([{ ...agentEvent('evt_2'), hops: 0 }]);
  });

  it('keeps what nobody could read, and drops it when it is told to', async () => {
    const consumer = await broker.consume(FALLBACK_QUEUE, { prefetch: 1 }, async () => 'ack');
    await broker.publish(toFallback(), { event_id: 'evt_broken' } as never);
    await dead(1);
    await consumer.stop();
    expect((await deadLetters('replay', '--all')).letters).toMatchObject([{ outcome: 'kept' }]);
    await dead(1);
    expect((await deadLetters('drop', '--all')).letters).toMatchObject([{ outcome: 'dropped' }]);
    await dead(0);
  });

  it('loses nothing when it is killed while it replays', async () => {
    const eventIds = Array.from({ length: 250 }, (_, index) => `evt_${index}_`.padEnd(200, 'x'));
    await bury(eventIds);
    const output = await unreadPipe();
    const child = spawn(process.execPath, [PROGRAM, 'replay', '--all'], {
      env: environment(),
      stdio: ['ignore', output.fd, 'ignore'],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const missing = new Set(eventIds);
    await broker.consume(FALLBACK_QUEUE, { prefetch: 100 }, async ({ body }) => {
      child.kill('SIGKILL');
      missing.delete(body.event_id);
      return 'ack';
    });
    await ended;
    await output.close();
    const { letters } = await deadLetters('replay', '--all');
    expect(letters.length).toBeGreaterThan(0);
    const left = () => Promise.resolve(missing.size);
    await eventually(left, (size) => size === 0, { what: 'all events to come' });
    await dead(0);
  });

  it.each([
    [[], 'What is to be done?'],
    [['replay'], 'Name the ids to replay, or say --all'],
    [['drop', 'a', '--all'], 'Name the ids to drop, or say --all'],
    [['list', '--limit', '0'], '--limit takes a whole number'],
    [['list', '--everything'], 'Unknown option'],
  ])('says how it is called when it is called with %j', async (args, reason) => {
    const { code, stderr } = await deadLetters(...args);
    expect(code).toBe(64);
    expect(stderr).toContain(reason);
    expect(stderr).toContain('dead-letters replay');
  });

  it('says so when the prefix is not that of the services', async () => {
    prefix += 'other.';
    const { code, stderr } = await deadLetters('list');
    prefix = prefix.slice(0, -'other.'.length);
    expect(code).toBe(69);
    expect(stderr).toContain('is this the AMQP_PREFIX of the services?');
    expect(stderr).not.toContain('guest:guest');
  });
});
