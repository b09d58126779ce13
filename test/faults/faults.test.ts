import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FaultBench } from './fault-bench.js';
import { faultTable } from './fault-table.js';
import type { FaultRow } from './fault-table.js';
import { Flow } from './flow.js';
import type { Member } from './services-process.js';

const START_MS_MAX = 300_000;
const FAULT_MS_MAX = 300_000;

/** Messages to each agent before a fault, and after it is over. */
const STEADY = 40;
const PROCESSES = {
  GATEWAYS: '2',
  HUBS: '2',
  DISPATCHERS: '2',
  SCHEDULERS: '2',
  INTAKES: '2',
};

describe('Under a steady flow of messages to agents on sockets and on webhooks, none is lost and order is kept', () => {
  const rows: FaultRow[] = [];
  let bench: FaultBench;
  let flow: Flow;

  beforeAll(async () => {
    bench = await FaultBench.open(PROCESSES);
    flow = await Flow.open(bench.services.url, {
      socketAgents: 6,
      webhookAgents: 4,
      intervalMs: 50,
      webhookAnswerMs: 100,
    });
  }, START_MS_MAX);

  afterAll(async () => {
    if (rows.length > 0) process.stdout.write(`\n${faultTable(rows)}\n\n`);
    await flow?.close();
    await bench?.close();
  }, START_MS_MAX);

  it('when nothing fails', () => underFlow('none', async () => {}), FAULT_MS_MAX);

  for (const kind of ['gateway', 'websocket-hub', 'webhook-dispatcher', 'scheduler', 'trigger-intake']) {
    it(
      `when each ${kind} is killed`,
      () => underFlow(`kill -9 ${kind}`, (over) => killEach(kind, over)),
      FAULT_MS_MAX,
    );
  }

  it(
    'when both hubs are killed at once',
    () => underFlow('kill -9 both hubs', (over) => killTogether(over, 'websocket-hub')),
    FAULT_MS_MAX,
  );

  it(
    'when every process is killed at once',
    () => underFlow('kill -9 everything', (over) => killTogether(over)),
    FAULT_MS_MAX,
  );

  it(
    'when RabbitMQ is stopped and started',
    () => underFlow('RabbitMQ stop/start', (over) => whileAway(bench.rabbit, over)),
    FAULT_MS_MAX,
  );

  it(
    'when RabbitMQ comes back without its data',
    () =>
      underFlow('RabbitMQ loses its data', (over) =>
        whileAway(bench.rabbit, over, () => bench.rabbit.forget()),
      ),
    FAULT_MS_MAX,
  );

  it(
    'when every process is killed while RabbitMQ is away, with what it had yet to publish',
    () => underFlow('RabbitMQ away + kill -9', (over) => whileAway(bench.rabbit, over, () => kill())),
    FAULT_MS_MAX,
  );

  it(
    'when PostgreSQL is restarted',
    () =>
      underFlow('PostgreSQL restart', async (over) => {
        await bench.postgres.stop();
        await bench.postgres.start();
        over();
        await bench.services.allReady();
      }),
    FAULT_MS_MAX,
  );

  it(
    'when PostgreSQL is stopped and started',
    () => underFlow('PostgreSQL stop/start', (over) => whileAway(bench.postgres, over)),
    FAULT_MS_MAX,
  );

  it('and no process ended but those that were killed', () => {
    expect(bench.services.collapses).toEqual([]);
  });

  it(
    'and in the end everything drains in time',
    async () => {
      await flow.close();
      expect(await bench.services.stop()).toBe(0);
    },
    FAULT_MS_MAX,
  );

  /** @param strike calls what it is given when the fault is over: a process is dead, or a server is back. */
  async function underFlow(fault: string, strike: (over: () => void) => Promise<void>): Promise<void> {
    const sessionsBefore = flow.sessions;
    let overAtMs = Date.now();
    flow.start();
    await flow.accepts(STEADY);
    try {
      await strike(() => (overAtMs = Date.now()));
      await flow.accepts(STEADY);
    } finally {
      await flow.settle().finally(() => {
        rows.push({ fault, ...flow.tally, reconnects: flow.sessions - sessionsBefore, overAtMs });
        process.stdout.write(`${faultTable(rows).split('\n').at(-1)}\n`);
      });
    }
    expect(flow.takeViolations()).toEqual([]);
    expect(await flow.undelivered()).toEqual([]);
    expect(flow.tally.arrived).toBeGreaterThanOrEqual(flow.tally.accepted);
  }

  /** One after the other, so that there is always another of its kind. */
  async function killEach(kind: string, over: () => void): Promise<void> {
    for (const member of (await bench.services.members()).filter((candidate) => candidate.kind === kind)) {
      bench.services.kill(member);
      over();
      await flow.accepts(STEADY);
      await bench.services.restarted([member]);
    }
  }

  /** Stops a server, and starts it again when every process has noticed. */
  async function whileAway(
    server: { stop(): Promise<void>; start(): Promise<void> },
    over: () => void,
    meanwhile: () => Promise<unknown> = async () => {},
  ): Promise<void> {
    await server.stop();
    await bench.services.outageNoticed();
    await meanwhile();
    await server.start();
    over();
    await bench.services.allReady();
  }

  async function killTogether(over: () => void, kind?: string): Promise<void> {
    const killed = await kill(kind);
    over();
    await bench.services.restarted(killed);
  }

  /** All members of a kind, or of all kinds. */
  async function kill(kind?: string): Promise<Member[]> {
    const all = await bench.services.members();
    const members = all.filter((member) => kind === undefined || member.kind === kind);
    for (const member of members) bench.services.kill(member);
    return members;
  }
});
