import { MEDIA_LINK_DAYS_DEFAULT } from '@svc/domain';
import { readCommonConfig, readEnvironment, readTrustedProxies } from '@svc/runtime';
import type { CommonConfig, Environment, EnvironmentReader } from '@svc/runtime';
import { HUB_LIMITS } from './limits.js';

export function readWebsocketHubConfig(read: EnvironmentReader) {
  return {
    dataDir: read.string('DATA_DIR', { default: '.data' }),
    mediaLinkDays: read.integer('MEDIA_LINK_DAYS', { default: MEDIA_LINK_DAYS_DEFAULT, min: 1, max: 3_650 }),
    limits: {
      ...HUB_LIMITS,
      socketsMax: read.integer('HUB_SOCKETS_MAX', { default: HUB_LIMITS.socketsMax, min: 1 }),
      framesPerSecond: read.integer('HUB_FRAMES_PER_SECOND', { default: HUB_LIMITS.framesPerSecond, min: 1 }),
      agentBytesPerMinute: read.integer('RATE_LIMIT_AGENT_BYTES_PER_MINUTE', {
        default: HUB_LIMITS.agentBytesPerMinute,
        min: 1,
      }),
      unauthenticatedPerAddressMax: read.integer('HUB_UNAUTHENTICATED_PER_ADDRESS', {
        default: HUB_LIMITS.unauthenticatedPerAddressMax,
        min: 1,
      }),
    },
    trustedProxies: readTrustedProxies(read),
  };
}

export type WebsocketHubConfig = ReturnType<typeof readWebsocketHubConfig>;

/** The configuration of a hub that runs as its own process. */
export function readProcessConfig(env: Environment = process.env): CommonConfig & WebsocketHubConfig {
  return readEnvironment(env, (read) => ({ ...readCommonConfig(read), ...readWebsocketHubConfig(read) }));
}
