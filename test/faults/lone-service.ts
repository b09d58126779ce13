import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@svc/runtime';
import { endOf, eventually, httpCall } from '@svc/testkit';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const START_MS_MAX = 120_000;

/** One service beside those of the bench, with networks of its own. */
export class LoneService {
  /** What it wrote. */
  output = '';
  /** Resolves to how it ended. */
  readonly ended: Promise<number | NodeJS.Signals>;
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
    this.ended = endOf(child);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
  }

  /** @param settings `DATABASE_URL` and `AMQP_URL` among them. */
  static async spawn(kind: string, dataDir: string, settings: Record<string, string>): Promise<LoneService> {
    const port = await freePort();
    const env = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      LOG_FORMAT: 'json',
      SECRETS_KEY: (await readFile(join(dataDir, 'secrets.key'), 'utf8')).trim(),
      ...settings,
    };
    const entry = join(REPOSITORY, 'dist/bin', `${kind}.mjs`);
    const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    return new LoneService(child, port);
  }

  async isReady(): Promise<boolean> {
    const answer = await httpCall(`http://127.0.0.1:${this.port}/health/ready`).catch(() => null);
    return answer?.status === 200;
  }

  async ready(): Promise<void> {
    const what = `the service to be ready, which wrote: ${this.output.slice(-2_000)}`;
    await eventually(() => this.isReady(), Boolean, { what, waitMsMax: START_MS_MAX });
  }

  /** Ends it in good order. */
  async stop(): Promise<number | NodeJS.Signals> {
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 15_000);
    const how = await this.ended;
    clearTimeout(timer);
    return how;
  }
}
