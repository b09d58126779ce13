import { toHub } from '@svc/proto-events';
import type { ArrivedEvent } from '@svc/store';
import { countEvents, insertAgents, insertEvents, publishEvents } from './fixtures.js';
import type { BenchAgent } from './fixtures.js';
import type { HubBackends, HubCalls } from './hub-program.js';
import { machineClockMs, tookMs } from './machine-clock.js';
import { processCpuMs } from './processes.js';
import { Program } from './program.js';
import type { PushContender, PushLoad } from './push-contender.js';
import type { Leftovers } from './run-bench.js';
import { HUB_SLOT, openBackends } from './scratch.js';
import type { Backends } from './scratch.js';
import type { SocketClientsCalls } from './socket-clients-program.js';

/** A hub whose events come from a broker in its own process, as in all-in-one. */
export async function hubOnMemory(load: PushLoad, leftovers: Leftovers): Promise<PushContender> {
  const running = await RunningHub.start(load, 'memory', leftovers);
  const { hub } = running;
  return {
    ...running.contender('hub, broker in memory', async () => {
      await running.count();
      await hub.ask('feed', undefined);
    }),
    async prepare() {
      await running.writeEvents();
      await hub.ask('keep', running.events);
    },
  };
}

/** A backlog that was published before, and events that are published while the hub takes them. */
export async function hubOnRabbit(
  load: PushLoad,
  leftovers: Leftovers,
): Promise<Record<'backlog' | 'live', PushContender>> {
  const running = await RunningHub.start(load, 'rabbit', leftovers);
  async function publish(): Promise<void> {
    await running.count();
    await publishEvents(running.backends, toHub(HUB_SLOT), running.events);
  }
  return {
    backlog: {
      ...running.contender('hub, RabbitMQ, backlog', async () => running.hub.resume()),
      async pileUp() {
        running.hub.pause();
        await publish();
      },
    },
    live: running.contender('hub, RabbitMQ, while published', publish),
  };
}

class RunningHub {
  readonly backends: Backends;
  readonly hub: Program<HubCalls>;
  events: ArrivedEvent[] = [];
  readonly #load: PushLoad;
  readonly #agents: BenchAgent[];
  #perAgent = 0;

  private constructor(
    load: PushLoad,
    { backends, hub, agents }: { backends: Backends; hub: Program<HubCalls>; agents: BenchAgent[] },
  ) {
    this.#load = load;
    this.backends = backends;
    this.hub = hub;
    this.#agents = agents;
  }

  static async start(
    load: PushLoad,
    broker: HubBackends['broker'],
    leftovers: Leftovers,
  ): Promise<RunningHub> {
    const backends = await openBackends(leftovers);
    const agents = await insertAgents(backends, load.sockets);
    const { hub, port } = await startHub(backends, broker, leftovers);
    const clients = Program.start<SocketClientsCalls>('socket-clients-program.js', leftovers);
    await clients.ask('connectAgents', { port, agents });
    return new RunningHub(load, { backends, hub, agents });
  }

  /** From before the first event is fed until the database knows of the receipt of the last. */
  contender(name: string, feed: () => Promise<void>): PushContender {
    const { hub, backends } = this;
    return {
      name,
      pusher: hub,
      postgresMs: () => serverCpuMs(backends),
      prepare: () => this.writeEvents(),
      run: async () => {
        const allRecorded = hub.ask('recorded', this.#perAgent * this.#load.sockets);
        const startMs = machineClockMs();
        await feed();
        const roundMs = tookMs(startMs, await allRecorded);
        const [left] = await backends.sql(`SELECT count(*)::int AS count FROM event WHERE state = 'open'`);
        if (left?.['count'] !== 0) throw new Error(`${String(left?.['count'])} events were not delivered`);
        return roundMs;
      },
    };
  }

  async writeEvents(): Promise<void> {
    const { perSocket: perAgent } = this.#load;
    const firstSeq = this.#perAgent + 1;
    this.events = await insertEvents(this.backends, this.#agents, { perAgent, firstSeq });
    this.#perAgent += perAgent;
  }

  count(): Promise<void> {
    return countEvents(this.backends, this.#perAgent);
  }
}

export async function startHub(
  { databaseUrl, amqpUrl, namePrefix, secretsKey }: Backends,
  broker: HubBackends['broker'],
  leftovers: Leftovers,
): Promise<{ hub: Program<HubCalls>; port: number }> {
  const hub = Program.start<HubCalls>('hub-program.js', leftovers);
  const port = await hub.ask('start', { databaseUrl, amqpUrl, namePrefix, secretsKey, broker });
  return { hub, port };
}

/** CPU time of the server processes of these connections, but of its own. */
async function serverCpuMs(backends: Backends): Promise<number> {
  const processes = await backends.sql(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return processes.reduce((sum, { pid }) => sum + processCpuMs(Number(pid)), 0);
}
