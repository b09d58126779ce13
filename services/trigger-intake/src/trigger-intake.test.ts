import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newAgentSecret, newId, newTriggerId, secretHash, SecretBox } from '@svc/domain';
import { createLogger } from '@svc/runtime';
import { createScratchDatabase, openStore } from '@svc/store';
import type { ScratchDatabase, Store } from '@svc/store';
import { composeTriggerIntake } from './compose.js';

const TEST_SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

const box = new SecretBox(Buffer.alloc(32, 1));
const lines: string[] = [];
let scratch: ScratchDatabase;
let store: Store;
let server: Server;
let baseUrl: string;
let lookups = 0;
let isDatabaseAway = false;

beforeAll(async () => {
  scratch = await createScratchDatabase(TEST_SERVER_URL);
  store = openStore({ databaseUrl: scratch.databaseUrl, box });
  const { listener } = composeTriggerIntake({
    store: {
      triggers: {
        find: async (triggerId) => {
          lookups += 1;
          if (isDatabaseAway) throw new Error(`The database is away, looking for ${triggerId}`);
          return store.triggers.find(triggerId);
        },
      },
    },
    logger: createLogger({
      service: 'test',
      level: 'trace',
      destination: { write: (line) => void lines.push(line) },
    }),
  });
  server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await store.close();
  await scratch.drop();
});
beforeEach(() => {
  lookups = 0;
  isDatabaseAway = false;
  lines.length = 0;
});

async function addTrigger(enabled: boolean): Promise<string> {
  const ownerId = newId('rule');
  await store.prisma.user.create({ data: { id: ownerId, name: 'Ursula', email: `${ownerId}@example.org` } });
  const settings = { ownerId, agentName: 'Ada', kind: 'interactive' as const, webhookUrl: null };
  const { agentId } = await store.agents.create({ ...settings, secret: newAgentSecret() });
  const id = newId('task');
  const task = {
    id,
    agentId,
    name: 'Deploy',
    prompt: 'Deploy it',
    schedule: 'event',
    triggerType: 'event',
    enabled,
  };
  await store.prisma.task.create({ data: task });
  const triggerId = newTriggerId();
  const kept = { triggerHash: secretHash(triggerId), triggerSealed: box.seal(triggerId) };
  await store.prisma.trigger.create({ data: { taskId: id, ...kept } });
  return triggerId;
}

async function post(triggerId: string, init: RequestInit = {}) {
  const response = await fetch(`${baseUrl}/webhook/${triggerId}`, { method: 'POST', body: '{}', ...init });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe('a call of the inbound webhook', () => {
  it('is not found with an unknown id', async () => {
    expect(await post(newTriggerId())).toMatchObject({ status: 404, body: { detail: 'Not found' } });
  });

  it.each(['abc', 'A'.repeat(64), 'g'.repeat(64), 'a'.repeat(65), '%20', "' OR 1=1"])(
    'is not found with an id of another form, after the same work: %j',
    async (triggerId) => {
      expect(await post(triggerId)).toMatchObject({ status: 404, body: { detail: 'Not found' } });
      expect(lookups).toBe(1);
    },
  );

  it('is not found with a path that is not valid percent-encoding', async () => {
    expect(await post('%zz')).toMatchObject({ status: 404, body: { detail: 'Not found' } });
  });

  it('is refused for a task that is disabled', async () => {
    const answer = await post(await addTrigger(false));
    expect(answer).toMatchObject({ status: 403, body: { detail: 'Task is disabled' } });
    expect(answer.body).toEqual({ detail: 'Task is disabled' });
  });

  it('is told to come again for a task that could be triggered', async () => {
    expect(await post(await addTrigger(true))).toMatchObject({ status: 503 });
  });

  it('is told to come again while the database is away', async () => {
    isDatabaseAway = true;
    expect(await post(newTriggerId())).toMatchObject({ status: 503 });
  });

  it('is refused with more than 256 KiB', async () => {
    const answer = await post(newTriggerId(), { body: 'x'.repeat(256 * 1024 + 1) });
    expect(answer).toMatchObject({ status: 413, body: { detail: 'Request is too large' } });
  });

  it('is refused with a compressed body', async () => {
    const answer = await post(newTriggerId(), { headers: { 'content-encoding': 'gzip' } });
    expect(answer.status).toBe(415);
  });

  it('is refused with another method', async () => {
    const response = await fetch(`${baseUrl}/webhook/${newTriggerId()}`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('never leaves the id in a log', async () => {
    const [known, unknown] = [await addTrigger(true), newTriggerId()];
    await post(known);
    await post(unknown);
    isDatabaseAway = true;
    await post(unknown);
    const log = lines.join('');
    expect(log).toContain('/webhook/:trigger_id');
    expect(log).not.toContain(known);
    expect(log).not.toContain(unknown);
  });
});
