import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { eventually } from '@svc/testkit';
import type { Member, Product } from '@svc/testkit';
import { faultBench } from './fault-bench.js';
import { Flow } from './flow.js';
import { loneService } from './lone-service.js';
import { processTree, standStill } from './process-tree.js';
import { drillRuns } from './run-drill.js';

jest.setTimeout(600_000);
/** Messages to each agent before something stands still, and after it goes on. */
const STEADY = 20;
const TASKS = 60;
/** Longer than anything stands still: an agent that stays at its socket until the hub closes it. */
const PATIENT = { silenceMsMax: 600_000 };
/** Those whom a fault does not concern wait for nothing of it, such as the lease of a hub, which is 10 s. */
const OTHERS_MS_MAX = 8_000;

describe('When something stands still, nothing is lost, order is kept, and all is pushed once it goes on', () => {
  const bench = faultBench({ HUBS: '2' });
  let hubs: Member[];
  let addresses: string[];
  /** Of agents at the hub that stands still, and of agents at the other one or with a webhook. */
  let flow: Flow;
  let others: Flow;

  beforeAll(async () => {
    hubs = await bench.services.members('websocket-hub');
    addresses = hubs.map(({ port }) => `ws://127.0.0.1:${port}`);
    const steady = { intervalMs: 100, webhookAnswerMs: 20, socketAgents: 2 };
    const [patient, elsewhere] = [{ ...PATIENT, addresses }, { addresses: addresses.slice(1) }];
    flow = await Flow.open(bench.services.url, { ...steady, webhookAgents: 0, sockets: patient });
    others = await Flow.open(bench.services.url, { ...steady, webhookAgents: 1, sockets: elsewhere });
  });

  afterAll(async () => {
    await flow?.close();
    await others?.close();
  });

  it('a hub for 60 s, while nobody wants its slot: its agents stay connected', async () => {
    expect(await whileStanding([pidOf(hubs[0])], 60_000)).toBe(0);
    expectOthersServed();
  });

  it('a hub for 60 s, while another one takes its slot: it sends its agents away, and they go elsewhere', async () => {
    let successor: Product | undefined;
    const succeed = async (): Promise<void> => {
      await eventually(countFreeSlots, (count) => count > 0, { waitMsMax: 30_000 });
      const settings = { DATABASE_URL: bench.databaseUrl, AMQP_URL: bench.rabbit.url };
      successor = await loneService('websocket-hub', bench.dataDir, settings);
      await successor.start();
    };
    try {
      expect(await whileStanding([pidOf(hubs[0])], 60_000, succeed)).toBeGreaterThan(0);
      expectOthersServed();
    } finally {
      await successor?.stop();
    }
  });

  it('PostgreSQL for 40 s', async () => {
    const file = join(bench.postgres.dataDir, 'server', 'postmaster.pid');
    const [pid] = (await readFile(file, 'utf8')).split('\n');
    await whileStanding(await processTree(Number(pid)), 40_000);
  });

  it('and no hub ended', async () => {
    const namesOf = (members: Member[]) => members.map(({ name, pid }) => [name, pid]);
    expect(namesOf(await bench.services.members('websocket-hub'))).toEqual(namesOf(hubs));
  });

  /** Of hubs that count as gone. */
  async function countFreeSlots(): Promise<number> {
    const { rows } = await bench.sql.query(
      `SELECT slot FROM hub WHERE heartbeat_at < now() - interval '10 seconds'`,
    );
    return rows.length;
  }

  function expectOthersServed(): void {
    const { longestCallMs, longestDelayMs } = others.tally;
    expect(Math.max(longestCallMs, longestDelayMs)).toBeLessThan(OTHERS_MS_MAX);
  }

  /**
   * Lets processes stand still while messages are sent and tasks come due.
   *
   * @param meanwhile takes less time than they stand still.
   * @returns how many sockets agents had to open anew.
   */
  async function whileStanding(
    pids: number[],
    durationMs: number,
    meanwhile: () => Promise<void> = async () => {},
  ): Promise<number> {
    const sessionsBefore = flow.sessions;
    const both = [flow, others];
    const drill = await drillRuns(bench, {
      tasks: TASKS,
      spreadMs: durationMs,
      agents: { sockets: 3, webhooks: 0, pollers: 0 },
      socketOptions: { ...PATIENT, addresses, resume: true },
      isPolled: false,
      strike: async () => {
        for (const each of both) each.start();
        await Promise.all(both.map((each) => each.accepts(STEADY)));
        const goOn = standStill(pids);
        try {
          await Promise.all([sleep(durationMs), meanwhile()]);
        } finally {
          goOn();
        }
        await Promise.all(both.map((each) => each.accepts(STEADY)));
        await Promise.all(both.map((each) => each.settle()));
      },
    });
    expect(drill.problems).toEqual([]);
    for (const each of both) await each.isWell();
    return flow.sessions - sessionsBefore;
  }
});

function pidOf(member: Member | undefined): number {
  if (member?.pid === undefined) throw new Error('The hub does not run');
  return member.pid;
}
