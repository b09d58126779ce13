import { toHub } from '@svc/proto-events';
import type { ArrivedEvent } from '@svc/store';
import { countEvents, insertAgents, insertEvents, publishAll } from './fixtures.js';
import type { BenchAgent } from './fixtures.js';
import type { HubCalls } from './hub-program.js';
import { HUB_SLOT, openBackends } from './scratch.js';
import type { Backends } from './scratch.js';
import { processCpuMs } from './process-time.js';
import { Program } from './program.js';
import { measuredRound } from './push-contender.js';
import type { PushContender, PushLoad, PushRound } from './push-contender.js';
import type { Leftovers } from './run-bench.js';
import type { SocketClientsCalls } from './socket-clients-program.js';
import { machineClockMs, tookMs } from './machine-clock.js';

interface RunningHub {
  load: PushLoad;
  backends: Backends;
  agents: BenchAgent[];
  hub: Program<HubCalls>;
  /** Events of all rounds so far. */
  events: number;
}

/** A hub whose events come from a broker in its own process, as in all-in-one. */
export async function hubOnMemory(load: PushLoad, leftovers: Leftovers): Promise<PushContender> {
  const running = await startHub(load, 'memory', leftovers);
  return {
    name: 'hub, broker in memory',
    async round() {
      await running.hub.ask('keep', await nextEvents(running));
      const feed = async (): Promise<void> => {
        await count(running);
        return running.hub.ask('feed', undefined);
      };
      return pushed(running, { feed });
    },
  };
}

/** A hub whose events come from RabbitMQ: from a backlog that was published before, and published while it takes them. */
export async function hubOnRabbit(
  load: PushLoad,
  leftovers: Leftovers,
): Promise<Record<'backlog' | 'live', PushContender>> {
  const running = await startHub(load, 'rabbit', leftovers);
  const publish = (events: readonly ArrivedEvent[]): Promise<void> =>
    publishAll(running.backends.broker, toHub(HUB_SLOT), events);
  return {
    backlog: {
      name: 'hub, RabbitMQ, backlog',
      async round() {
        const events = await nextEvents(running);
        const before = async (): Promise<void> => {
          running.hub.pause();
          await count(running);
          await publish(events);
        };
        return pushed(running, { before, feed: async () => running.hub.resume() });
      },
    },
    live: {
      name: 'hub, RabbitMQ, while published',
      async round() {
        const events = await nextEvents(running);
        const feed = async (): Promise<void> => {
          await count(running);
          return publish(events);
        };
        return pushed(running, { feed });
      },
    },
  };
}

async function startHub(
  load: PushLoad,
  broker: 'memory' | 'rabbit',
  leftovers: Leftovers,
): Promise<RunningHub> {
  const backends = await openBackends(leftovers);
  const agents = await insertAgents(backends, load.sockets);
  const hub = Program.start<HubCalls>('hub-program.js', leftovers);
  const clients = Program.start<SocketClientsCalls>('socket-clients-program.js', leftovers);
  const { databaseUrl, amqpUrl, namePrefix, secretsKey } = backends;
  const port = await hub.ask('start', { databaseUrl, amqpUrl, namePrefix, secretsKey, broker });
  await clients.ask('connectAgents', { port, agents });
  return { load, backends, agents, hub, events: 0 };
}

async function nextEvents(running: RunningHub): Promise<ArrivedEvent[]> {
  const { backends, agents, load } = running;
  const firstSeq = running.events / load.sockets + 1;
  const events = await insertEvents(backends, agents, { perAgent: load.perSocket, firstSeq });
  running.events += events.length;
  return events;
}

function count({ backends, load, events }: RunningHub): Promise<void> {
  return countEvents(backends, events / load.sockets);
}

/** From before the first event is fed until the database knows of the receipt of the last. */
async function pushed(
  running: RunningHub,
  steps: { before?: () => Promise<void>; feed: () => Promise<void> },
): Promise<PushRound> {
  const { load, hub, backends } = running;
  const { before, feed } = steps;
  const run = async (): Promise<number> => {
    const allRecorded = hub.ask('recorded', running.events);
    const startMs = machineClockMs();
    await feed();
    return tookMs(startMs, await allRecorded);
  };
  const round = await measuredRound({
    load,
    pusher: hub,
    postgresMs: () => serverCpuMs(backends),
    ...(before === undefined ? {} : { before }),
    run,
  });
  const [left] = await backends.sql(`SELECT count(*)::int AS count FROM event WHERE state = 'open'`);
  if (left?.['count'] !== 0) throw new Error(`${String(left?.['count'])} events were not delivered`);
  return round;
}

/** CPU time of the server processes of these connections, but of its own. */
async function serverCpuMs(backends: Backends): Promise<number> {
  const processes = await backends.sql(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return processes.reduce((sum, { pid }) => sum + processCpuMs(Number(pid)), 0);
}
