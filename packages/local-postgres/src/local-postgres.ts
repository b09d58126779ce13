import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { postgresBinaries } from './binaries.js';
import { serverUser } from './system-user.js';
import type { SystemUser } from './system-user.js';

const run = promisify(execFile);

const START_TIMEOUT_SECONDS = 60;
const STOP_TIMEOUT_SECONDS = 5;

export interface LocalPostgresOptions {
  /** Where the data lies; created on first start. */
  dataDir: string;
  /** Default: any free port, chosen at each start. */
  port?: number;
  /** Further settings, such as `{ fsync: 'off' }` for a test. */
  settings?: Record<string, string>;
}

/**
 * A PostgreSQL server of one's own on 127.0.0.1.
 *
 * It runs apart from this process, so that a Ctrl-C in the terminal does not take it away from services that still drain; `stop()` ends it.
 * If this process was killed, the next start finds the server still running, stops it and starts it anew on the same data.
 */
export class LocalPostgres {
  readonly #dataDir: string;
  readonly #options: LocalPostgresOptions;
  #url: string | undefined;
  #pgCtl: ((args: string[]) => Promise<void>) | undefined;

  constructor(options: LocalPostgresOptions) {
    this.#options = options;
    this.#dataDir = resolve(options.dataDir);
  }

  /** Address of the database `postgres`, for its owner. Throws before `start()` has resolved. */
  get url(): string {
    if (this.#url === undefined) throw new Error('PostgreSQL is not started');
    return this.#url;
  }

  async start(): Promise<void> {
    const [{ initdb, pg_ctl }, user] = await Promise.all([postgresBinaries(), serverUser()]);
    await this.#prepareFolder(user);
    const password = await this.#password();
    const asUser = user === null ? {} : user;
    const exec = async (command: string, args: string[]): Promise<void> => {
      // Its own working directory, since the server's user may not be let into ours.
      await run(command, args, { ...asUser, cwd: this.#dataDir });
    };
    if (!(await this.#isInitialised())) await this.#initialise(initdb, password, exec, user);
    this.#pgCtl = (args) => exec(pg_ctl, ['-D', this.#serverDir, ...args]);
    await this.#stopServer();
    const port = this.#options.port ?? (await freePort());
    await this.#startServer(port);
    this.#url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  }

  /** Ends the server in good order. Idempotent, and safe before `start()`. */
  async stop(): Promise<void> {
    if (this.#pgCtl === undefined) return;
    await this.#stopServer();
    this.#pgCtl = undefined;
  }

  get #serverDir(): string {
    return join(this.#dataDir, 'server');
  }

  async #startServer(port: number): Promise<void> {
    const settings: Record<string, string> = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '200',
      ...this.#options.settings,
    };
    const flags = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
    const logFile = join(this.#dataDir, 'server.log');
    const timeout = ['-w', '-t', String(START_TIMEOUT_SECONDS)];
    try {
      await this.#pgCtl?.(['start', ...timeout, '-l', logFile, '-o', [`-p ${port}`, ...flags].join(' ')]);
    } catch (cause) {
      const log = await readFile(logFile, 'utf8').catch(() => '');
      throw new Error(`PostgreSQL did not start:\n${log.slice(-2_000)}`, { cause });
    }
  }

  async #stopServer(): Promise<void> {
    if (!(await exists(join(this.#serverDir, 'postmaster.pid')))) return;
    try {
      await this.#pgCtl?.(['stop', '-m', 'fast', '-w', '-t', String(STOP_TIMEOUT_SECONDS)]);
    } catch {
      // No server runs: the file is left over from a machine that went down, and the server deals with it by itself.
    }
  }

  async #initialise(
    initdb: string,
    password: string,
    exec: (command: string, args: string[]) => Promise<void>,
    user: SystemUser | null,
  ): Promise<void> {
    // An initialisation that was cut off leaves an incomplete folder.
    await rm(this.#serverDir, { recursive: true, force: true });
    const passwordFile = join(this.#dataDir, 'initial-password');
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    try {
      if (user !== null) await chown(passwordFile, user.uid, user.gid);
      const auth = ['--auth=scram-sha-256', '--username=postgres', `--pwfile=${passwordFile}`];
      await exec(initdb, [
        `--pgdata=${this.#serverDir}`,
        ...auth,
        '--encoding=UTF8',
        '--locale=C',
        '--no-instructions',
      ]);
    } finally {
      await rm(passwordFile, { force: true });
    }
    await writeFile(this.#initialisedFile, '');
  }

  async #prepareFolder(user: SystemUser | null): Promise<void> {
    await mkdir(this.#dataDir, { recursive: true });
    if (user !== null) {
      await chown(this.#dataDir, user.uid, user.gid);
      await run('test', ['-x', this.#dataDir], { ...user, cwd: '/' }).catch((cause: unknown) => {
        throw new Error(
          `The system user postgres cannot reach ${this.#dataDir}: put the project elsewhere, or set DATABASE_URL`,
          { cause },
        );
      });
    }
    await chmod(this.#dataDir, 0o700);
  }

  async #password(): Promise<string> {
    const file = join(this.#dataDir, 'password');
    if (await exists(file)) return (await readFile(file, 'utf8')).trim();
    const password = randomBytes(24).toString('hex');
    await writeFile(file, password, { mode: 0o600 });
    return password;
  }

  get #initialisedFile(): string {
    return join(this.#dataDir, 'initialised');
  }

  #isInitialised(): Promise<boolean> {
    return exists(this.#initialisedFile);
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
