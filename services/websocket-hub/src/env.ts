import { readCommonConfig, readEnvironment } from '@svc/runtime';
import type { CommonConfig, Environment, EnvironmentReader } from '@svc/runtime';
import { HUB_LIMITS } from './limits.js';
import type { HubLimits } from './limits.js';

export interface WebsocketHubConfig {
  /** A fixed slot, for deployments that name their hubs; `null` takes any free slot. */
  slot: string | null;
  /** Where images of message frames are kept. */
  dataDir: string;
  limits: HubLimits;
}

export function readWebsocketHubConfig(read: EnvironmentReader): WebsocketHubConfig {
  return {
    slot: read.string('HUB_SLOT', { default: null, pattern: /^[\w-]{1,60}$/ }),
    dataDir: read.string('DATA_DIR', { default: '.data' }),
    limits: {
      ...HUB_LIMITS,
      socketsMax: read.integer('HUB_SOCKETS_MAX', { default: HUB_LIMITS.socketsMax, min: 1 }),
      framesPerSecond: read.integer('HUB_FRAMES_PER_SECOND', { default: HUB_LIMITS.framesPerSecond, min: 1 }),
    },
  };
}

/** The configuration of a hub that runs as its own process. */
export function readProcessConfig(env: Environment = process.env): CommonConfig & WebsocketHubConfig {
  return readEnvironment(env, (read) => ({ ...readCommonConfig(read), ...readWebsocketHubConfig(read) }));
}
