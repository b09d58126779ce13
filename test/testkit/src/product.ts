import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { httpCall } from './http-call.js';
import { endOf, signalIfAlive } from './process-ends.js';
import { ProductOutput } from './product-output.js';
import { makeScratch } from './product-scratch.js';
import type { DatabaseOwner, ProductMode, ProductScratch } from './product-scratch.js';
import { eventually, inTime } from './signal.js';

export interface ProductOptions {
  mode: ProductMode;
  /** Services are always on the tests' server. Default: the own one. */
  database?: DatabaseOwner;
  /**
   * Environment variables besides those of the scratch, which replace the product's defaults. By default the
   * demo is off, and `NODE_OPTIONS` are what `TEST_NODE_OPTIONS_OF_PRODUCTS` says.
   */
  settings?: Record<string, string>;
  /** Processes are killed and servers taken away: errors in the log and killed processes are no faults. */
  isUnderFire?: boolean;
  /** Default: what `mode` says. */
  program?: string;
}

/** A process of `npm run services`. */
export interface Member {
  /** Such as `gateway#1`. */
  name: string;
  kind: string;
  pid?: number;
  port: number;
  ready: boolean;
}

/** Long enough for a first start on a slow machine, which builds and creates a database, in milliseconds. */
const START_MS_MAX = 120_000;
/** For one that hangs, in milliseconds: by itself it kills what is left after nine seconds. */
const STOP_MS_MAX = 40_000;

/**
 * The built product as a child process, with a database, queues, files and a port of its own.
 *
 * It may be stopped and started again, and keeps its data. `remove()` ends it for good.
 */
export class Product {
  readonly mode: ProductMode;
  readonly #options: ProductOptions;
  readonly #scratch: ProductScratch;
  readonly #settings: Record<string, string>;
  #output = new ProductOutput();
  #child: ChildProcess | undefined;
  #ended: Promise<number | NodeJS.Signals> | undefined;

  /** @param scratch is the caller's to make; `prepare` makes one. */
  constructor(options: ProductOptions, scratch: ProductScratch) {
    this.mode = options.mode;
    this.#options = options;
    this.#scratch = scratch;
    const NODE_OPTIONS = process.env['TEST_NODE_OPTIONS_OF_PRODUCTS'] ?? '';
    const defaults = { LOG_LEVEL: 'warn', LOG_FORMAT: 'json', DEMO: 'off', NODE_OPTIONS };
    this.#settings = { ...defaults, ...options.settings };
  }

  static async prepare(options: ProductOptions): Promise<Product> {
    const { mode, database = 'own', settings } = options;
    const scratch = await makeScratch({ mode, database, retryDelaysMs: retryDelaysOf(settings) });
    return new Product(options, scratch);
  }

  get url(): string {
    return this.#scratch.url;
  }

  /** What it has written lately. */
  get outputTail(): string {
    return this.#output.tail();
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The processes of a kind, or all, as they are now. */
  async members(kind?: string): Promise<Member[]> {
    const state = await readFile(this.#scratch.stateFile, 'utf8').catch(() => '{"members":[]}');
    const { members } = JSON.parse(state) as { members: Member[] };
    return kind === undefined ? members : members.filter((member) => member.kind === kind);
  }

  /** The metrics of a kind of service, as Prometheus reads them. */
  async metrics(kind: string): Promise<string> {
    const [member] = await this.members(kind);
    const url = member === undefined ? this.url : `http://127.0.0.1:${member.port}`;
    return String((await httpCall(`${url}/metrics`)).body);
  }

  /**
   * Resolves once `GET /health/ready` answers 200. Rejects with what it wrote if it ends or takes too long.
   *
   * @param settings replace the product's own settings for this start.
   */
  async start(settings: Record<string, string> = {}): Promise<void> {
    const { program = PROGRAMS[this.mode], isUnderFire } = this.#options;
    const env = { ...inheritedEnvironment(), ...this.#scratch.environment, ...this.#settings, ...settings };
    const node = nodeOf(this.mode);
    const child = spawn(node, [program], { cwd: REPOSITORY, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    this.#output = new ProductOutput({ isUnderFire });
    this.#output.follow(child.stdout);
    this.#output.follow(child.stderr);
    this.#ended = endOf(child);
    const ended = this.#ended.then((how) => {
      throw new Error(`The product ended (${how}) before it was ready:\n${this.#output.tail()}`);
    });
    // After it is ready, its end does not count as a failed start.
    ended.catch(() => {});
    try {
      await Promise.race([this.#becomesReady(), ended]);
    } catch (error) {
      await this.#kill();
      throw error;
    }
  }

  /**
   * Ends it by SIGTERM. Rejects if it does not end with exit code 0, ended before, or wrote a line that shows
   * a crash, an unhandled rejection, an error or a secret. Idempotent.
   */
  async stop(): Promise<void> {
    const [child, ended] = [this.#child, this.#ended];
    if (child === undefined || ended === undefined) return;
    this.#child = undefined;
    const hasEndedBefore = child.exitCode !== null || child.signalCode !== null;
    this.#output.expectEnd();
    child.kill('SIGTERM');
    const how = await inTime(ended, 'its end', STOP_MS_MAX).catch(() => null);
    if (how === null) await this.#kill(child);
    if (hasEndedBefore) throw new Error(`The product ended by itself (${how}):\n${this.#output.tail()}`);
    if (how !== 0) throw new Error(`The product did not drain (${how ?? 'killed'}):\n${this.#output.tail()}`);
    const { problems } = this.#output;
    if (problems.length > 0) throw new Error(`The product wrote what it must not:\n${problems.join('\n')}`);
  }

  /** Ends all processes that still run, and removes database, queues and files. */
  async remove(): Promise<void> {
    await this.#kill();
    await this.#scratch.remove();
  }

  async #becomesReady(): Promise<void> {
    const ask = () =>
      httpCall(`${this.url}/health/ready`).then(
        ({ status }) => status,
        () => 0,
      );
    const options = { what: 'the product to be ready', waitMsMax: START_MS_MAX };
    await eventually(ask, (status) => status === 200, options).catch((cause: unknown) => {
      throw new Error(`The product did not become ready:\n${this.#output.tail()}`, { cause });
    });
  }

  /** The processes that this product started, and no other. */
  async #kill(child = this.#child): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    for (const pid of [child.pid, ...(await this.#ownProcesses())])
      if (pid !== undefined) signalIfAlive(pid, 'SIGKILL');
    await this.#ended;
    this.#child = undefined;
  }

  /** Services are not in the process group of their parent, and neither is the embedded database. */
  async #ownProcesses(): Promise<number[]> {
    const members = await this.members();
    const database = join(this.#scratch.dataDir, 'postgres/server/postmaster.pid');
    const [postmaster = ''] = (await readFile(database, 'utf8').catch(() => '')).split('\n');
    return [...members.map(({ pid }) => pid ?? 0), Number(postmaster)].filter((pid) => pid > 0);
  }
}

const PROGRAMS = { 'all-in-one': 'dist/bin/all-in-one.mjs', services: 'scripts/services.mjs' };

/** The Node on which the product runs. It may be another one than that of the tests. */
function nodeOf(mode: ProductMode): string {
  const name = mode === 'services' ? 'TEST_NODE_OF_SERVICES' : 'TEST_NODE_OF_ALL_IN_ONE';
  return process.env[name] ?? process.execPath;
}

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

/** Settings in the test's own environment must not reach the product under test. */
const NOT_INHERITED =
  /^(PORT|HOST|NODE_OPTIONS|SECRETS_.*|SIGN_UP|INVITATIONS|DEMO|HUBS|GATEWAYS|SCHEDULERS|INTAKES|DISPATCHERS|TRUSTED_PROXIES|.*_URL|.*_DIR|AMQP_.*|DATABASE_.*|WEBHOOK_.*|RATE_LIMIT_.*|TRIGGER_.*|HUB_.*|AGENT_.*|MEDIA_.*|QUOTA_.*|RETENTION_.*|LOG_.*|JEST_.*)$/;

function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name)));
}

function retryDelaysOf(settings: Record<string, string> = {}): number[] {
  return (settings['WEBHOOK_RETRY_DELAYS_MS'] ?? '30000,60000,120000').split(',').map(Number);
}
