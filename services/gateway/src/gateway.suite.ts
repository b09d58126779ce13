import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryBroker } from '@svc/broker';
import { MEDIA_LINK_DAYS_DEFAULT, MediaLinks, SecretBox } from '@svc/domain';
import { createAnnouncing, createScratchDatabase, openStore } from '@svc/store';
import { MediaStorage } from '@svc/messages';
import type { ClientHint } from '@svc/proto-events';
import {
  createLogger,
  createMetrics,
  readEnvironment,
  readRetention,
  createWebhookGuard,
} from '@svc/runtime';
import type { ScratchDatabase, Store } from '@svc/store';
import { base64, eventually, httpCall, listening, tinyPng } from '@svc/testkit';
import type { HttpAnswer, HttpCall } from '@svc/testkit';
import { composeGateway } from './index.js';

const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

export const PNG = base64(tinyPng());

/** The tests say what they expect of its body. */
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = HttpAnswer & { body: any };

export type TestUser = Awaited<ReturnType<GatewayBench['signUp']>>;
export type TestAgent = Awaited<ReturnType<GatewayBench['addAgent']>>;

export const PASSWORD = 'correct horse battery';

export const DEFAULT_CONFIG: Parameters<typeof composeGateway>[0] = {
  signUp: 'open',
  invitations: true,
  rateLimits: {
    agentPerMinute: 100_000,
    userPerMinute: 100_000,
    agentBytesPerMinute: 1e12,
    userBytesPerMinute: 1e12,
    authPerMinute: 100_000,
    failedCredentialsPerMinute: 100_000,
  },
  trustedProxies: ['127.0.0.0/8', '::1/128'],
  auditAddresses: 'full',
  retention: readEnvironment({}, readRetention),
};

/**
 * A gateway on a real HTTP server and a scratch database, with the memory broker, for the tests of one file.
 *
 * @param given.beside another one, which comes before it in the file: it shares its database.
 */
export function useGateway(
  config: Partial<typeof DEFAULT_CONFIG> = {},
  {
    resolve = async () => ['93.184.216.34'],
    beside,
  }: {
    /** Looks up the hosts of webhooks. */
    resolve?: (hostname: string) => Promise<string[]>;
    beside?: GatewayBench;
  } = {},
): GatewayBench {
  const bench = new GatewayBench();
  let scratch: ScratchDatabase | null;
  let server: Server;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    scratch = beside === undefined ? await createScratchDatabase(SERVER_URL) : null;
    const databaseUrl = scratch?.databaseUrl ?? beside?.databaseUrl ?? '';
    const secretsKeys: [Buffer] = [Buffer.alloc(32, 7)];
    const store = openStore({ databaseUrl, box: new SecretBox(...secretsKeys) });
    const broker = new MemoryBroker();
    await broker.start();
    await broker.consumeClientHints((hint) => void bench.hints.push(hint));
    const dataDir = await mkdtemp(join(tmpdir(), 'svc-gateway-'));
    // Never closes an idle connection: on a busy machine the test's next call is just going out over it.
    server = createServer({ keepAliveTimeout: 0 });
    const { url: baseUrl } = await listening(server);
    const logger = createLogger({ service: 'gateway', level: 'silent' });
    const announcing = createAnnouncing({ broker, logger });
    const gateway = composeGateway(
      { ...DEFAULT_CONFIG, ...config },
      {
        ...{ store, broker, ...announcing, dataDir, logger, publicBaseUrl: baseUrl, secretsKeys },
        media: new MediaStorage({ dataDir, publicBaseUrl: baseUrl }),
        metrics: createMetrics({ service: 'gateway' }),
        mediaLinks: new MediaLinks({ secretsKeys, agentDays: MEDIA_LINK_DAYS_DEFAULT, nowMs: Date.now }),
        webhookGuard: createWebhookGuard({ resolve }),
      },
    );
    server.on('request', gateway.listener);
    const services = [...gateway.services, ...(gateway.stopFirst ?? [])];
    for (const service of services) await service.start();
    stop = async () => {
      for (const service of services.reverse()) await service.stop();
      await announcing.publishing.drain();
      await broker.stop();
      await store.close();
    };
    Object.assign(bench, { store, databaseUrl, baseUrl, dataDir });
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await stop();
    await scratch?.drop();
    await rm(bench.dataDir, { recursive: true, force: true });
  });

  return bench;
}

export class GatewayBench {
  store!: Store;
  databaseUrl!: string;
  baseUrl!: string;
  dataDir!: string;
  readonly hints: ClientHint[] = [];
  #users = 0;

  async call(method: string, path: string, call: Pick<HttpCall, 'body' | 'headers'> = {}): Promise<Answer> {
    return httpCall(this.baseUrl + path, { method, ...call });
  }

  /** A new user, with the headers that sign it in. */
  async signUp(name = 'Ursula') {
    this.#users += 1;
    const email = `user${this.#users}@example.org`;
    const person = { name, email, password: PASSWORD };
    const { headers, body } = await this.call('POST', '/api/auth/sign-up/email', { body: person });
    const cookie = headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    const auth = { authorization: `Bearer ${String(headers['set-auth-token'])}` };
    return { userId: String(body.user.id), email, auth, cookie, call: this.#callOf(auth) };
  }

  /** A new agent, with the headers that sign it in. */
  async addAgent(options: { owner?: TestUser } = {}) {
    const owner = options.owner ?? (await this.signUp());
    const settings = { agent_name: 'Ada', kind: 'interactive' };
    const { body } = await owner.call('POST', '/api/client/agents', settings);
    const [agentId, secret] = [String(body.agent_id), String(body.secret)];
    const auth = { 'x-svc-agent-id': agentId, 'x-svc-secret': secret };
    return { agentId, owner, auth, call: this.#callOf(auth) };
  }

  /** Calls of somebody who is signed in. */
  #callOf(headers: Record<string, string>) {
    return (method: string, path: string, body?: object) => this.call(method, path, { headers, body });
  }

  async mediaFiles(): Promise<string[]> {
    const entries = await readdir(this.dataDir, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  }

  /** Everything stored of messages, events and media, counted. */
  async stored(): Promise<number[]> {
    const { message, event, media, conversation, agent } = this.store.prisma;
    const tables: { count(): Promise<number> }[] = [message, event, media, conversation, agent];
    return Promise.all(tables.map((table) => table.count()));
  }
}

/** The statuses of calls that are made one after the other. */
export async function statusesOf(count: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await call()).status);
  return statuses;
}

/**
 * Ends all connections to the database, also the one that asks for it. All are gone afterwards, since a call
 * over one that is just ending would fail, or be answered as before.
 */
export async function endConnections({ store }: Pick<GatewayBench, 'store'>): Promise<void> {
  const { prisma } = store;
  const [row] = await prisma.$queryRaw<{ at: string }[]>`SELECT clock_timestamp()::text AS at`;
  const ended = prisma.$queryRaw`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
     ORDER BY pid = pg_backend_pid()`;
  await expect(ended).rejects.toThrow();
  const left = (): Promise<unknown[]> =>
    prisma.$queryRaw<unknown[]>`
      SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND backend_start <= ${row?.at}::timestamptz`.catch(
      () => ['one that has just ended'],
    );
  await eventually(left, ({ length }) => length === 0, { what: 'the connections to end' });
}
