import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import { Client } from 'pg';
import { FaultBench } from './fault-bench.js';
import { faultTable } from './fault-table.js';
import type { FaultRow } from './fault-table.js';
import { Flow } from './flow.js';
import { LoneService } from './lone-service.js';
import { processTree, standStill } from './process-tree.js';
import { drillRuns } from './run-drill.js';
import type { Member } from './services-process.js';

const START_MS_MAX = 600_000;
const FAULT_MS_MAX = 600_000;
/** Messages to each agent before something stands still, and after it goes on. */
const STEADY = 20;
const INTERVAL_MS = 100;
const TASKS = 60;
/** An agent that waits for longer than anything stands still: it stays at its socket until the hub closes it. */
const PATIENT = { silenceMsMax: 600_000 };
/** What is promised to those whom a fault does not concern. */
const OTHERS_MS_MAX = 1_500;

describe('When something stands still, nothing is lost, order is kept, and all is pushed once it goes on', () => {
  const rows: FaultRow[] = [];
  let bench: FaultBench;
  let hubs: Member[];
  let addresses: string[];
  /** Of agents at the hub that stands still, and of agents at the other one or with a webhook. */
  let flow: Flow;
  let others: Flow;

  beforeAll(async () => {
    bench = await FaultBench.open({
      GATEWAYS: '1',
      HUBS: '2',
      DISPATCHERS: '1',
      SCHEDULERS: '1',
      INTAKES: '1',
    });
    hubs = (await bench.services.members()).filter(({ kind }) => kind === 'websocket-hub');
    addresses = hubs.map(({ port }) => `ws://127.0.0.1:${port}`);
    const steady = { intervalMs: INTERVAL_MS, webhookAnswerMs: 20 };
    flow = await Flow.open(bench.services.url, {
      ...{ ...steady, socketAgents: 2, webhookAgents: 0 },
      sockets: { ...PATIENT, addresses },
    });
    others = await Flow.open(bench.services.url, {
      ...{ ...steady, socketAgents: 2, webhookAgents: 1 },
      sockets: { addresses: addresses.slice(1) },
    });
  }, START_MS_MAX);

  afterAll(async () => {
    if (rows.length > 0) process.stdout.write(`\n${faultTable(rows)}\n\n`);
    await flow?.close();
    await others?.close();
    await bench?.close();
  }, START_MS_MAX);

  it(
    'a hub for 13 s, longer than its heartbeat allows: its agents stay connected',
    async () => {
      const { reconnects, othersWaitMs } = await whileStanding('a hub stands still for 13 s', {
        durationMs: 13_000,
        pids: async () => [pidOf(hubs[0])],
      });
      expect(reconnects).toBe(0);
      expect(othersWaitMs).toBeLessThan(OTHERS_MS_MAX);
    },
    FAULT_MS_MAX,
  );

  it(
    'a hub for 60 s, while nobody wants its slot: its agents stay connected',
    async () => {
      const { reconnects, othersWaitMs } = await whileStanding('a hub stands still for 60 s', {
        durationMs: 60_000,
        pids: async () => [pidOf(hubs[0])],
      });
      expect(reconnects).toBe(0);
      expect(othersWaitMs).toBeLessThan(OTHERS_MS_MAX);
    },
    FAULT_MS_MAX,
  );

  it(
    'a hub for 60 s, while another one takes its slot: it sends its agents away, and they go elsewhere',
    async () => {
      let successor: LoneService | undefined;
      try {
        const { reconnects, othersWaitMs } = await whileStanding('its slot is taken meanwhile', {
          durationMs: 60_000,
          pids: async () => [pidOf(hubs[0])],
          meanwhile: async () => {
            const HUB_SLOT = await eventually(freeSlot, (slot) => slot !== '', { waitMsMax: 30_000 });
            const settings = { DATABASE_URL: bench.databaseUrl, AMQP_URL: bench.rabbit.url, HUB_SLOT };
            successor = await LoneService.spawn('websocket-hub', bench.dataDir, settings);
            await successor.ready();
          },
        });
        expect(reconnects).toBeGreaterThan(0);
        expect(othersWaitMs).toBeLessThan(OTHERS_MS_MAX);
      } finally {
        await successor?.stop();
      }
    },
    FAULT_MS_MAX,
  );

  it(
    'PostgreSQL for 40 s',
    async () => {
      const { dataDir } = bench.postgres;
      await whileStanding('PostgreSQL stands still for 40 s', {
        durationMs: 40_000,
        pids: async () => {
          const [pid] = (await readFile(join(dataDir, 'server', 'postmaster.pid'), 'utf8')).split('\n');
          return processTree(Number(pid));
        },
        isEverybodys: true,
      });
    },
    FAULT_MS_MAX,
  );

  it('and no process ended', async () => {
    expect(bench.services.collapses).toEqual([]);
    const members = await bench.services.members();
    expect(hubs.map(({ name, pid }) => [name, pid])).toEqual(
      members.filter(({ kind }) => kind === 'websocket-hub').map(({ name, pid }) => [name, pid]),
    );
  });

  /** Of a hub that counts as gone; empty while there is none. */
  async function freeSlot(): Promise<string> {
    const client = new Client({ connectionString: bench.databaseUrl });
    await client.connect();
    try {
      const { rows: free } = await client.query<{ slot: string }>(
        `SELECT slot FROM hub WHERE heartbeat_at < now() - interval '10 seconds'`,
      );
      return free[0]?.slot ?? '';
    } finally {
      await client.end();
    }
  }

  async function whileStanding(
    fault: string,
    options: {
      durationMs: number;
      pids: () => Promise<number[]>;
      /** Takes less time than something stands still. */
      meanwhile?: () => Promise<void>;
      isEverybodys?: boolean;
    },
  ): Promise<{ reconnects: number; othersWaitMs: number | null }> {
    const { durationMs, isEverybodys = false } = options;
    const sessionsBefore = flow.sessions;
    let overAtMs = 0;
    const both = [flow, others];
    const drill = await drillRuns(bench, {
      tasks: TASKS,
      spreadMs: durationMs,
      agents: { sockets: 3, webhooks: 0, pollers: 0, socketOptions: { ...PATIENT, addresses, resume: true } },
      isPolled: false,
      strike: async () => {
        for (const each of both) each.start();
        await Promise.all(both.map((each) => each.accepts(STEADY)));
        const goOn = standStill(await options.pids());
        try {
          await Promise.all([sleep(durationMs), options.meanwhile?.()]);
        } finally {
          goOn();
          overAtMs = Date.now();
        }
        await Promise.all(both.map((each) => each.accepts(STEADY)));
        await Promise.all(both.map((each) => each.settle()));
      },
    });
    const reconnects = flow.sessions - sessionsBefore;
    const { longestCallMs, longestDelayMs } = others.tally;
    const othersWaitMs = isEverybodys ? null : Math.max(longestCallMs, longestDelayMs);
    rows.push({ fault, ...flow.tally, reconnects, overAtMs, othersWaitMs });
    process.stdout.write(`${faultTable(rows).split('\n').at(-1)}\n`);
    expect(drill.problems).toEqual([]);
    for (const each of both) {
      expect(each.takeViolations()).toEqual([]);
      expect(await each.undelivered()).toEqual([]);
      expect(each.tally.arrived).toBeGreaterThanOrEqual(each.tally.accepted);
    }
    return { reconnects, othersWaitMs };
  }
});

function pidOf(member: Member | undefined): number {
  if (member?.pid === undefined) throw new Error('The hub does not run');
  return member.pid;
}
