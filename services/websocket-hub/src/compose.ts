import { agentEventMessage } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { toFallback } from '@svc/proto-events';
import type { Composed, Logger } from '@svc/runtime';
import type { Registry } from 'prom-client';
import { Departure } from './departure.js';
import type { WebsocketHubConfig } from './env.js';
import { registerHubMetrics } from './hub-metrics.js';
import { Hub } from './hub.js';
import { IncomingFrames } from './incoming-frames.js';
import type { AcceptAgentMessage, HandOver, HubStore } from './ports.js';
import { Sessions } from './sessions.js';
import { Sockets } from './sockets.js';

export interface WebsocketHubDependencies {
  store: HubStore;
  broker: Broker;
  acceptAgentMessage: AcceptAgentMessage;
  logger: Logger;
  metrics: Registry;
}

export function composeWebsocketHub(
  config: Pick<WebsocketHubConfig, 'slot' | 'limits'>,
  { store, broker, acceptAgentMessage, logger, metrics }: WebsocketHubDependencies,
): Composed {
  const { limits } = config;
  const sessions = new Sessions();
  const counters = { pushed: 0, confirmed: 0 };
  const handOver: HandOver = (event) => broker.publish(toFallback(), agentEventMessage(event));
  const departure = new Departure({ sessions, store, handOver, logger });
  const incoming = new IncomingFrames({ accept: acceptAgentMessage, limits, logger });
  const sockets: Sockets = new Sockets({
    store,
    limits,
    logger,
    counters,
    sessions,
    departure,
    incoming,
    claim: () => hub.claim,
    hasStopped: () => hub.hasStopped,
    isNewest: (session) => sessions.newestOf(session.agentId) === session,
  });
  const hub = new Hub({ store, broker, limits, logger, sessions, sockets, departure, slot: config.slot });
  registerHubMetrics(metrics, counters, sessions);
  return {
    services: [hub],
    upgrade: sockets.upgrade,
    checks: [
      {
        name: 'hub-slot',
        check: async () => {
          if (hub.claim === null) throw new Error('The hub holds no slot');
        },
      },
    ],
  };
}
