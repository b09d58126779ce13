import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalPostgres } from '@svc/all-in-one';
import { freePort } from '@svc/runtime';
import { TcpProxy } from '@svc/testkit';
import { RabbitNode } from './rabbit-node.js';
import { ServicesProcess } from './services-process.js';

/** Retries within seconds, receivers on this machine, and limits of rates that no flow of a fault reaches. */
const SETTINGS = {
  WEBHOOK_RETRY_DELAYS_MS: '500,1000,2000',
  WEBHOOK_TIMEOUT_MS: '5000',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  RATE_LIMIT_AGENT_PER_MINUTE: '1000000',
  RATE_LIMIT_USER_PER_MINUTE: '1000000',
  RATE_LIMIT_AUTH_PER_MINUTE: '1000000',
  RATE_LIMIT_TRIGGER_PER_MINUTE: '1000000',
  RATE_LIMIT_TRIGGER_ADDRESS_PER_MINUTE: '1000000',
};

/** The product as `npm run services`, on a PostgreSQL and a RabbitMQ of its own, which may all be killed. */
export class FaultBench {
  readonly postgres: LocalPostgres;
  readonly rabbit: RabbitNode;
  readonly services: ServicesProcess;
  /** The product's database, for looking into it. */
  readonly databaseUrl: string;
  /** Where the product's files are. */
  readonly dataDir: string;
  /** Between all of the product's processes and the two servers. */
  readonly networks: { amqp: TcpProxy; database: TcpProxy };
  readonly #folder: string;

  private constructor(
    folder: string,
    databaseUrl: string,
    parts: Pick<FaultBench, 'postgres' | 'rabbit' | 'services' | 'networks'>,
  ) {
    this.#folder = folder;
    this.dataDir = join(folder, 'data');
    this.networks = parts.networks;
    this.databaseUrl = databaseUrl;
    this.postgres = parts.postgres;
    this.rabbit = parts.rabbit;
    this.services = parts.services;
  }

  /**
   * Resolves once every process is ready.
   *
   * @param processes how many of each service, such as `HUBS: '2'`.
   */
  static async open(processes: Record<string, string>): Promise<FaultBench> {
    const folder = process.env['FAULTS_FOLDER'] ?? (await mkdtemp(join(tmpdir(), 'agent-service-faults-')));
    // Under root the database runs as another user, who has to get in here.
    await chmod(folder, 0o755);
    await writeFile(join(folder, 'suite.pid'), String(process.pid));
    const postgres = new LocalPostgres({ dataDir: join(folder, 'postgres'), port: await freePort() });
    await mkdir(join(folder, 'rabbit'));
    const rabbit = await RabbitNode.prepare(join(folder, 'rabbit'));
    await Promise.all([postgres.start(), rabbit.start()]);
    const database = new URL(postgres.superuserUrl);
    database.pathname = '/agent_service';
    const networks = { amqp: new TcpProxy(new URL(rabbit.url)), database: new TcpProxy(database) };
    const services = new ServicesProcess({
      folder,
      port: await freePort(),
      settings: {
        ...SETTINGS,
        ...processes,
        DATABASE_URL: await networks.database.start(),
        AMQP_URL: await networks.amqp.start(),
      },
    });
    const bench = new FaultBench(folder, database.href, { postgres, rabbit, services, networks });
    try {
      await services.start();
    } catch (error) {
      await bench.close();
      throw error;
    }
    return bench;
  }

  /** Ends everything and removes its data, so that the next suite finds the folder as this one did. Idempotent. */
  async close(): Promise<void> {
    await this.services.stop();
    await Promise.all([this.networks.amqp.stop(), this.networks.database.stop()]);
    await this.rabbit.remove();
    await this.postgres.stop();
    const handedIn = this.#folder === process.env['FAULTS_FOLDER'];
    // A folder that was handed in is its owner's to remove; what stands in it is not.
    const left = handedIn ? OWN.map((name) => join(this.#folder, name)) : [this.#folder];
    for (const path of left) await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

const OWN = ['suite.pid', 'services.json', 'postgres', 'rabbit', 'data'];
