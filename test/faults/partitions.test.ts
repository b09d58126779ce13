import { migrate } from '@svc/store';
import { eventually, httpCall, Signal, TcpProxy } from '@svc/testkit';
import { faultBench } from './fault-bench.js';
import { Flow } from './flow.js';
import { Listeners } from './listeners.js';
import { loneService } from './lone-service.js';
import { standStill } from './process-tree.js';
import type { ReconnectingAgent } from './reconnecting-agent.js';
import { TaskMinute } from './task-minute.js';

/** Messages to each agent before a fault and after it is over, and while it lasts. */
const MESSAGES = { around: 20, meanwhile: 100 };
/** Two seconds are promised; a busy machine may take its time. */
const DELAY_MS_MAX = 10_000;
/** Fifty a second were fired while each publish waited for the broker. */
const STORM = { count: 3_000, waitMsMax: 30_000 };

type Frames = Signal<Record<string, unknown>>;

describe('Parts that cannot reach each other', () => {
  const bench = faultBench();
  let flow: Flow;

  beforeAll(async () => {
    const agents = { socketAgents: 3, webhookAgents: 2 };
    flow = await Flow.open(bench.services.url, { ...agents, intervalMs: 50, webhookAnswerMs: 20 });
  });

  afterAll(() => flow?.close());

  describe('While RabbitMQ is away, calls are accepted as before and events arrive soon', () => {
    const amqp = () => bench.networks.amqp;
    it.each<[string, () => unknown, () => unknown]>([
      ['it refuses connections', () => amqp().refuse(), () => amqp().admit()],
      ['the network to it swallows everything', () => amqp().blackhole(), () => amqp().restore()],
      [
        'it lacks memory and holds publishers back',
        () => bench.rabbit.lackMemory(true),
        () => bench.rabbit.lackMemory(false),
      ],
    ])('when %s', async (_what, begin, end) => {
      const duringFault = async () => {
        try {
          await begin();
          await flow.accepts(MESSAGES.meanwhile);
        } finally {
          await end();
        }
      };
      const tally = await flow.through(MESSAGES.around, duringFault);
      const { accepted, arrived, unanswered, longestDelayMs } = tally;
      expect({ unanswered, arrived }).toEqual({ unanswered: 0, arrived: accepted });
      expect(longestDelayMs).toBeLessThan(DELAY_MS_MAX);
      await bench.services.allReady();
    });

    it('and due tasks are started at full speed', () =>
      withAgent(async (agentId, frames) => {
        bench.networks.amqp.refuse();
        try {
          await bench.services.outageNoticed();
          await dueNow(agentId, STORM.count);
          const fired = () => new TaskMinute(bench.databaseUrl).firedCount([agentId]);
          const { count, waitMsMax } = STORM;
          await eventually(fired, (runs) => runs >= count, { what: 'all tasks to fire', waitMsMax });
          await runsIn(frames, count, 60_000);
        } finally {
          bench.networks.amqp.admit();
        }
      }));
  });

  describe('A hub that alone has lost', () => {
    it('RabbitMQ keeps its agents, and pushes their events from the store', () =>
      withLoneHub(async ({ amqp, agent, exchange }) => {
        amqp.blackhole();
        await exchange('without RabbitMQ');
        amqp.restore();
        await exchange('with RabbitMQ again');
        expect(agent.closeCodes).toEqual([]);
      }));

    it('PostgreSQL closes their sockets with 1012; they connect elsewhere, where their events go, and the hub comes back', () =>
      withLoneHub(async ({ database, url, agent, exchange }) => {
        database.blackhole();
        const codes = async () => agent.closeCodes;
        await eventually(codes, ([code]) => code !== undefined, { what: 'a close', waitMsMax: 30_000 });
        expect(agent.closeCodes[0]).toBe(1012);
        const sessions = async () => agent.sessions;
        await eventually(sessions, (count) => count > 1, { what: 'another session' });
        await exchange('elsewhere');
        database.restore();
        const health = () => httpCall(`${url}/health/ready`);
        await eventually(health, ({ status }) => status === 200, { what: 'the hub to be ready' });
      }));
  });

  it('What a scheduler writes that alone has lost RabbitMQ, and is the only one, arrives within seconds', () =>
    withAgent(async (agentId, frames) => {
      const amqp = new TcpProxy(new URL(bench.rabbit.url));
      const settings = { DATABASE_URL: bench.databaseUrl, AMQP_URL: await amqp.start() };
      const scheduler = await loneService('scheduler', bench.dataDir, settings);
      await scheduler.start();
      const others = await bench.services.members('scheduler');
      expect(others).toHaveLength(1);
      const goOn = standStill(others.map(({ pid }) => Number(pid)));
      try {
        amqp.blackhole();
        await dueNow(agentId, 20);
        await runsIn(frames, 20, DELAY_MS_MAX);
      } finally {
        goOn();
        amqp.restore();
        await scheduler.stop();
        await amqp.stop();
      }
    }));

  it('A service of another installation ends with 78 and says whose RabbitMQ this is', async () => {
    const other = new URL(bench.databaseUrl);
    other.pathname = '/another_installation';
    await bench.sql.query('CREATE DATABASE another_installation');
    await migrate(other.href);
    const settings = { DATABASE_URL: other.href, AMQP_URL: bench.rabbit.url };
    const service = await loneService('webhook-dispatcher', bench.dataDir, settings);
    await expect(service.start()).rejects.toThrow(/ended \(78\)[^]*AMQP_PREFIX/);
    await service.start({ AMQP_PREFIX: 'another.' });
    await service.stop();
  });

  it('Everything drains in time although PostgreSQL hangs', async () => {
    await flow.close();
    bench.networks.database.blackhole();
    await bench.services.stop();
  });

  /** Tasks of an agent that come due at once. */
  async function dueNow(agentId: string, count: number): Promise<void> {
    const minute = new TaskMinute(bench.databaseUrl);
    await minute.plan({ agentIds: [agentId], count, startsInMs: 0, spreadMs: 1 });
  }

  async function runsIn(frames: Frames, count: number, waitMsMax: number): Promise<void> {
    const runs = async () => new Set(frames.items.map((frame) => frame['run_id'])).size;
    await eventually(runs, (size) => size >= count, { what: `${count} runs to arrive`, waitMsMax });
  }

  /** An agent at a socket, and what comes over it. */
  async function withAgent(test: (agentId: string, frames: Frames) => Promise<void>): Promise<void> {
    const frames: Frames = new Signal();
    const listeners = new Listeners(bench.person, (_agent, frame) => frames.push(frame));
    const { agentId } = await listeners.atSocket();
    await test(agentId, frames).finally(() => listeners.close());
  }

  /** A hub beside those of the bench, and an agent that connects to it first. */
  async function withLoneHub(
    test: (lone: {
      url: string;
      amqp: TcpProxy;
      database: TcpProxy;
      agent: ReconnectingAgent;
      /** Sends a message, and resolves once it has arrived. */
      exchange: (text: string) => Promise<unknown>;
    }) => Promise<void>,
  ): Promise<void> {
    const amqp = new TcpProxy(new URL(bench.rabbit.url));
    const database = new TcpProxy(new URL(bench.databaseUrl));
    const settings = { DATABASE_URL: await database.start(), AMQP_URL: await amqp.start() };
    const hub = await loneService('websocket-hub', bench.dataDir, settings);
    await hub.start();
    const texts = new Signal<unknown>();
    const listeners = new Listeners(bench.person, (_agent, frame) => texts.push(frame['text']));
    try {
      const addresses = [hub.url, bench.services.url].map((url) => url.replace('http', 'ws'));
      const { agentId } = await listeners.atSocket({ addresses });
      const exchange = async (text: string): Promise<unknown> => {
        await bench.person.send(agentId, text);
        return texts.first((each) => each === text, text);
      };
      const [agent] = listeners.sockets as [ReconnectingAgent];
      await exchange('before');
      await test({ url: hub.url, amqp, database, agent, exchange });
    } finally {
      await listeners.close();
      amqp.restore();
      database.restore();
      await hub.stop();
      await Promise.all([amqp.stop(), database.stop()]);
    }
  }
});
