import { MemoryBroker } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { toHub } from '@svc/proto-events';
import { createLogger, readCommonConfig, readEnvironment, serviceGroup } from '@svc/runtime';
import type { Service } from '@svc/runtime';
import { composeProcess, rabbitBroker } from '@svc/standalone';
import { agentEventMessage } from '@svc/store';
import type { ArrivedEvent, Store } from '@svc/store';
import { composeWebsocketHub, readWebsocketHubConfig } from '@svc/websocket-hub';
import { HUB_SLOT } from './scratch.js';
import { Tally } from './tally.js';
import { serveCalls } from './program-calls.js';

export interface HubBackends {
  settings: Record<string, string>;
  broker: 'rabbit' | 'memory';
}

export type HubCalls = typeof calls;

/** Events handed to the broker in memory before the event loop goes on to other things. */
const FEED_CHUNK = 64;

/** Receipts that are recorded in the database. */
const recorded = new Tally();
let events: ArrivedEvent[] = [];
let broker: Broker | undefined;
let group: Service | undefined;

const refuse = () => Promise.reject(new Error('No agent of a measurement sends messages'));

const calls = {
  /** Starts a hub as its process would, with the count of recorded receipts added. Resolves with its port. */
  async start(backends: HubBackends): Promise<number> {
    const config = readEnvironment({ ...backends.settings, PORT: '0' }, (read) => ({
      ...readCommonConfig(read),
      ...readWebsocketHubConfig(read),
    }));
    const logger = createLogger({ service: 'hub', level: config.logLevel, format: config.logFormat });
    const openBroker = (store: Store) =>
      (broker = backends.broker === 'memory' ? new MemoryBroker() : rabbitBroker(config, { store, logger }));
    const { services, server } = composeProcess(config, { name: 'hub', logger, openBroker }, (foundation) =>
      composeWebsocketHub(config, {
        ...foundation,
        store: counting(foundation.store),
        acceptAgentMessage: refuse,
        streams: { name: 'no-streams', start: async () => {}, stop: async () => {}, begin: refuse },
        users: { findSession: async () => null, openAmong: async () => new Set() },
        publicBaseUrl: config.publicBaseUrl,
        mediaLinks: { forAgent: (url) => url },
      }),
    );
    group = serviceGroup('hub', services, logger);
    await group.start();
    return server.address().port;
  },

  /** Keeps events to publish, so that their way here is no part of what is measured. */
  async keep(kept: ArrivedEvent[]): Promise<void> {
    // They come as JSON.
    events = kept.map((event) => ({ ...event, createdAt: new Date(event.createdAt) }));
  },

  /** Publishes the events that were kept from within this process, as all-in-one does. */
  async feed(): Promise<void> {
    for (let first = 0; first < events.length; first += FEED_CHUNK) {
      await broker?.publish(toHub(HUB_SLOT), agentEventMessage(...events.slice(first, first + FEED_CHUNK)));
      await new Promise((resolve) => setImmediate(resolve));
    }
  },

  /** Resolves with the time of the machine's clock once so many receipts have been recorded in all. */
  recorded: (count: number) => recorded.reached(count),
};

serveCalls(calls, async () => group?.stop());

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
