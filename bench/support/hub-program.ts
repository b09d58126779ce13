import { MemoryBroker, RabbitBroker } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { SecretBox } from '@svc/domain';
import { agentEventMessage, createAnnouncing, openStore } from '@svc/store';
import { toHub } from '@svc/proto-events';
import { createLogger, createMetrics, HttpServer, serviceGroup } from '@svc/runtime';
import type { Service } from '@svc/runtime';
import type { ArrivedEvent, Store } from '@svc/store';
import { composeWebsocketHub, HUB_LIMITS } from '@svc/websocket-hub';
import { HUB_SLOT } from './scratch.js';
import type { Backends } from './scratch.js';
import { Tally } from './tally.js';
import { serveCalls } from './program-calls.js';

export interface HubBackends extends Pick<Backends, 'databaseUrl' | 'amqpUrl' | 'namePrefix' | 'secretsKey'> {
  broker: 'rabbit' | 'memory';
}

export type HubCalls = typeof calls;

/** Events handed to the broker in memory before the event loop goes on to other things. */
const FEED_CHUNK = 64;

/** Receipts that are recorded in the database. */
const recorded = new Tally();
let events: ArrivedEvent[] = [];
let running: { group: Service; broker: Broker } | undefined;

const calls = {
  /** Starts a hub as its process would, with the count of recorded receipts added. Resolves with its port. */
  async start(backends: HubBackends): Promise<number> {
    const logger = createLogger({ service: 'hub', level: 'warn', format: 'json' });
    const box = new SecretBox(Buffer.from(backends.secretsKey, 'hex'));
    const store = openStore({ databaseUrl: backends.databaseUrl, box });
    const broker =
      backends.broker === 'memory'
        ? new MemoryBroker()
        : new RabbitBroker({ url: backends.amqpUrl, namePrefix: backends.namePrefix });
    const { hints, publishing } = createAnnouncing({ broker, logger });
    const hub = composeWebsocketHub(
      {
        slot: HUB_SLOT,
        // All agents of a measurement are on one machine.
        limits: { ...HUB_LIMITS, unauthenticatedPerAddressMax: HUB_LIMITS.unauthenticatedMax },
        trustedProxies: [],
      },
      {
        store: counting(store),
        broker,
        hints,
        acceptAgentMessage: () => Promise.reject(new Error('No agent of a measurement sends messages')),
        streams: {
          ...{ name: 'no-streams', start: async () => {}, stop: async () => {} },
          begin: () => Promise.reject(new Error('No agent of a measurement sends messages')),
        },
        users: { findSession: async () => null, openAmong: async () => new Set() },
        publicBaseUrl: 'http://localhost:8080',
        mediaLinks: { forAgent: (url) => url },
        logger,
        metrics: createMetrics({ service: 'hub', processMetrics: true }),
      },
    );
    const server = new HttpServer({
      host: '0.0.0.0',
      port: 0,
      listener: (_request, response) => response.writeHead(404).end(),
      ...(hub.upgrade === undefined ? {} : { upgrade: hub.upgrade }),
      logger,
    });
    const foundation: Service[] = [
      { name: 'store', start: () => store.ping(), stop: () => store.close() },
      { name: 'broker', start: () => broker.start(), stop: () => broker.stop() },
      { name: 'announcing', start: async () => {}, stop: () => publishing.drain() },
    ];
    const group = serviceGroup('hub', [...foundation, ...hub.services, server], logger);
    await group.start();
    running = { group, broker };
    return server.address().port;
  },

  /** Keeps events to publish, so that their way here is no part of what is measured. */
  async keep(kept: ArrivedEvent[]): Promise<void> {
    // They come as JSON.
    events = kept.map((event) => ({ ...event, createdAt: new Date(event.createdAt) }));
  },

  /** Publishes the events that were kept from within this process, as all-in-one does. */
  async feed(): Promise<void> {
    const broker = running?.broker;
    if (broker === undefined) throw new Error('The hub does not run');
    for (let first = 0; first < events.length; first += FEED_CHUNK) {
      await broker.publish(toHub(HUB_SLOT), agentEventMessage(...events.slice(first, first + FEED_CHUNK)));
      await new Promise((resolve) => setImmediate(resolve));
    }
  },

  /** Resolves with the time of the machine's clock once so many receipts have been recorded in all. */
  recorded: (count: number) => recorded.reached(count),
};

serveCalls(calls, async () => running?.group.stop());

function counting(store: Store): Store {
  const { websocket } = store.channels;
  const receive: typeof websocket.receive = (...eventIds) => {
    const received = websocket.receive(...eventIds);
    // What failed is received once more.
    void received.then(
      () => recorded.add(eventIds.length),
      () => undefined,
    );
    return received;
  };
  return { ...store, channels: { ...store.channels, websocket: { ...websocket, receive } } };
}
