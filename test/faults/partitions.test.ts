import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate } from '@svc/store';
import { eventually, inTime, Person, TcpProxy } from '@svc/testkit';
import { Client } from 'pg';
import { FaultBench } from './fault-bench.js';
import { faultTable } from './fault-table.js';
import type { FaultRow } from './fault-table.js';
import { Flow } from './flow.js';
import { LoneService } from './lone-service.js';
import { ReconnectingAgent } from './reconnecting-agent.js';
import { TaskMinute } from './task-minute.js';

const START_MS_MAX = 600_000;
const FAULT_MS_MAX = 300_000;
/** Messages to each agent before a fault, while it lasts, and after it is over. */
const MESSAGES = { around: 20, meanwhile: 100 };
/** Two seconds are promised; a busy machine may take its time. */
const DELAY_MS_MAX = 10_000;
/** Fifty a second were fired while each publish waited for the broker. */
const STORM = { tasks: 3_000, firedWithinMs: 30_000 };
const PROCESSES = {
  GATEWAYS: '1',
  HUBS: '1',
  DISPATCHERS: '1',
  SCHEDULERS: '1',
  INTAKES: '1',
};

describe('Parts that cannot reach each other', () => {
  const rows: FaultRow[] = [];
  let bench: FaultBench;
  let flow: Flow;

  beforeAll(async () => {
    bench = await FaultBench.open(PROCESSES);
    const agents = { socketAgents: 3, webhookAgents: 2 };
    flow = await Flow.open(bench.services.url, { ...agents, intervalMs: 50, webhookAnswerMs: 20 });
  }, START_MS_MAX);

  afterAll(async () => {
    if (rows.length > 0) process.stdout.write(`\n${faultTable(rows)}\n\n`);
    await flow?.close();
    await bench?.close();
  }, START_MS_MAX);

  describe('While RabbitMQ is away, calls are accepted as before and events arrive soon', () => {
    it(
      'when it refuses connections',
      () => {
        const { amqp } = bench.networks;
        return whileAway('RabbitMQ refuses', { begin: () => amqp.refuse(), end: () => amqp.admit() });
      },
      FAULT_MS_MAX,
    );

    it(
      'when the network to it swallows everything',
      () => {
        const { amqp } = bench.networks;
        return whileAway('RabbitMQ silent', { begin: () => amqp.blackhole(), end: () => amqp.restore() });
      },
      FAULT_MS_MAX,
    );

    it(
      'when it lacks memory and holds publishers back',
      () => {
        const { rabbit } = bench;
        return whileAway('RabbitMQ lacks memory', {
          begin: () => rabbit.lackMemory(true),
          end: () => rabbit.lackMemory(false),
        });
      },
      FAULT_MS_MAX,
    );

    it(
      'and due tasks are started at full speed',
      async () => {
        const person = await Person.signUp(bench.services.url);
        const agent = await person.createAgent({ agent_name: 'many tasks' });
        const runs = new Set<unknown>();
        const socket = new ReconnectingAgent(agent, (frame) =>
          runs.add(frame['run_id'] ?? frame['task_run_id']),
        );
        socket.start();
        await inTime(socket.connected, 'the agent to connect');
        bench.networks.amqp.refuse();
        try {
          await bench.services.outageNoticed();
          const minute = new TaskMinute(bench.databaseUrl);
          const { tasks: count, firedWithinMs: waitMsMax } = STORM;
          const startedMs = performance.now();
          await minute.plan({ agentIds: [agent.agentId], count, startsInMs: 0, spreadMs: 1 });
          const fired = () => minute.firedCount([agent.agentId]);
          await eventually(fired, (runsFired) => runsFired >= count, {
            what: 'all tasks to fire',
            waitMsMax,
          });
          const firedMs = performance.now() - startedMs;
          const arrived = async () => runs.size;
          await eventually(arrived, (size) => size >= count, {
            what: 'all runs to arrive',
            waitMsMax: 60_000,
          });
          const seconds = [firedMs, performance.now() - startedMs].map((ms) => (ms / 1_000).toFixed(2));
          process.stdout.write(
            `${count} tasks without RabbitMQ: fired in ${seconds[0]} s, arrived in ${seconds[1]} s\n`,
          );
        } finally {
          bench.networks.amqp.admit();
          socket.stop();
        }
      },
      FAULT_MS_MAX,
    );
  });

  describe('A hub that alone has lost', () => {
    it(
      'RabbitMQ keeps its agents, and pushes their events from the store',
      () =>
        withLoneHub(async ({ amqp, agent, send, texts }) => {
          amqp.blackhole();
          await send('without RabbitMQ');
          await eventually(
            async () => texts,
            (all) => all.includes('without RabbitMQ'),
            { what: 'the message' },
          );
          amqp.restore();
          await send('with RabbitMQ again');
          await eventually(
            async () => texts,
            (all) => all.includes('with RabbitMQ again'),
            { what: 'the message' },
          );
          expect(agent.closeCodes).toEqual([]);
        }),
      FAULT_MS_MAX,
    );

    it(
      'PostgreSQL closes their sockets with 1012; they connect elsewhere, where their events go, and the hub comes back',
      () =>
        withLoneHub(async ({ database, hub, agent, send, texts }) => {
          const startedMs = performance.now();
          database.blackhole();
          const codes = async () => agent.closeCodes;
          await eventually(codes, ([code]) => code !== undefined, { what: 'a close', waitMsMax: 30_000 });
          expect(agent.closeCodes[0]).toBe(1012);
          const closedMs = performance.now() - startedMs;
          await eventually(
            async () => agent.sessions,
            (sessions) => sessions > 1,
            { what: 'another session' },
          );
          const seconds = [closedMs, performance.now() - startedMs].map((ms) => (ms / 1_000).toFixed(2));
          process.stdout.write(
            `one hub without PostgreSQL: closed in ${seconds[0]} s, elsewhere in ${seconds[1]} s\n`,
          );
          await send('elsewhere');
          await eventually(
            async () => texts,
            (all) => all.includes('elsewhere'),
            { what: 'the message' },
          );
          database.restore();
          await hub.ready();
        }),
      FAULT_MS_MAX,
    );
  });

  it(
    'What a scheduler writes that alone has lost RabbitMQ, and is the only one, arrives within seconds',
    async () => {
      const amqp = new TcpProxy(new URL(bench.rabbit.url));
      const settings = { DATABASE_URL: bench.databaseUrl, AMQP_URL: await amqp.start() };
      const scheduler = await LoneService.spawn('scheduler', bench.dataDir, settings);
      await scheduler.ready();
      const person = await Person.signUp(bench.services.url);
      const client = await person.createAgent({ agent_name: 'of the lone scheduler' });
      const runs = new Set<unknown>();
      const agent = new ReconnectingAgent(client, (frame) => runs.add(frame['run_id']));
      agent.start();
      const members = await bench.services.members();
      const others = members.filter(({ name }) => name.startsWith('scheduler'));
      expect(others).toHaveLength(1);
      try {
        await inTime(agent.connected, 'the agent to connect');
        for (const { pid } of others) process.kill(Number(pid), 'SIGSTOP');
        amqp.blackhole();
        const minute = new TaskMinute(bench.databaseUrl);
        const startedMs = performance.now();
        await minute.plan({ agentIds: [client.agentId], count: 20, startsInMs: 0, spreadMs: 1 });
        const arrived = async () => runs.size;
        await eventually(arrived, (size) => size >= 20, {
          what: 'the runs to arrive',
          waitMsMax: DELAY_MS_MAX,
        });
        const seconds = ((performance.now() - startedMs) / 1_000).toFixed(2);
        process.stdout.write(`20 tasks of a scheduler without RabbitMQ: arrived in ${seconds} s\n`);
      } finally {
        for (const { pid } of others) process.kill(Number(pid), 'SIGCONT');
        agent.stop();
        amqp.restore();
        await scheduler.stop();
        await amqp.stop();
      }
    },
    FAULT_MS_MAX,
  );

  it(
    'A service of another installation ends with 78 and says whose RabbitMQ this is',
    async () => {
      const other = new URL(bench.databaseUrl);
      other.pathname = '/another_installation';
      await onDatabase(bench.databaseUrl, 'CREATE DATABASE another_installation');
      await migrate(other.href);
      const settings = { DATABASE_URL: other.href, AMQP_URL: bench.rabbit.url };
      const service = await LoneService.spawn('webhook-dispatcher', bench.dataDir, settings);
      expect(await inTime(service.ended, 'the service to end', 60_000)).toBe(78);
      const [own, others] = await Promise.all([
        installationOf(other.href),
        installationOf(bench.databaseUrl),
      ]);
      for (const word of [own, others, 'AMQP_PREFIX']) expect(service.output).toContain(word);
      const apart = await LoneService.spawn('webhook-dispatcher', bench.dataDir, {
        ...settings,
        AMQP_PREFIX: 'another.',
      });
      await apart.ready();
      expect(await apart.stop()).toBe(0);
    },
    FAULT_MS_MAX,
  );

  it('No process ended but those that were told to', () => {
    expect(bench.services.collapses).toEqual([]);
  });

  it(
    'Everything drains in time although PostgreSQL hangs',
    async () => {
      await flow.close();
      bench.networks.database.blackhole();
      expect(await bench.services.stop()).toBe(0);
    },
    FAULT_MS_MAX,
  );

  async function whileAway(
    fault: string,
    { begin, end }: { begin: () => void | Promise<void>; end: () => void | Promise<void> },
  ): Promise<void> {
    const sessionsBefore = flow.sessions;
    flow.start();
    await flow.accepts(MESSAGES.around);
    try {
      await begin();
      await flow.accepts(MESSAGES.meanwhile);
    } finally {
      await end();
    }
    const overAtMs = Date.now();
    await flow.accepts(MESSAGES.around);
    await flow.settle().finally(() => {
      rows.push({ fault, ...flow.tally, reconnects: flow.sessions - sessionsBefore, overAtMs });
      process.stdout.write(`${faultTable(rows).split('\n').at(-1)}\n`);
    });
    expect(flow.takeViolations()).toEqual([]);
    expect(await flow.undelivered()).toEqual([]);
    expect(flow.tally).toMatchObject({ unanswered: 0, arrived: flow.tally.accepted });
    expect(flow.tally.longestDelayMs).toBeLessThan(DELAY_MS_MAX);
    await bench.services.allReady();
  }

  async function withLoneHub(
    test: (lone: {
      hub: LoneService;
      amqp: TcpProxy;
      database: TcpProxy;
      agent: ReconnectingAgent;
      send: (text: string) => Promise<void>;
      texts: unknown[];
    }) => Promise<void>,
  ): Promise<void> {
    const [amqp, database] = [
      new TcpProxy(new URL(bench.rabbit.url)),
      new TcpProxy(new URL(bench.databaseUrl)),
    ];
    const settings = { DATABASE_URL: await database.start(), AMQP_URL: await amqp.start() };
    const hub = await LoneService.spawn('websocket-hub', bench.dataDir, settings);
    await hub.ready();
    const person = await Person.signUp(bench.services.url);
    const client = await person.createAgent({ agent_name: 'at the lone hub' });
    const texts: unknown[] = [];
    const addresses = [`ws://127.0.0.1:${hub.port}`, client.socketUrl];
    const agent = new ReconnectingAgent(client, (frame) => texts.push(frame['text']), { addresses });
    const send = async (text: string): Promise<void> => {
      const answer = await person.postMessage(client.agentId, { text });
      expect(answer.status).toBe(201);
    };
    agent.start();
    try {
      await inTime(agent.connected, 'the agent to connect');
      await send('before');
      await eventually(
        async () => texts,
        (all) => all.includes('before'),
        { what: 'the message' },
      );
      await test({ hub, amqp, database, agent, send, texts });
    } finally {
      agent.stop();
      amqp.restore();
      database.restore();
      await hub.stop();
      await Promise.all([amqp.stop(), database.stop()]);
    }
  }
});

async function installationOf(databaseUrl: string): Promise<string> {
  const [row] = await onDatabase(databaseUrl, 'SELECT id FROM installation');
  return String(row?.['id']);
}

async function onDatabase(databaseUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
