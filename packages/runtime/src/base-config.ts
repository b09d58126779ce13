import type { Quotas } from '@svc/domain';
import type { EnvironmentReader } from './environment.js';
import { LOG_FORMATS, LOG_LEVELS } from './logger.js';
import type { LogFormat, LogLevel } from './logger.js';
import { readQuotas } from './quota-config.js';
import { readSealingConfig } from './sealing-config.js';
import type { SealingConfig } from './sealing-config.js';
import type { Secret } from './secret.js';

/** Where a process listens, its address for the outside, and how it logs. */
export interface ListenConfig {
  /** Default `127.0.0.1`. */
  host: string;
  /** Default 8080. */
  port: number;
  /** The origin under which the outside reaches the installation. Default `http://localhost:<PORT>`. */
  publicBaseUrl: string;
  logLevel: LogLevel;
  logFormat: LogFormat;
}

/** Configuration that all services share when they run as processes of their own. */
export interface CommonConfig extends ListenConfig {
  databaseUrl: Secret;
  /** Connections to the database at most. Default 10. */
  databaseConnectionsMax: number;
  amqpUrl: Secret;
  /** Stands before the name of every exchange and queue, so that installations can share a broker. Default empty. */
  amqpPrefix: string;
  sealing: SealingConfig;
  /** How many things there may be. */
  quotas: Quotas;
}

export function readListenConfig(read: EnvironmentReader): ListenConfig {
  const port = read.integer('PORT', { default: 8080, min: 0, max: 65_535 });
  return {
    host: read.string('HOST', { default: '127.0.0.1' }),
    port,
    publicBaseUrl: read.origin('PUBLIC_BASE_URL', { default: `http://localhost:${port}` }),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, { default: 'info' }),
    logFormat: read.oneOf('LOG_FORMAT', LOG_FORMATS, { default: 'json' }),
  };
}

export function readCommonConfig(read: EnvironmentReader): CommonConfig {
  return {
    ...readListenConfig(read),
    databaseUrl: read.secretUrl('DATABASE_URL', { protocols: ['postgresql:', 'postgres:'] }),
    databaseConnectionsMax: read.integer('DATABASE_CONNECTIONS_MAX', { default: 10, min: 2, max: 500 }),
    ...readAmqpConfig(read),
    sealing: readSealingConfig(read),
    quotas: readQuotas(read),
  };
}

/** The address of RabbitMQ, and the prefix of this installation's names there. */
export function readAmqpConfig(read: EnvironmentReader): Pick<CommonConfig, 'amqpUrl' | 'amqpPrefix'> {
  return {
    amqpUrl: read.secretUrl('AMQP_URL', { protocols: ['amqp:', 'amqps:'] }),
    amqpPrefix: read.string('AMQP_PREFIX', { default: '', pattern: /^[\w.-]{0,60}$/ }),
  };
}
