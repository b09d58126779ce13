import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chown, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { freePort } from '@svc/runtime';
import { postgresBinaries } from './binaries.js';
import { handOver, PRODUCT_ROLE } from './product-role.js';
import { dataDirNow, initialisedFile, isInitialised, serverHome } from './server-home.js';
import type { ServerHome } from './server-home.js';
import { serverUser } from './system-user.js';
import type { SystemUser } from './system-user.js';

const START_TIMEOUT_SECONDS = 60;
const STOP_TIMEOUT_SECONDS = 5;

export interface LocalPostgresOptions {
  /** The folder of the data, created on first start. */
  dataDir: string;
  /** Default: any free port, chosen at each start. */
  port?: number;
  /** Further settings, such as `{ fsync: 'off' }` for a test, which also makes the first start much faster. */
  settings?: Record<string, string>;
}

/**
 * Our own PostgreSQL server on 127.0.0.1.
 *
 * It runs apart from this process, so that a Ctrl-C in the terminal does not stop it while services still drain; `stop()` ends it. If this
 * process was killed, the next start finds the server still running, stops it and starts it again on the same data.
 */
export class LocalPostgres {
  #dataDir: string;
  readonly #options: LocalPostgresOptions;
  #address: { port: number; password: string; superuserPassword: string } | undefined;
  #pgCtl: ((args: string[]) => Promise<void>) | undefined;

  constructor(options: LocalPostgresOptions) {
    this.#options = options;
    this.#dataDir = resolve(options.dataDir);
  }

  /** Address of the database `postgres`, for its owner, who is no superuser. Throws before `start()` has resolved. */
  get url(): string {
    const { port, password } = this.#started;
    return `postgresql://${PRODUCT_ROLE}:${password}@127.0.0.1:${port}/postgres`;
  }

  /** The same for the superuser, who may create further databases. The product never logs in as superuser. */
  get superuserUrl(): string {
    const { port, superuserPassword } = this.#started;
    return `postgresql://postgres:${superuserPassword}@127.0.0.1:${port}/postgres`;
  }

  /** The folder of the data: the folder that was asked for, or another one if the server cannot enter that. */
  get dataDir(): string {
    return this.#dataDir;
  }

  /**
   * @param options `adopt` takes over a server that a former owner left running in this folder, as it is.
   */
  async start({ adopt = false } = {}): Promise<void> {
    const { home, user } = await this.#enter();
    const superuserPassword = await this.#password('password');
    if (!(await isInitialised(home.dataDir))) await this.#initialise(home, superuserPassword, user);
    const port = (adopt ? await this.#runningPort() : null) ?? (await this.#startAnew());
    this.#address = { port, superuserPassword, password: await this.#password('product-password') };
    await handOver(this.superuserUrl, this.#address.password);
  }

  /** Ends a server that a former owner left running here, if there is one. Starts and creates nothing. */
  async stopLeftRunning(): Promise<void> {
    this.#dataDir = await dataDirNow(this.#dataDir);
    if (!(await exists(this.#pidFile))) return;
    await this.#enter();
    await this.stop();
  }

  /** Drains and ends the server. Idempotent, and safe before `start()`. */
  async stop(): Promise<void> {
    if (this.#pgCtl === undefined) return;
    await this.#stopServer();
    this.#pgCtl = undefined;
  }

  get #serverDir(): string {
    return join(this.#dataDir, 'server');
  }

  get #pidFile(): string {
    return join(this.#serverDir, 'postmaster.pid');
  }

  get #started() {
    if (this.#address === undefined) throw new Error('PostgreSQL is not started');
    return this.#address;
  }

  /** Finds the folder of the data, and how the server's programs reach it. */
  async #enter(): Promise<{ home: ServerHome; user: SystemUser | null }> {
    const [binaries, user] = await Promise.all([postgresBinaries(), serverUser()]);
    const home = await serverHome({ dataDir: resolve(this.#options.dataDir), binaries, user });
    this.#dataDir = home.dataDir;
    // The working directory is the server's own, since its user may not be able to enter ours.
    this.#pgCtl = (args) => home.run(home.binaries.pg_ctl, ['-D', this.#serverDir, ...args], home.dataDir);
    return { home, user };
  }

  async #startAnew(): Promise<number> {
    await this.#stopServer();
    const port = this.#options.port ?? (await freePort({ host: '127.0.0.1' }));
    await this.#startServer(port);
    return port;
  }

  /** The port of the server that runs here, or `null`. Its fourth line holds it (PostgreSQL, `miscadmin.h`, LOCK_FILE_LINE_PORT). */
  async #runningPort(): Promise<number | null> {
    try {
      await this.#pgCtl?.(['status']);
      const lines = (await readOwn(this.#pidFile)).split('\n');
      return Number(lines[3]) || null;
    } catch {
      return null;
    }
  }

  async #startServer(port: number): Promise<void> {
    const settings: Record<string, string> = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '200',
      ...this.#options.settings,
    };
    const flags = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
    const logFile = join(this.#serverDir, 'server.log');
    const timeout = ['-w', '-t', String(START_TIMEOUT_SECONDS)];
    try {
      await this.#pgCtl?.(['start', ...timeout, '-l', logFile, '-o', [`-p ${port}`, ...flags].join(' ')]);
    } catch (cause) {
      const log = await readOwn(logFile).catch(() => '');
      throw new Error(`PostgreSQL did not start:\n${log.slice(-2_000)}`, { cause });
    }
  }

  async #stopServer(): Promise<void> {
    if (!(await exists(this.#pidFile))) return;
    try {
      await this.#pgCtl?.(['stop', '-m', 'fast', '-w', '-t', String(STOP_TIMEOUT_SECONDS)]);
    } catch {
      // No server runs. The file remains from a machine that went down, and the server handles it by itself.
    }
  }

  async #initialise(home: ServerHome, password: string, user: SystemUser | null): Promise<void> {
    // An interrupted initialisation leaves an incomplete folder.
    await rm(this.#serverDir, { recursive: true, force: true });
    await mkdir(this.#serverDir, { mode: 0o700 });
    // The folder above belongs to us alone, so nobody else puts something under this name.
    if (user !== null) await chown(this.#serverDir, user.uid, user.gid);
    const passwordFile = join(this.#dataDir, 'initial-password');
    await rm(passwordFile, { force: true });
    try {
      const handle = await open(passwordFile, 'wx', 0o600);
      await handle.writeFile(`${password}\n`);
      if (user !== null) await handle.chown(user.uid, user.gid);
      await handle.close();
      const auth = ['--auth=scram-sha-256', '--username=postgres', `--pwfile=${passwordFile}`];
      const data = [`--pgdata=${this.#serverDir}`, '--encoding=UTF8', '--locale=C', '--no-instructions'];
      // A server that may lose its data when the machine goes down need not begin with all of it on the disk.
      const sync = this.#options.settings?.['fsync'] === 'off' ? ['--no-sync'] : [];
      await home.run(home.binaries.initdb, [...data, ...auth, ...sync], home.dataDir);
    } finally {
      await rm(passwordFile, { force: true });
    }
    await writeFile(initialisedFile(home.dataDir), '');
  }

  async #password(name: string): Promise<string> {
    const file = join(this.#dataDir, name);
    if (await exists(file)) return (await readFile(file, 'utf8')).trim();
    const password = randomBytes(24).toString('hex');
    await writeFile(file, password, { mode: 0o600, flag: 'wx' });
    return password;
  }
}

/** A file in the server's own folder. The server's user could have put a link to one of our files there. */
async function readOwn(path: string): Promise<string> {
  return readFile(path, { encoding: 'utf8', flag: constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
