import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { LocalPostgres } from '@svc/all-in-one';
import { freePort } from '@svc/runtime';
import { endProducts, Person, TcpProxy } from '@svc/testkit';
import { Client } from 'pg';
import { RabbitNode } from './rabbit-node.js';
import { ServicesProcess } from './services-process.js';

/** For a start or an end of everything on a slow machine. */
const START_MS_MAX = 600_000;
/** What a test with a fault in it may take there, in milliseconds. */
export const FAULT_MS_MAX = 300_000;
jest.setTimeout(FAULT_MS_MAX);

/** One of each service, retries within seconds, receivers here, and limits that no flow reaches. */
const SETTINGS = {
  ...{ GATEWAYS: '1', HUBS: '1', DISPATCHERS: '1', SCHEDULERS: '1', INTAKES: '1' },
  WEBHOOK_RETRY_DELAYS_MS: '500,1000,2000',
  WEBHOOK_TIMEOUT_MS: '5000',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  RATE_LIMIT_AGENT_PER_MINUTE: '1000000',
  RATE_LIMIT_USER_PER_MINUTE: '1000000',
  RATE_LIMIT_AUTH_PER_MINUTE: '1000000',
  RATE_LIMIT_TRIGGER_PER_MINUTE: '1000000',
  RATE_LIMIT_TRIGGER_ADDRESS_PER_MINUTE: '1000000',
};

const OWN = ['services.pid', 'services.json', 'postgres', 'rabbit', 'data'];

/**
 * The product for all tests of a file, ready before the first of them and gone after the last.
 *
 * @param settings such as `HUBS: '2'`.
 */
export function faultBench(settings: Record<string, string> = {}): FaultBench {
  const bench = new FaultBench();
  beforeAll(() => bench.open(settings), START_MS_MAX);
  afterAll(() => bench.close(), START_MS_MAX);
  return bench;
}

/** The product as `npm run services`, on a PostgreSQL and a RabbitMQ of its own, which may all be killed. */
export class FaultBench {
  postgres!: LocalPostgres;
  rabbit!: RabbitNode;
  services!: ServicesProcess;
  /** Between all of the product's processes and the two servers. */
  networks!: { amqp: TcpProxy; database: TcpProxy };
  /** The product's database, for looking into it. */
  databaseUrl!: string;
  sql!: Client;
  /** Where the product's files are. */
  dataDir!: string;
  /** Somebody who has signed up. */
  person!: Person;
  #folder = '';

  /** Resolves once every process is ready. */
  async open(settings: Record<string, string>): Promise<void> {
    const folder = process.env['FAULTS_FOLDER'] ?? (await mkdtemp(join(tmpdir(), 'agent-service-faults-')));
    this.#folder = folder;
    this.dataDir = join(folder, 'data');
    // Under root the database runs as another user, who has to get in here.
    await chmod(folder, 0o755);
    this.postgres = new LocalPostgres({ dataDir: join(folder, 'postgres'), port: await freePort() });
    await mkdir(join(folder, 'rabbit'));
    this.rabbit = await RabbitNode.prepare(join(folder, 'rabbit'));
    await Promise.all([this.postgres.start(), this.rabbit.start()]);
    const database = new URL(this.postgres.superuserUrl);
    database.pathname = '/agent_service';
    this.databaseUrl = database.href;
    this.networks = { amqp: new TcpProxy(new URL(this.rabbit.url)), database: new TcpProxy(database) };
    const urls = {
      DATABASE_URL: await this.networks.database.start(),
      AMQP_URL: await this.networks.amqp.start(),
    };
    const all = { ...SETTINGS, ...settings, ...urls };
    this.services = new ServicesProcess({ folder, port: await freePort(), settings: all });
    const started = this.services.start();
    await Promise.all([started, writeFile(join(folder, 'services.pid'), String(this.services.pid))]);
    await this.services.allReady();
    this.sql = new Client({ connectionString: this.databaseUrl });
    // It ends with a PostgreSQL that a test stops.
    this.sql.on('error', () => {});
    await this.sql.connect();
    this.person = await Person.signUp(this.services.url);
  }

  /** Stops a server, and starts it again when every process has noticed. */
  async whileAway(server: RabbitNode | LocalPostgres, meanwhile?: () => Promise<unknown>): Promise<void> {
    await server.stop();
    await this.services.outageNoticed();
    await meanwhile?.();
    await server.start();
    await this.services.allReady();
  }

  /** Every write of the product is refused meanwhile, as by a server that others read from. */
  async whileTakingNoWrites(work: () => Promise<void>): Promise<void> {
    const name = new URL(this.databaseUrl).pathname.slice(1);
    await this.sql.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    try {
      // What the server is like now, a connection finds out only when it is opened anew.
      await this.sql.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      await work();
    } finally {
      await this.sql.query('SET default_transaction_read_only = off');
      await this.sql.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    }
  }

  /**
   * Ends everything and removes its data: the next suite finds the folder as this one did. Idempotent.
   *
   * @throws if a process has ended that nobody killed, or did not drain: see {@link Product.stop}.
   */
  async close(): Promise<void> {
    await this.sql?.end().catch(() => undefined);
    try {
      await endProducts(this.services ? [this.services] : []);
    } finally {
      await this.#remove();
    }
  }

  async #remove(): Promise<void> {
    await Promise.all(Object.values(this.networks ?? {}).map((proxy) => proxy.stop()));
    await this.rabbit?.remove();
    await this.postgres?.stop();
    const handedIn = this.#folder === process.env['FAULTS_FOLDER'];
    // A folder that was handed in is its owner's to remove; what stands in it is not.
    const left = handedIn ? OWN.map((name) => join(this.#folder, name)) : [this.#folder];
    for (const path of left) await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
