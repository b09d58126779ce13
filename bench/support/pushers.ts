import { toHub } from '@svc/proto-events';
import type { ArrivedEvent } from '@svc/store';
import type { BareSocketsCalls } from './bare-sockets-program.js';
import { countEvents, insertAgents, insertEvents, publishEvents } from './fixtures.js';
import type { HubBackends, HubCalls } from './hub-program.js';
import { machineClockMs, tookMs } from './machine-clock.js';
import { processCpuMs } from './processes.js';
import { Program } from './program.js';
import type { Calls } from './program-calls.js';
import type { Leftovers } from './run-bench.js';
import { HUB_SLOT, openBackends } from './scratch.js';
import type { SocketClientsCalls } from './socket-clients-program.js';

export interface PushLoad {
  sockets: number;
  /** Frames per socket and round. */
  perSocket: number;
}

export interface PushRound {
  perSecond: number;
  /** CPU time per frame of the pushing process, and of its database, in microseconds. */
  pusherUs: number;
  postgresUs: number;
}

export interface Pusher {
  name: string;
  program: Program<Calls>;
  /** CPU time of the server processes of its database so far. Default: it has none. */
  postgresMs?: () => Promise<number>;
  /** What comes before anything counts, and what comes before the time counts. */
  prepare?: () => Promise<void>;
  pileUp?: () => Promise<void>;
  /** Resolves with the time that the round took, in milliseconds. */
  run: () => Promise<number>;
}

export async function pushRound(load: PushLoad, pusher: Pusher): Promise<PushRound> {
  const { program, postgresMs = async () => 0 } = pusher;
  const frames = load.sockets * load.perSocket;
  await pusher.prepare?.();
  const pusherMs = program.cpuMs();
  await pusher.pileUp?.();
  const beforeMs = await postgresMs();
  const roundMs = await pusher.run();
  const pusherUs = ((program.cpuMs() - pusherMs) * 1_000) / frames;
  const postgresUs = (((await postgresMs()) - beforeMs) * 1_000) / frames;
  return { perSecond: frames / (roundMs / 1_000), pusherUs, postgresUs };
}

/** A plain ws server that sends the same frames to as many sockets, without proof of receipt. */
export async function barePusher(load: PushLoad, leftovers: Leftovers): Promise<Pusher> {
  const program = new Program<BareSocketsCalls>('bare-sockets-program.js', leftovers);
  const clients = new Program<SocketClientsCalls>('socket-clients-program.js', leftovers);
  await clients.ask('connectBare', { port: await program.ask('listen', undefined), count: load.sockets });
  let received = 0;
  return {
    name: 'bare ws',
    program,
    async run() {
      received += load.sockets * load.perSocket;
      const [startMs, receivedMs] = await Promise.all([
        program.ask('push', load.perSocket),
        clients.ask('received', received),
      ]);
      return tookMs(startMs, receivedMs);
    },
  };
}

/** A hub whose events come from a broker in its own process, as in all-in-one. */
export async function hubOnMemory(load: PushLoad, leftovers: Leftovers): Promise<Pusher> {
  const hub = await startHub(load, 'memory', leftovers);
  return {
    ...hub.pusher('hub, broker in memory', async () => {
      await hub.count();
      await hub.program.ask('feed', undefined);
    }),
    prepare: async () => hub.program.ask('keep', await hub.writeEvents()),
  };
}

/** A backlog that was published before, and events that are published while the hub takes them. */
export async function hubOnRabbit(
  load: PushLoad,
  leftovers: Leftovers,
): Promise<Record<'backlog' | 'live', Pusher>> {
  const hub = await startHub(load, 'rabbit', leftovers);
  return {
    backlog: {
      ...hub.pusher('hub, RabbitMQ, backlog', async () => hub.program.resume()),
      async pileUp() {
        hub.program.pause();
        await hub.publish();
      },
    },
    live: hub.pusher('hub, RabbitMQ, while published', hub.publish),
  };
}

async function startHub(load: PushLoad, broker: HubBackends['broker'], leftovers: Leftovers) {
  const backends = await openBackends(leftovers);
  const agents = await insertAgents(backends, load.sockets);
  const program = new Program<HubCalls>('hub-program.js', leftovers);
  const port = await program.ask('start', { settings: backends.settings, broker });
  const clients = new Program<SocketClientsCalls>('socket-clients-program.js', leftovers);
  await clients.ask('connectAgents', { port, agents });
  let events: ArrivedEvent[] = [];
  let perAgent = 0;

  async function writeEvents(): Promise<ArrivedEvent[]> {
    events = await insertEvents(backends, agents, { perAgent: load.perSocket, firstSeq: perAgent + 1 });
    perAgent += load.perSocket;
    return events;
  }

  /** From before the first event is fed until the database knows of the receipt of the last. */
  const pusher = (name: string, feed: () => Promise<void>): Pusher => ({
    name,
    program,
    async postgresMs() {
      const own = 'SELECT pid FROM pg_stat_activity WHERE datname = current_database()';
      return (await backends.sql(own)).reduce((sum, { pid }) => sum + processCpuMs(Number(pid)), 0);
    },
    prepare: async () => void (await writeEvents()),
    async run() {
      const allRecorded = program.ask('recorded', perAgent * load.sockets);
      const startMs = machineClockMs();
      await feed();
      const roundMs = tookMs(startMs, await allRecorded);
      const [left] = await backends.sql(`SELECT count(*)::int AS count FROM event WHERE state = 'open'`);
      if (left?.['count'] !== 0) throw new Error(`${String(left?.['count'])} events were not delivered`);
      return roundMs;
    },
  });

  const count = () => countEvents(backends, perAgent);
  const publish = async (): Promise<void> => {
    await count();
    await publishEvents(backends, toHub(HUB_SLOT), events);
  };
  return { program, pusher, writeEvents, count, publish };
}
