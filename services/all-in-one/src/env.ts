import { isIPv4 } from 'node:net';
import { readGatewayConfig } from '@svc/gateway';
import { LOG_FORMATS, readEnvironment, readListenConfig, readQuotas, readSealingConfig } from '@svc/runtime';
import type { Environment, EnvironmentReader } from '@svc/runtime';
import { readSchedulerConfig } from '@svc/scheduler';
import { readTriggerIntakeConfig } from '@svc/trigger-intake';
import { readWebhookDispatcherConfig } from '@svc/webhook-dispatcher';
import { readWebsocketHubConfig } from '@svc/websocket-hub';

/**
 * On a single machine, people test webhook receivers on the machine itself. If others can reach the product,
 * this would open the machine's own services to anyone with an account: then the operator has to allow it.
 */
export const LOOPBACK = ['127.0.0.0/8', '::1/128'];

export type AllInOneConfig = ReturnType<typeof readAllInOneConfig>;

export function readAllInOneConfig(env: Environment = process.env) {
  return readEnvironment(env, (read) => ({
    ...readReach(read),
    ...readBackends(read),
    ...readDataDir(read),
    databaseConnectionsMax: read.integer('DATABASE_CONNECTIONS_MAX', { default: 20, min: 2, max: 500 }),
    amqpPrefix: read.string('AMQP_PREFIX', { default: '', pattern: /^[\w.-]{0,60}$/ }),
    /** Without keys, one is generated into the data folder. */
    sealing: readSealingConfig(read, { isOptional: true }),
    quotas: readQuotas(read),
    hub: readWebsocketHubConfig(read),
    intake: readTriggerIntakeConfig(read),
    scheduler: readSchedulerConfig(read),
  }));
}

/** The servers that the operator gave, if any, and the demo, which never runs on them. */
function readBackends(read: EnvironmentReader) {
  const databaseUrl = read.secretUrl('DATABASE_URL', {
    default: null,
    protocols: ['postgresql:', 'postgres:'],
  });
  const amqpUrl = read.secretUrl('AMQP_URL', { default: null, protocols: ['amqp:', 'amqps:'] });
  const isEmbedded = databaseUrl === null && amqpUrl === null;
  const demo = read.onOff('DEMO', { default: isEmbedded });
  if (demo && !isEmbedded) read.refuse('DEMO can be on only where neither DATABASE_URL nor AMQP_URL is set');
  return {
    /** A server's address, or `null` for our own PostgreSQL in the data folder. */
    databaseUrl,
    /** The address of a RabbitMQ, or `null` for the broker in memory. */
    amqpUrl,
    demo,
  };
}

/** The folder of the database, the sealing key and the media files. */
function readDataDir(read: EnvironmentReader) {
  const dataDir = read.string('DATA_DIR', { default: null });
  return { dataDir: dataDir ?? '.data', isDataDirDefault: dataDir === null };
}

function readReach(read: EnvironmentReader) {
  const logFormat = read.oneOf('LOG_FORMAT', LOG_FORMATS, { default: 'pretty' });
  const listen = { ...readListenConfig(read), logFormat };
  const { host, publicBaseUrl } = listen;
  // An address that was refused is none.
  const isOwnOnly =
    isLoopback(host) && URL.canParse(publicBaseUrl) && isLoopback(new URL(publicBaseUrl).hostname);
  const allowedNetworks = isOwnOnly ? LOOPBACK : [];
  return {
    listen,
    gateway: readGatewayConfig(read, { webhookAllowedNetworks: allowedNetworks }),
    dispatcher: readWebhookDispatcherConfig(read, { allowedNetworks }),
  };
}

/** Whether a host, as a URL has it, is this machine by itself. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}
