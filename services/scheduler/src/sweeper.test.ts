import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryBroker } from '@svc/broker';
import { newAgentSecret, newId, SecretBox } from '@svc/domain';
import { createAnnouncing } from '@svc/events';
import { FALLBACK_QUEUE, hubQueue } from '@svc/proto-events';
import type { AgentEventMessage, QueueDescriptor } from '@svc/proto-events';
import { createLogger } from '@svc/runtime';
import { createScratchDatabase, openStore } from '@svc/store';
import type { ScratchDatabase, Store } from '@svc/store';
import { Client } from 'pg';
import { Registry } from 'prom-client';
import type { SchedulerDependencies } from './compose.js';
import { createSweeper } from './sweeper.js';

const TEST_SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

let scratch: ScratchDatabase;
let client: Client;
let store: Store;
let broker: MemoryBroker;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  scratch = await createScratchDatabase(TEST_SERVER_URL);
  client = new Client({ connectionString: scratch.databaseUrl });
  await client.connect();
  store = openStore({ databaseUrl: scratch.databaseUrl, box: new SecretBox(Buffer.alloc(32, 1)) });
});
afterAll(async () => {
  await store.close();
  await client.end();
  await scratch.drop();
});
beforeEach(async () => {
  await client.query('DELETE FROM open_event');
  broker = new MemoryBroker();
  await broker.start();
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await broker.stop();
});

async function addAgent({ webhookUrl = 'https://example.org/hook' }: { webhookUrl?: string | null } = {}) {
  const ownerId = newId('rule');
  await store.prisma.user.create({ data: { id: ownerId, name: 'Ursula', email: `${ownerId}@example.org` } });
  const agent = { ownerId, agentName: 'Ada', kind: 'interactive' as const, webhookUrl };
  return store.agents.create({ ...agent, secret: newAgentSecret() });
}

/** Commits events as if their publisher had died, and makes them overdue. */
async function leaveOverdue(agent: { agentId: string; ownerId: string }, count: number): Promise<string[]> {
  const eventIds: string[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const eventId = newId('event');
    await store.messages.writeUserMessage({
      ...{ eventId, agentId: agent.agentId, userId: agent.ownerId, text: 'hello', senderName: 'Ursula' },
      ...{ messageId: newId('message'), conversationId: newId('conversation'), opensConversation: true },
      ...{ frame: '{"type":"user_message"}', imageUrls: [], audioUrl: null },
    });
    eventIds.push(eventId);
  }
  await client.query(
    `UPDATE open_event SET attempt_after = now() - interval '1 second' WHERE agent_id = $1`,
    [agent.agentId],
  );
  return eventIds;
}

type SweepingDependencies = Omit<SchedulerDependencies, 'store' | 'announcer' | 'hints' | 'sleep'> & {
  store: Pick<SchedulerDependencies['store'], 'events' | 'presence'>;
};

/** Starts the part of a scheduler that sweeps; its pauses end when the test says. */
async function startScheduler(overrides: Partial<SweepingDependencies> = {}) {
  const pauses: (() => void)[] = [];
  let onPause = () => {};
  const dependencies = {
    ...{ store, broker, metrics: new Registry(), logger: createLogger({ service: 'test', level: 'silent' }) },
    sleep: (_durationMs: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        pauses.push(resolve);
        if (signal?.aborted === true) resolve();
        signal?.addEventListener('abort', () => resolve());
        onPause();
      }),
    ...overrides,
  };
  const { announcer, publishing } = createAnnouncing({ ...dependencies, events: store.events });
  const sweeper = createSweeper({ ...dependencies, announcer });
  await sweeper.start();
  stops.push(async () => {
    await sweeper.stop();
    await publishing.drain();
  });
  return {
    /** Resolves when the sweeper has had a turn. */
    async turned(): Promise<void> {
      while (pauses.length < 1) await new Promise<void>((resolve) => (onPause = resolve));
    },
    async turnAgain(): Promise<void> {
      for (const end of pauses.splice(0)) end();
      await this.turned();
    },
  };
}

/** What comes out of a queue. */
async function read(queue: QueueDescriptor<AgentEventMessage>) {
  const bodies: AgentEventMessage[] = [];
  let wake = () => {};
  await broker.consume(queue, { prefetch: 1_000 }, async ({ body }) => {
    bodies.push(body);
    wake();
    return 'ack';
  });
  return async (count: number) => {
    while (bodies.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return bodies;
  };
}

describe('the sweeper', () => {
  it('publishes what its publisher left behind, in order, with nothing changed', async () => {
    const eventIds = await leaveOverdue(await addAgent(), 3);
    const fallen = await read(FALLBACK_QUEUE);
    await startScheduler();
    const bodies = await fallen(3);
    expect(bodies.map((body) => body.event_id)).toEqual(eventIds);
    expect(bodies.map((body) => body.seq)).toEqual([1, 2, 3]);
    expect(bodies[0]).toMatchObject({ frame: '{"type":"user_message"}', hops: 0 });
  });

  it('leaves waiting, without a message, what reaches nobody', async () => {
    const reaching = await leaveOverdue(await addAgent(), 1);
    const [eventId = ''] = await leaveOverdue(await addAgent({ webhookUrl: null }), 1);
    const fallen = await read(FALLBACK_QUEUE);
    const scheduler = await startScheduler();
    await scheduler.turned();
    expect((await store.events.route(eventId))?.state).toBe('waiting');
    expect((await fallen(1)).map((body) => body.event_id)).toEqual(reaching);
  });

  it('publishes the outcome of decisions whose process died between commit and publish, whoever decided', async () => {
    const agent = await addAgent();
    const ask = async (changes: { expiresInSeconds?: number } = {}) => {
      const ids = { decisionId: newId('decision'), messageId: newId('message'), eventId: newId('event') };
      const requested = await store.decisions.request({
        ...{ ...ids, agentId: agent.agentId, conversationId: null, newConversationId: newId('conversation') },
        ...{
          taskRunId: null,
          title: 'Go?',
          description: null,
          action: 'go',
          suggestedPattern: null,
          key: null,
          form: null,
        },
        expiresInSeconds: changes.expiresInSeconds ?? null,
      });
      expect(requested.outcome).toBe('requested');
      return ids.decisionId;
    };
    const answer = { userId: agent.ownerId, status: 'approved' as const, note: null, answer: null };
    const byUser = await ask();
    await store.decisions.resolve({ ...answer, decisionId: byUser, alwaysAllowPattern: 'go' });
    const byRule = await ask();
    await client.query('DELETE FROM decision_rule');
    const byTime = await ask({ expiresInSeconds: 60 });
    await client.query(`UPDATE decision SET expires_at = now() - make_interval(secs => 1) WHERE id = $1`, [
      byTime,
    ]);
    expect(await store.decisions.expire(10)).toHaveLength(1);
    await client.query(`UPDATE open_event SET attempt_after = now() - interval '1 second'`);
    const fallen = await read(FALLBACK_QUEUE);
    await startScheduler();
    const frames = (await fallen(3)).map(({ frame }) => JSON.parse(frame) as Record<string, unknown>);
    expect(frames).toMatchObject([
      { type: 'decision_resolved', decision_id: byUser, status: 'approved', always_allow: true },
      { type: 'decision_resolved', decision_id: byRule, status: 'approved', always_allow: true },
      { type: 'decision_resolved', decision_id: byTime, status: 'dismissed', always_allow: false },
    ]);
  });

  it('publishes to the hub of an agent that is online', async () => {
    const agent = await addAgent();
    const hub = await store.presence.claimSlot('sweeper-hub');
    await store.presence.connect({
      sessionId: newId('session'),
      agentId: agent.agentId,
      ...hub,
      revokeAt: null,
    });
    await broker.declareHub(hub.slot);
    const [eventId] = await leaveOverdue(agent, 1);
    const atHub = await read(hubQueue(hub.slot));
    await startScheduler();
    expect(await atHub(1)).toMatchObject([{ event_id: eventId }]);
  });

  it('sends on what waits for an agent whose webhook is set later, but no triggers, unless its owner wants them there', async () => {
    const agent = await addAgent({ webhookUrl: null });
    const { agentId, ownerId } = agent;
    const [message = ''] = await leaveOverdue(agent, 1);
    const task = { agentId, name: 'Mail', prompt: 'Read it', timezone: 'UTC', runAt: null, enabled: true };
    const fire = async (schedule: string) => {
      const { taskId } = await store.tasks.create({ ...task, schedule }, { agentId }, new Date());
      return (await store.runNow.fire({ taskId, userId: ownerId }))?.event.eventId ?? '';
    };
    const [due, trigger] = [await fire('0 9 * * *'), await fire('event')];
    for (const eventId of [message, due, trigger]) expect(await store.events.park(eventId)).toBe(true);
    const fallen = await read(FALLBACK_QUEUE);
    const scheduler = await startScheduler();
    await scheduler.turned();
    expect(await fallen(0)).toEqual([]);
    await store.agents.change(agentId, ownerId, { webhookUrl: 'https://example.org/hook' });
    await scheduler.turnAgain();
    expect((await fallen(2)).map((body) => body.event_id)).toEqual([message, due]);
    await store.agents.change(agentId, ownerId, { pushTriggersToWebhook: true });
    await scheduler.turnAgain();
    expect((await fallen(3)).map((body) => body.event_id)).toEqual([message, due, trigger]);
  });

  it('shares the work with others: each event is published by one of them', async () => {
    const agents = await Promise.all([1, 2, 3].map(() => addAgent()));
    const eventIds = (await Promise.all(agents.map((agent) => leaveOverdue(agent, 20)))).flat();
    const fallen = await read(FALLBACK_QUEUE);
    const schedulers = await Promise.all([1, 2, 3].map(() => startScheduler()));
    await Promise.all(schedulers.map((scheduler) => scheduler.turned()));
    await Promise.all(schedulers.map((scheduler) => scheduler.turnAgain()));
    const published = (await fallen(60)).map((body) => body.event_id);
    expect(published.sort()).toEqual(eventIds.sort());
  });

  it('goes on at once while there is more than one claim takes', async () => {
    const claims = [500, 500, 3];
    const asked: number[] = [];
    const events = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ eventId: `evt_${index}`, agentId: 'agt_1', seq: index + 1 },
        ...{ type: 'user_message' as const, frame: '{}', slot: null, isReachable: true },
      }));
    const claimOverdue = async (limit: number) => {
      asked.push(limit);
      return events(claims.shift() ?? 0);
    };
    const scheduler = await startScheduler({
      store: { events: { ...store.events, claimOverdue }, presence: store.presence },
    });
    await scheduler.turned();
    expect(asked).toEqual([500, 500, 500]);
  });

  it('claims nothing while the broker is away', async () => {
    const [eventId] = await leaveOverdue(await addAgent(), 1);
    const away = new MemoryBroker();
    const scheduler = await startScheduler({ broker: away });
    await scheduler.turned();
    expect((await store.events.claimOverdue(10)).map((event) => event.eventId)).toEqual([eventId]);
    await away.stop();
  });

  it('survives a database that is away for a turn', async () => {
    const eventIds = await leaveOverdue(await addAgent(), 1);
    const fallen = await read(FALLBACK_QUEUE);
    let failures = 1;
    const claimOverdue = (limit: number) => {
      if (failures === 0) return store.events.claimOverdue(limit);
      failures -= 1;
      return Promise.reject(new Error('The database is away'));
    };
    const scheduler = await startScheduler({
      store: { events: { ...store.events, claimOverdue }, presence: store.presence },
    });
    await scheduler.turned();
    await scheduler.turnAgain();
    expect((await fallen(1)).map((body) => body.event_id)).toEqual(eventIds);
  });
});
