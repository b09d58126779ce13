import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import {
  EnvironmentError,
  keptSecret,
  LOOPBACK_NETWORKS,
  readEnvironment,
  readTrustedProxies,
} from '@svc/runtime';
import type { EnvironmentReader } from '@svc/runtime';
import pg from 'pg';

const COUNT_NAMES = {
  gateway: 'GATEWAYS',
  'websocket-hub': 'HUBS',
  scheduler: 'SCHEDULERS',
  'trigger-intake': 'INTAKES',
  'webhook-dispatcher': 'DISPATCHERS',
} as const;
const COUNT_MAX = 32;

export type ServiceCounts = Record<keyof typeof COUNT_NAMES, number>;

export type ProcessGroupConfig = ReturnType<typeof readOwn>;

/** Reads a service's own configuration. Throws {@link EnvironmentError} with its problems. */
type ServiceReader = (env: NodeJS.ProcessEnv) => unknown;

/**
 * With the defaults of a machine that runs everything locally. The services read the same environment with
 * the additions of {@link serviceEnvironment}, so their configuration is checked too, before anything starts.
 *
 * @throws EnvironmentError naming every problem, once.
 */
export async function readProcessGroupConfig(
  env: NodeJS.ProcessEnv,
  readerOf: (kind: string) => Promise<ServiceReader>,
): Promise<ProcessGroupConfig> {
  const problems = await servicesProblems(env, readerOf);
  return readEnvironment(env, (read) => {
    const config = readOwn(read);
    problems.forEach((problem) => read.refuse(problem));
    return config;
  });
}

function readOwn(read: EnvironmentReader) {
  const port = read.integer('PORT', { default: 8080, min: 1, max: 65_535 });
  if (read.onOff('DEMO', { default: false })) {
    read.refuse('DEMO can be on only with npm start, on servers of its own');
  }
  const counts = Object.entries(COUNT_NAMES).map(([kind, name]) => [
    kind,
    read.integer(name, { default: 1, min: 1, max: COUNT_MAX }),
  ]);
  return {
    port,
    host: read.string('HOST', { default: '127.0.0.1' }),
    databaseUrl: read.url('DATABASE_URL', {
      default: LOCAL_POSTGRES_URL,
      protocols: ['postgresql:', 'postgres:'],
    }),
    amqpUrl: read.url('AMQP_URL', { default: LOCAL_RABBIT_URL, protocols: ['amqp:', 'amqps:'] }),
    dataDir: read.string('DATA_DIR', { default: '.data' }),
    publicBaseUrl: read.origin('PUBLIC_BASE_URL', { default: `http://localhost:${port}` }),
    stateFile: read.string('SERVICES_STATE_FILE', { default: null }) ?? undefined,
    trustedProxies: readTrustedProxies(read),
    counts: Object.fromEntries(counts) as ServiceCounts,
  };
}

async function servicesProblems(
  env: NodeJS.ProcessEnv,
  readerOf: (kind: string) => Promise<ServiceReader>,
): Promise<string[]> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const serviceEnv = {
    DATABASE_URL: LOCAL_POSTGRES_URL,
    AMQP_URL: LOCAL_RABBIT_URL,
    // One that is made later is well made.
    ...(given['SECRETS_KEYS'] === undefined && { SECRETS_KEY: '0'.repeat(64) }),
    ...given,
    // The supervisor tells each process where to listen.
    PORT: '0',
    HOST: '127.0.0.1',
  };
  const readers = await Promise.all(Object.keys(COUNT_NAMES).map(readerOf));
  return readers.flatMap((readService) => problemsOf(() => readService(serviceEnv)));
}

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return error.problems;
  }
}

/** For the services. Makes the data folder, and a key in it if none is given, which all of them use. */
export async function serviceEnvironment(
  env: NodeJS.ProcessEnv,
  { databaseUrl, amqpUrl, dataDir, publicBaseUrl }: ProcessGroupConfig,
): Promise<NodeJS.ProcessEnv> {
  await mkdir(dataDir, { recursive: true });
  const hasKey = [env['SECRETS_KEY'], env['SECRETS_KEYS']].some((keys) => keys?.trim());
  return {
    ...env,
    DATABASE_URL: databaseUrl,
    AMQP_URL: amqpUrl,
    DATA_DIR: dataDir,
    PUBLIC_BASE_URL: publicBaseUrl,
    ...(!hasKey && { SECRETS_KEY: await keptSecret(join(dataDir, 'secrets.key'), 32) }),
    // Only the edge proxy calls them, and it has found out already who calls from behind which proxies.
    TRUSTED_PROXIES: LOOPBACK_NETWORKS.join(),
  };
}

const LOCAL_POSTGRES_URL = 'postgres://postgres@127.0.0.1:5432/agent_service';
export const LOCAL_RABBIT_URL = 'amqp://guest:guest@127.0.0.1:5672';

const ANSWER_TIMEOUT_MS = 3_000;

/** PostgreSQL's error instead of a result; `code` is its SQLSTATE, absent if no server answered. */
type DatabaseProblem = Error & { code?: string };

/** Creates the database if there is none of that name. Resolves to the error, or to `null`. */
export async function ensureDatabase(url: string): Promise<DatabaseProblem | null> {
  const problem = await queryProblem(url, 'SELECT 1');
  // 3D000 is PostgreSQL's invalid_catalog_name: the server answers, the database is missing.
  if (problem?.code !== '3D000') return problem;
  const maintenance = new URL(url);
  const name = decodeURIComponent(maintenance.pathname.slice(1));
  maintenance.pathname = '/postgres';
  const created = await queryProblem(maintenance.href, `CREATE DATABASE "${name.replaceAll('"', '""')}"`);
  // 42P04 is duplicate_database: another starter was faster.
  return created?.code === '42P04' ? null : created;
}

/** Whether something that speaks AMQP 0-9-1 answers at `url`; no credentials are tried. */
export function amqpAnswers(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  return new Promise((resolve) => {
    const defaultPort = protocol === 'amqps:' ? 5671 : 5672;
    const socket = connect({ host: hostname, port: Number(port || defaultPort) });
    const finish = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('close', () => finish(false));
    socket.once('connect', () => {
      if (protocol === 'amqps:') finish(true);
      else socket.write(Buffer.from('AMQP\x00\x00\x09\x01', 'latin1'));
    });
    // The first frame of an AMQP server is a method frame, type 1 (AMQP 0-9-1, section 4.2.3).
    socket.once('data', (bytes) => finish(bytes[0] === 1));
  });
}

async function queryProblem(url: string, statement: string): Promise<DatabaseProblem | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
    return null;
  } catch (error) {
    return error as DatabaseProblem;
  } finally {
    await client.end().catch(() => undefined);
  }
}
