import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from '@svc/runtime';
import { LOCAL_POSTGRES_URL, LOCAL_RABBIT_URL } from './backends.mjs';

const COUNT_NAMES = {
  gateway: 'GATEWAYS',
  'websocket-hub': 'HUBS',
  scheduler: 'SCHEDULERS',
  'trigger-intake': 'INTAKES',
  'webhook-dispatcher': 'DISPATCHERS',
};
const COUNT_MAX = 32;

/**
 * What `npm run services` reads from its environment, with the defaults of a machine that runs everything locally. The services read the
 * same environment with what `serviceEnvironment` adds, so theirs is checked too, before anything starts.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {(kind: string) => Promise<(env: NodeJS.ProcessEnv) => unknown>} readerOf gives the function with which a kind of service reads its configuration.
 * @throws EnvironmentError naming every problem, once.
 */
export async function readConfiguration(env, readerOf) {
  const problems = await servicesProblems(env, readerOf);
  return readEnvironment(env, (read) => {
    const configuration = readOwn(read);
    problems.forEach((problem) => read.refuse(problem));
    return configuration;
  });
}

function readOwn(read) {
  const port = read.integer('PORT', { default: 8080, min: 1, max: 65_535 });
  if (read.onOff('DEMO', { default: false })) {
    read.refuse('DEMO can be on only with npm start, on servers of its own');
  }
  return {
    port,
    host: read.string('HOST', { default: '127.0.0.1' }),
    databaseUrl: read.url('DATABASE_URL', {
      default: LOCAL_POSTGRES_URL,
      protocols: ['postgresql:', 'postgres:'],
    }),
    amqpUrl: read.url('AMQP_URL', { default: LOCAL_RABBIT_URL, protocols: ['amqp:', 'amqps:'] }),
    dataDir: read.string('DATA_DIR', { default: '.data' }),
    publicBaseUrl: read.url('PUBLIC_BASE_URL', { default: `http://localhost:${port}` }),
    stateFile: read.string('SERVICES_STATE_FILE', { default: null }) ?? undefined,
    counts: Object.fromEntries(
      Object.entries(COUNT_NAMES).map(([kind, name]) => [
        kind,
        read.integer(name, { default: 1, min: 1, max: COUNT_MAX }),
      ]),
    ),
  };
}

async function servicesProblems(env, readerOf) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const serviceEnv = {
    DATABASE_URL: LOCAL_POSTGRES_URL,
    AMQP_URL: LOCAL_RABBIT_URL,
    SECRETS_KEY: storedSecretsKey(given.DATA_DIR ?? '.data') ?? '0'.repeat(64),
    ...given,
    // Where it listens each process is told by the supervisor.
    PORT: '0',
    HOST: '127.0.0.1',
  };
  const readers = await Promise.all(Object.keys(COUNT_NAMES).map(readerOf));
  return readers.flatMap((readService) => problemsOf(() => readService(serviceEnv)));
}

function problemsOf(read) {
  try {
    read();
    return [];
  } catch (error) {
    if (!Array.isArray(error.problems)) throw error;
    return error.problems;
  }
}

/** What the services are started with. */
export function serviceEnvironment(env, { databaseUrl, amqpUrl, dataDir, publicBaseUrl }) {
  return {
    ...env,
    DATABASE_URL: databaseUrl,
    AMQP_URL: amqpUrl,
    DATA_DIR: dataDir,
    PUBLIC_BASE_URL: publicBaseUrl,
    SECRETS_KEY: secretsKey(env, dataDir),
  };
}

/**
 * The key that seals secrets, the same for all processes: `SECRETS_KEY`, or one generated once into the data folder.
 * 32 bytes in base64.
 */
function secretsKey(env, dataDir) {
  const given = env.SECRETS_KEY?.trim();
  if (given) return given;
  const path = keyFileIn(dataDir);
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, randomBytes(32).toString('base64') + '\n', { mode: 0o600 });
    chmodSync(path, 0o600);
  }
  return storedSecretsKey(dataDir);
}

function storedSecretsKey(dataDir) {
  const path = keyFileIn(dataDir);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

function keyFileIn(dataDir) {
  return join(dataDir, 'secrets.key');
}
