import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { amqpAnswers } from '@svc/edge-proxy';
import { freePort } from '@svc/runtime';
import { eventually } from '@svc/testkit';
import { nodeEnvironment, SERVER_PROGRAMS } from '../../scripts/testing/rabbit.mjs';

const execute = promisify(execFile);

const START_MS_MAX = 240_000;
const STOP_MS_MAX = 30_000;

/** A RabbitMQ node of a test's own, which may be stopped and started again on the same data and port. */
export class RabbitNode {
  readonly url: string;
  readonly #folder: string;
  readonly #program: string;
  readonly #env: ReturnType<typeof nodeEnvironment>;
  #child: ChildProcess | undefined;

  private constructor(folder: string, program: string, ports: { amqp: number; peers: number; epmd: number }) {
    this.#folder = folder;
    this.#program = program;
    this.url = `amqp://guest:guest@127.0.0.1:${ports.amqp}`;
    this.#env = nodeEnvironment(folder, ports);
  }

  /** @param folder holds everything the node writes, `epmd.port`, and `rabbit.pid` while it runs. */
  static async prepare(folder: string): Promise<RabbitNode> {
    const program = SERVER_PROGRAMS.find((path) => existsSync(path));
    if (program === undefined) {
      throw new Error('No RabbitMQ server is installed: `apt-get install rabbitmq-server` brings one');
    }
    const ports = { amqp: await freePort(), peers: await freePort(), epmd: await freePort() };
    await writeFile(join(folder, 'epmd.port'), String(ports.epmd));
    return new RabbitNode(folder, program, ports);
  }

  /** Resolves once clients can connect. */
  async start(): Promise<void> {
    // A group of its own: the program is a script, which can be killed only together with the node.
    const child = spawn(this.#program, [], { env: this.#env, stdio: 'ignore', detached: true });
    this.#child = child;
    await writeFile(this.#pidFile, String(child.pid));
    const what = 'RabbitMQ to take connections';
    await eventually(() => amqpAnswers(this.url), Boolean, { what, waitMsMax: START_MS_MAX });
  }

  /** Ends the node in good order; its data stays. Idempotent. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    if (child.exitCode === null && child.signalCode === null) await ended(child);
    await rm(this.#pidFile, { force: true });
  }

  /** RabbitMQ lacks memory, as it believes, and holds every publisher back; or has enough again. */
  async lackMemory(lacks: boolean): Promise<void> {
    const program = join(dirname(this.#program), 'rabbitmqctl');
    const limit = lacks ? ['absolute', '1MB'] : ['0.6'];
    await execute(program, ['set_vm_memory_high_watermark', ...limit], { env: this.#env });
  }

  /** Loses everything that the stopped node had stored: its next start is a first one. */
  async forget(): Promise<void> {
    await rm(join(this.#folder, 'mnesia'), { recursive: true, force: true });
  }

  /** Ends the port mapper too. */
  async remove(): Promise<void> {
    await this.stop();
    await execute('epmd', ['-port', this.#env.ERL_EPMD_PORT, '-kill']).catch(() => undefined);
  }

  get #pidFile(): string {
    return join(this.#folder, 'rabbit.pid');
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), STOP_MS_MAX);
  await closed;
  clearTimeout(timer);
}
