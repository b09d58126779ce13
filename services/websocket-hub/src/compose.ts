import type { Broker } from '@svc/broker';
import { MediaLinks } from '@svc/domain';
import { createMessages, MediaStorage, MessageStreams } from '@svc/messages';
import { tellOfEvent } from '@svc/store';
import type { Hints } from '@svc/store';
import { addressReader, JointLimits, Loop, sealingKeyBytes, systemClock } from '@svc/runtime';
import type { CommonConfig, Composed, Logger } from '@svc/runtime';
import { createSignIn, withApiKeys } from '@svc/sign-in';
import type { Foundation } from '@svc/standalone';
import type { Registry } from 'prom-client';
import { Claims } from './claims.js';
import { ClientSockets } from './client-sockets.js';
import { isClientPath } from './upgrade.js';
import { Disconnects } from './disconnects.js';
import type { WebsocketHubConfig } from './env.js';
import { Hub } from './hub.js';
import { MessageBuffers } from './message-buffers.js';
import { IncomingFrames } from './incoming-frames.js';
import { IncomingStreams } from './incoming-streams.js';
import type { AcceptAgentMessage, HubStore, OpenStreams, TellPresence, UserSessions } from './claims.js';
import type { SessionContext } from './session.js';
import { Sessions } from './sessions.js';
import { Sockets } from './sockets.js';
import { EndOfTick } from './outbox.js';
import { Counter, Gauge } from 'prom-client';

export interface WebsocketHubDependencies {
  store: HubStore;
  broker: Broker;
  hints: Hints;
  acceptAgentMessage: AcceptAgentMessage;
  streams: OpenStreams;
  users: UserSessions;
  mediaLinks: Pick<MediaLinks, 'forAgent'>;
  publicBaseUrl: string;
  logger: Logger;
  metrics: Registry;
}

/** A hub with messages and a sign-in of its own. */
export function createWebsocketHub(
  config: WebsocketHubConfig & Pick<CommonConfig, 'publicBaseUrl' | 'sealing'>,
  foundation: Foundation,
) {
  const { store, announcer, hints, logger } = foundation;
  const { publicBaseUrl, dataDir, mediaLinkDays: agentDays } = config;
  const secretsKeys = sealingKeyBytes(config.sealing);
  const media = new MediaStorage({ dataDir, publicBaseUrl });
  const messages = createMessages({ store, media, announcer, hints });
  const signIn = createSignIn({ store, secretsKeys, publicBaseUrl, logger, clock: systemClock });
  return composeWebsocketHub(config, {
    ...foundation,
    acceptAgentMessage: messages.acceptAgentMessage,
    streams: new MessageStreams({ store, messages, hints, logger }),
    users: withApiKeys({ signIn, apiKeys: store.apiKeys, logger }),
    mediaLinks: new MediaLinks({ secretsKeys, agentDays, nowMs: () => systemClock.nowMs() }),
    publicBaseUrl,
  });
}

export function composeWebsocketHub(
  config: Pick<WebsocketHubConfig, 'limits' | 'trustedProxies'>,
  deps: WebsocketHubDependencies,
): Composed & Required<Pick<Composed, 'upgrade'>> {
  const { store, broker, hints, logger, metrics, users, publicBaseUrl, mediaLinks } = deps;
  const { limits } = config;
  const sessions = new Sessions();
  const addressOf = addressReader(config.trustedProxies);
  const counters = { pushed: 0, confirmed: 0 };
  const tellPresence: TellPresence = (agentId, ownerId) => hints.agentChanged(agentId, ownerId);
  const disconnects = new Disconnects({ sessions, store, tellPresence, logger });
  const claims: Claims = new Claims({ store, sessions, logger, isCertain: () => hub.isCertain });
  const jointLimits = new JointLimits({
    ...{ counts: store.rateCounts, salt: () => store.installationId(), logger },
  });
  const buffers = new MessageBuffers(limits);
  const { acceptAgentMessage: accept, streams } = deps;
  const incoming = new IncomingFrames({
    ...{ accept, limits, jointLimits, buffers, logger },
    tellTyping: (typing) => hints.agentTyping(typing),
    streams: new IncomingStreams({ streams, logger }),
  });
  const sockets: Sockets = new Sockets({
    store,
    limits,
    logger,
    counters,
    sessions,
    claims,
    disconnects,
    incoming,
    buffers,
    endOfTick: new EndOfTick(),
    mediaLinks,
    tellPresence,
    tellReceipt: ({ eventId, agentId, type }, userId) =>
      tellOfEvent(hints, { eventId, agentId, type, userId }),
    claim: () => hub.claim,
    isCertain: () => hub.isCertain,
    hasStopped: () => hub.hasStopped,
    addressOf,
    isNewest: (session) => sessions.newestOf(session.agentId) === session,
  });
  const clients = new ClientSockets({ users, limits, logger, publicBaseUrl, addressOf });
  const endedSessions = new Loop({
    ...{ name: 'ended-sessions', intervalMs: limits.clientSessionCheckMs, logger },
    tick: () => clients.checkSessions(),
  });
  const hub: Hub = new Hub({
    ...{ store, broker, limits, logger, sessions, sockets, clients, disconnects, claims },
    endedSessions,
  });
  const purge = new Loop({
    ...{ name: 'unknown-sessions', intervalMs: limits.sessionPurgeMs, logger },
    async tick() {
      if (hub.claim === null) return;
      const known = [...sessions.all()].map(({ id }) => id);
      const removed = await store.presence.purgeUnknown(hub.claim, known);
      if (removed > 0) logger.warn({ sessions: removed }, 'sessions without a socket were removed');
    },
  });
  registerHubMetrics(metrics, { counters, sessions, clients });
  return {
    services: [
      // It stops behind the hub, whose sockets end what grows.
      streams,
      hub,
      jointLimits,
      endedSessions,
      purge,
    ],
    upgrade: (request, socket, head) =>
      (isClientPath(request.url) ? clients : sockets).upgrade(request, socket, head),
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

/** Counts are read when asked for, so that the hot path only adds numbers. */
function registerHubMetrics(
  registry: Registry,
  read: Pick<SessionContext, 'counters'> & { sessions: Sessions; clients: ClientSockets },
): void {
  const { counters, sessions, clients } = read;
  const registers = [registry];
  gaugeOf('hub_sessions', 'Authenticated agent sockets', () => sessions.count);
  gaugeOf('hub_agents', 'Agents with at least one socket', () => sessions.agentCount);
  gaugeOf('hub_client_sockets', 'Sockets of the client app', () => clients.count);
  counterOf('hub_events_pushed_total', 'Event frames written to sockets', () => counters.pushed);
  counterOf(
    'hub_events_confirmed_total',
    'Event frames whose receipt a pong has proven',
    () => counters.confirmed,
  );

  function gaugeOf(name: string, help: string, countOf: () => number): void {
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(countOf());
      },
    });
  }

  function counterOf(name: string, help: string, countOf: () => number): void {
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset();
        this.inc(countOf());
      },
    });
  }
}
