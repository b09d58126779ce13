import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL_POSTGRES_URL, LOCAL_RABBIT_URL } from './backends.mjs';

const COUNT_NAMES = {
  gateway: 'GATEWAYS',
  'websocket-hub': 'HUBS',
  scheduler: 'SCHEDULERS',
  'trigger-intake': 'INTAKES',
  'webhook-dispatcher': 'DISPATCHERS',
};
const COUNT_MAX = 32;

/** What `npm run services` reads from its environment, with the defaults of a machine that runs everything locally. */
export function readConfiguration(env) {
  if (/^(on|true|yes|1)$/i.test(env.DEMO ?? '')) {
    throw new Error('DEMO can be on only with npm start, on servers of its own');
  }
  const port = wholeNumber(env, 'PORT', 8080, 65_535);
  const host = env.HOST ?? '127.0.0.1';
  return {
    port,
    host,
    databaseUrl: env.DATABASE_URL ?? LOCAL_POSTGRES_URL,
    amqpUrl: env.AMQP_URL ?? LOCAL_RABBIT_URL,
    dataDir: env.DATA_DIR ?? '.data',
    publicBaseUrl: env.PUBLIC_BASE_URL ?? `http://localhost:${port}`,
    stateFile: env.SERVICES_STATE_FILE,
    counts: Object.fromEntries(
      Object.entries(COUNT_NAMES).map(([kind, name]) => [kind, wholeNumber(env, name, 1, COUNT_MAX)]),
    ),
  };
}

/**
 * The key that seals secrets, the same for all processes: `SECRETS_KEY`, or one generated once into the data folder.
 * 32 bytes in base64.
 */
export function secretsKey(env, dataDir) {
  if (env.SECRETS_KEY) return env.SECRETS_KEY;
  const path = join(dataDir, 'secrets.key');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, randomBytes(32).toString('base64') + '\n', { mode: 0o600 });
    chmodSync(path, 0o600);
  }
  return readFileSync(path, 'utf8').trim();
}

function wholeNumber(env, name, fallback, max) {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > max) {
    throw new Error(`${name} must be a whole number from 1 to ${max}, not "${text}"`);
  }
  return value;
}
