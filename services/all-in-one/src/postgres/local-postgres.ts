import pg from 'pg';
import { constants, existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { freePort, keptSecret } from '@svc/runtime';
import { serverHome } from './server-home.js';
import type { ServerHome } from './server-home.js';

const START_SECONDS_MAX = '60';
const STOP_SECONDS_MAX = '5';
const PASSWORD_BYTES = 24;

export interface LocalPostgresOptions {
  /** The folder of the data, created on first start. */
  dataDir: string;
  /** Default: any free port, chosen at each start. */
  port?: number;
  /** Such as `{ fsync: 'off' }` for a test, which also makes the first start much faster. */
  settings?: Record<string, string>;
  /** Under root: whether a folder that `postgres` cannot enter becomes a link. Default: the start fails. */
  mayLink?: boolean;
}

/**
 * On 127.0.0.1, apart from this process, so that a Ctrl-C does not stop it while services still drain. If
 * this process was killed, the next start stops the server and starts it again on the same data.
 */
export class LocalPostgres {
  readonly dataDir: string;
  readonly #options: LocalPostgresOptions;
  #address: { port: number; password: string; superuserPassword: string } | undefined;

  constructor(options: LocalPostgresOptions) {
    this.#options = options;
    this.dataDir = resolve(options.dataDir);
  }

  /** For the owner of the database, who is no superuser. Throws before `start()` has resolved. */
  get url(): string {
    const { port, password } = this.#started;
    return `postgresql://${PRODUCT_ROLE}:${password}@127.0.0.1:${port}/postgres`;
  }

  /** The same for the superuser, who may create further databases. The product never logs in as superuser. */
  get superuserUrl(): string {
    const { port, superuserPassword } = this.#started;
    return `postgresql://postgres:${superuserPassword}@127.0.0.1:${port}/postgres`;
  }

  async start(): Promise<void> {
    const home = await this.#home();
    const superuserPassword = await keptSecret(join(home.folder, 'password'), PASSWORD_BYTES);
    const password = await keptSecret(join(home.folder, 'product-password'), PASSWORD_BYTES);
    if (!existsSync(this.#serverDir)) await this.#initialise(home, superuserPassword);
    const port = await this.#startAnew(home);
    this.#address = { port, superuserPassword, password };
    await handOver(this.superuserUrl, password);
  }

  /** Also ends a server that a former owner left running. Idempotent; starts and creates nothing. */
  async stop(): Promise<void> {
    if (existsSync(this.#pidFile)) await this.#stopServer(await this.#home());
  }

  get #started() {
    if (this.#address === undefined) throw new Error('PostgreSQL is not started');
    return this.#address;
  }

  get #serverDir(): string {
    return join(this.dataDir, 'server');
  }

  get #pidFile(): string {
    return join(this.#serverDir, 'postmaster.pid');
  }

  #home(): Promise<ServerHome> {
    return serverHome(this.dataDir, { mayLink: this.#options.mayLink ?? false });
  }

  async #startAnew(home: ServerHome): Promise<number> {
    // One that a former owner left running may have much to write.
    await this.#stopServer(home, START_SECONDS_MAX);
    const port = this.#options.port ?? (await freePort({ host: '127.0.0.1' }));
    const settings: Record<string, string> = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '200',
      ...this.#options.settings,
    };
    const flags = [`-p ${port}`, ...Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)];
    const serverDir = join(home.folder, 'server');
    const logFile = join(serverDir, 'server.log');
    try {
      const options = ['-w', '-t', START_SECONDS_MAX, '-l', logFile, '-o', flags.join(' ')];
      await home.run('pg_ctl', ['-D', serverDir, 'start', ...options]);
    } catch (cause) {
      const log = await readOwn(logFile).catch(() => '');
      throw new Error(`PostgreSQL did not start:\n${log.slice(-2_000)}`, { cause });
    }
    return port;
  }

  async #stopServer(home: ServerHome, secondsMax = STOP_SECONDS_MAX): Promise<void> {
    if (!existsSync(this.#pidFile)) return;
    const args = ['-D', join(home.folder, 'server'), 'stop', '-m', 'fast', '-w', '-t', secondsMax];
    // If no server runs, the file is of a machine that went down, and the next server handles it.
    await home.run('pg_ctl', args).catch(() => undefined);
  }

  /** The folder gets its name when it is complete, so that an interrupted initialisation does not count. */
  async #initialise({ folder, user, run }: ServerHome, password: string): Promise<void> {
    const draft = join(folder, 'server.new');
    const passwordFile = join(folder, 'initial-password');
    for (const left of [draft, passwordFile]) await rm(left, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
    // The folder above belongs to us alone, so no other user puts something under these names.
    if (user !== null) for (const path of [draft, passwordFile]) await chown(path, user.uid, user.gid);
    try {
      const auth = ['--auth=scram-sha-256', '--username=postgres', `--pwfile=${passwordFile}`];
      const data = [`--pgdata=${draft}`, '--encoding=UTF8', '--locale=C', '--no-instructions'];
      // A server that may lose its data when the machine goes down need not begin with all of it on the disk.
      const sync = this.#options.settings?.['fsync'] === 'off' ? ['--no-sync'] : [];
      await run('initdb', [...data, ...auth, ...sync]);
    } finally {
      await rm(passwordFile, { force: true });
    }
    await rename(draft, this.#serverDir);
  }
}

/** A file in the server's own folder. The server's user could have put a link to one of our files there. */
function readOwn(path: string): Promise<string> {
  return readFile(path, { encoding: 'utf8', flag: constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) });
}

const PRODUCT_ROLE = 'agent_service';

/**
 * Lets a role that is no superuser own the database: superusers can read the server's files and start
 * programs by SQL (PostgreSQL, "pg_read_file", "COPY … PROGRAM"). Idempotent.
 */
async function handOver(superuserUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(`DO $$
      BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${PRODUCT_ROLE}') THEN
          CREATE ROLE ${PRODUCT_ROLE};
        END IF;
        ALTER ROLE ${PRODUCT_ROLE} LOGIN NOSUPERUSER PASSWORD ${client.escapeLiteral(password)};
        EXECUTE format('ALTER DATABASE %I OWNER TO ${PRODUCT_ROLE}', current_database());
      END $$`);
  } finally {
    await client.end();
  }
}
