import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { MemoryBroker } from '@svc/broker';
import { newAgentSecret, newId, newTriggerId, secretHash, SecretBox } from '@svc/domain';
import { createAnnouncing, createScratchDatabase, openStore } from '@svc/store';
import { hubQueue } from '@svc/proto-events';
import { createLogger } from '@svc/runtime';
import { listening } from '@svc/testkit';
import type { ScratchDatabase, Store, TriggerIntake } from '@svc/store';
import { Registry } from 'prom-client';
import { composeTriggerIntake } from './compose.js';
import type { TriggerIntakeConfig } from './env.js';

const TEST_SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const SLOT = 'here';
/** The hub of the tests never beats, and is not to count as silent on a busy machine. */
const inAnHour = () => new Date(Date.now() + 3_600_000);

export interface RunningIntake {
  url: string;
  metrics: Registry;
  /** How often the store was asked since the start. */
  readonly lookups: number;
  post(triggerId: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: unknown }>;
}

export interface IntakeBench {
  store: Store;
  lines: string[];
  /** Whether the store fails. */
  isDatabaseAway: boolean;
  /** One more intake on the same store and broker; stopped after the file's tests. */
  start(config?: Partial<TriggerIntakeConfig> & { bodyArrivalMsMax?: number }): Promise<RunningIntake>;
  /** A trigger of an agent that is online. */
  addTrigger(): Promise<string>;
}

/** A store and a broker with a hub, for the intakes under test. */
export function useIntake(): IntakeBench {
  const bench = { lines: [] as string[], isDatabaseAway: false } as IntakeBench;
  const box = new SecretBox(Buffer.alloc(32, 1));
  const ends: (() => Promise<unknown>)[] = [];
  let scratch: ScratchDatabase;
  let broker: MemoryBroker;

  beforeAll(async () => {
    scratch = await createScratchDatabase(TEST_SERVER_URL);
    bench.store = openStore({ databaseUrl: scratch.databaseUrl, box });
    broker = new MemoryBroker();
    await broker.start();
    await broker.declareQueue(hubQueue(SLOT));
    await bench.store.prisma.hub.create({ data: { slot: SLOT, epoch: 1, heartbeatAt: inAnHour() } });
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
    await broker.stop();
    await bench.store.close();
    await scratch.drop();
  });
  afterEach(() => {
    bench.isDatabaseAway = false;
    bench.lines.length = 0;
  });

  bench.start = async (config = {}) => {
    let lookups = 0;
    const triggerIntake: Store['triggerIntake'] = (options) => {
      const intake = bench.store.triggerIntake(options);
      const accept: TriggerIntake['accept'] = async (call) => {
        lookups += 1;
        if (bench.isDatabaseAway) throw new Error('The database is away');
        return intake.accept(call);
      };
      return { ...intake, accept };
    };
    const metrics = new Registry();
    const destination = { write: (line: string) => void bench.lines.push(line) };
    const logger = createLogger({ service: 'test', level: 'trace', destination });
    const announcing = createAnnouncing({ broker, logger });
    const composed = composeTriggerIntake(
      {
        ...{ dedupWindowMs: 86_400_000, waitingMax: 10_000, waitingPolicy: 'refuse', trustedProxies: [] },
        rateLimits: { triggerPerMinute: 1_000_000, addressPerMinute: 1_000_000, triggerBytesPerMinute: 1e12 },
        ...config,
      },
      { store: { ...bench.store, triggerIntake }, ...announcing, logger, metrics },
    );
    const server = createServer({ keepAliveTimeout: 0 }, composed.listener);
    const { url } = await listening(server);
    for (const service of composed.services) await service.start();
    ends.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const service of composed.services.toReversed()) await service.stop();
      await announcing.publishing.drain();
    });
    return {
      url,
      metrics,
      get lookups() {
        return lookups;
      },
      post: async (triggerId, init = {}) => {
        const response = await fetch(`${url}/webhook/${triggerId}`, { method: 'POST', body: '{}', ...init });
        return { status: response.status, headers: response.headers, body: await response.json() };
      },
    };
  };

  bench.addTrigger = async () => {
    const { prisma, agents } = bench.store;
    const ownerId = newId('rule');
    await prisma.user.create({ data: { id: ownerId, name: 'Ursula', email: `${ownerId}@example.org` } });
    const settings = { ownerId, agentName: 'Ada', kind: 'interactive' as const, webhookUrl: null };
    const { agentId } = await agents.create({ ...settings, secret: newAgentSecret() });
    const taskId = newId('task');
    const task = { id: taskId, agentId, name: 'Deploy', prompt: 'Deploy it', schedule: 'event' };
    const triggerId = newTriggerId();
    const triggerSealed = box.seal(triggerId, { column: 'task.trigger_sealed', rowId: taskId });
    const kept = { triggerHash: secretHash(triggerId), triggerSealed };
    await prisma.task.create({ data: { ...task, triggerType: 'event', ...kept } });
    await prisma.agentSession.create({ data: { id: newId('session'), agentId, slot: SLOT, epoch: 1 } });
    return triggerId;
  };
  return bench;
}
