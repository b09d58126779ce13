import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { publishEvent } from '@svc/events';
import type { ArrivedEvent } from '@svc/store';
import { insertAgents, insertEvents } from './fixtures.js';
import type { BenchAgent } from './fixtures.js';
import type { HubCalls } from './hub-program.js';
import { HUB_SLOT, openPlace } from './place.js';
import type { Place } from './place.js';
import { processCpuMs } from './process-time.js';
import { Program } from './program.js';
import { measuredRound } from './push-contender.js';
import type { PushContender, PushLoad, PushRound } from './push-contender.js';
import type { Leftovers } from './run-bench.js';
import type { SocketClientsCalls } from './socket-clients-program.js';
import { machineClockMs, tookMs } from './machine-clock.js';

/** What a checkout has its own of: a database with its migrations, rows that fit there, and the hub. */
interface Checkout {
  openPlace: typeof openPlace;
  insertAgents: typeof insertAgents;
  insertEvents: typeof insertEvents;
  /** The program that runs its hub. */
  hubProgram: string;
}

const THIS_CHECKOUT: Checkout = { openPlace, insertAgents, insertEvents, hubProgram: 'hub-program.js' };

/** Another checkout, in which a measurement was run before, so that its measurements are built. */
export async function checkoutAt(root: string): Promise<Checkout> {
  const support = (file: string): string => pathToFileURL(join(root, 'bench/dist/support', file)).href;
  const place = (await import(support('place.js'))) as Pick<Checkout, 'openPlace'>;
  const fixtures = (await import(support('fixtures.js'))) as Pick<Checkout, 'insertAgents' | 'insertEvents'>;
  return { ...place, ...fixtures, hubProgram: support('hub-program.js') };
}

interface RunningHub {
  load: PushLoad;
  checkout: Checkout;
  place: Place;
  agents: BenchAgent[];
  hub: Program<HubCalls>;
  clients: Program<SocketClientsCalls>;
  /** Events of all rounds so far. */
  events: number;
}

/** A hub whose events come from a broker in its own process, as in all-in-one. */
export async function hubOnMemory(
  load: PushLoad,
  leftovers: Leftovers,
  { name = 'hub, broker in memory', checkout = THIS_CHECKOUT } = {},
): Promise<PushContender> {
  const running = await startHub(load, { broker: 'memory', checkout }, leftovers);
  return {
    name,
    async round() {
      await running.hub.ask('keep', await nextEvents(running));
      return pushed(running, { feed: () => running.hub.ask('feed', undefined) });
    },
  };
}

/** A hub whose events come from RabbitMQ: from a backlog that was published before, and published while it takes them. */
export async function hubOnRabbit(
  load: PushLoad,
  leftovers: Leftovers,
): Promise<Record<'backlog' | 'live', PushContender>> {
  const running = await startHub(load, { broker: 'rabbit', checkout: THIS_CHECKOUT }, leftovers);
  async function publish(events: readonly ArrivedEvent[]): Promise<void> {
    await Promise.all(
      events.map((event) => publishEvent(running.place.broker, { ...event, slot: HUB_SLOT })),
    );
  }
  return {
    backlog: {
      name: 'hub, RabbitMQ, backlog',
      async round() {
        const events = await nextEvents(running);
        const before = async (): Promise<void> => {
          running.hub.pause();
          await publish(events);
        };
        return pushed(running, { before, feed: async () => running.hub.resume() });
      },
    },
    live: {
      name: 'hub, RabbitMQ, while published',
      async round() {
        const events = await nextEvents(running);
        return pushed(running, { feed: () => publish(events) });
      },
    },
  };
}

async function startHub(
  load: PushLoad,
  { broker, checkout }: { broker: 'memory' | 'rabbit'; checkout: Checkout },
  leftovers: Leftovers,
): Promise<RunningHub> {
  const place = await checkout.openPlace(leftovers);
  const agents = await checkout.insertAgents(place, load.sockets);
  const hub = Program.start<HubCalls>(checkout.hubProgram, leftovers);
  const clients = Program.start<SocketClientsCalls>('socket-clients-program.js', leftovers);
  const { databaseUrl, amqpUrl, namePrefix, secretsKey } = place;
  const port = await hub.ask('start', { databaseUrl, amqpUrl, namePrefix, secretsKey, broker });
  await clients.ask('connectAgents', { port, agents });
  return { load, checkout, place, agents, hub, clients, events: 0 };
}

async function nextEvents(running: RunningHub): Promise<ArrivedEvent[]> {
  const { place, agents, load, checkout } = running;
  const firstSeq = running.events / load.sockets + 1;
  const events = await checkout.insertEvents(place, agents, { perAgent: load.perSocket, firstSeq });
  running.events += events.length;
  return events;
}

/** From before the first event is fed until the database knows of the receipt of the last. */
async function pushed(
  running: RunningHub,
  steps: { before?: () => Promise<void>; feed: () => Promise<void> },
): Promise<PushRound> {
  const { load, hub, clients, place, checkout } = running;
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
    clients,
    postgresMs: () => backendsCpuMs(place),
    ...(before === undefined ? {} : { before }),
    run,
  });
  // Another checkout may have other tables.
  if (checkout !== THIS_CHECKOUT) return round;
  const [left] = await place.sql(`SELECT count(*)::int AS count FROM open_event`);
  if (left?.['count'] !== 0) throw new Error(`${String(left?.['count'])} events were not delivered`);
  return round;
}

/** CPU time of the server processes of a place's connections, but of its own. */
async function backendsCpuMs(place: Place): Promise<number> {
  const backends = await place.sql(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return backends.reduce((sum, { pid }) => sum + processCpuMs(Number(pid)), 0);
}
