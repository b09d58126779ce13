import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveUp, say, seconds } from '../preparation/progress.mjs';
import { runJest } from './jest-run.mjs';
import { lookAgain } from './second-look.mjs';

/** Steps with one line each, and at the end the counts over all jest runs. */
export class TestSession {
  #startedAt = Date.now();
  #passed = 0;
  #failed = 0;
  #flaky = [];
  #broken = [];
  #servers = [];
  #env = { ...process.env };
  #running = new Set();
  #ending = new AbortController();

  /** From now on a signal ends the run with all that it has started. */
  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void this.#stop());
  }

  /** Finds or starts PostgreSQL and RabbitMQ and hands them to every jest run that follows. */
  async bringServers() {
    // Imported only now: what they stand on is not there before the build.
    const { findPostgres } = await import('./postgres.mjs');
    const { findRabbit } = await import('./rabbit.mjs');
    await this.bring(async () => {
      const postgres = await findPostgres(process.env);
      this.#servers.push(postgres);
      const rabbit = await findRabbit(process.env);
      this.#servers.push(rabbit);
      const scratch = await scratchServers(postgres.url);
      this.#servers.push(scratch);
      await scratch.template;
      Object.assign(this.#env, scratch.env, { TEST_AMQP_URL: rabbit.url });
    });
  }

  /** Resolves with what is found. Without it the run ends with the reason. */
  async bring(find) {
    try {
      return await find();
    } catch (error) {
      await this.#stopServers();
      return giveUp(error.message);
    }
  }

  /** @param {(signal: AbortSignal) => Promise<number>} step resolves to an exit code. */
  async check(name, step) {
    await this.#timed(name, async () => (await this.#endable(step)) === 0);
  }

  /**
   * @param {{ env?: NodeJS.ProcessEnv, secondLook?: boolean }} options With a second look, files that failed
   *   run once more, and what passes then counts as passed and is listed as flaky.
   */
  async jest(name, args, { env = {}, secondLook = false } = {}) {
    const runOnce = (ownArgs) => {
      say(`${name}: jest ${ownArgs.join(' ')}`);
      return this.#endable((signal) => runJest(ownArgs, { ...this.#env, ...env }, signal));
    };
    await this.#timed(name, async () => {
      const first = await runOnce(args);
      const { passed, failed, exitCode, flaky = [] } = secondLook ? await lookAgain(first, runOnce) : first;
      this.#passed += passed;
      this.#failed += failed;
      this.#flaky.push(...flaky);
      // A jest that found no test has tested nothing.
      return exitCode === 0 && passed > 0;
    });
  }

  async #endable(step) {
    const running = step(this.#ending.signal);
    this.#running.add(running);
    const result = await running.finally(() => this.#running.delete(running));
    // What was ended before its time is no result, and the process exits.
    if (this.#ending.signal.aborted) await new Promise(() => {});
    return result;
  }

  /** Prints the result, its counts alone on the last line, and returns the exit code. */
  async finish() {
    await this.#stopServers();
    if (this.#broken.length > 0) console.log(`Failed: ${this.#broken.join(', ')}`);
    for (const test of this.#flaky) console.log(`flaky: ${test}`);
    if (this.#flaky.length > 0) console.log(`${this.#flaky.length} flaky: each failed once and passed alone`);
    console.log(`Duration: ${seconds(this.#startedAt)}`);
    console.log(`${this.#passed} passed, ${this.#failed} failed`);
    return this.#broken.length === 0 && this.#failed === 0 ? 0 : 1;
  }

  /** Before its time. The servers go last, because tests stand on them. */
  async #stop() {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort();
    await Promise.allSettled(this.#running);
    await this.#stopServers().finally(() => process.exit(130));
  }

  async #timed(name, step) {
    const startedAt = Date.now();
    const isGood = await step().catch((error) => {
      console.error(error.message);
      return false;
    });
    if (!isGood) this.#broken.push(name);
    console.log(`${isGood ? '✓' : '✗'} ${name} (${seconds(startedAt)})`);
  }

  async #stopServers() {
    for (const server of this.#servers.splice(0).reverse()) await server.stop();
  }
}

/** The template of scratch databases, and what finds leftovers of tests that were ended in the middle. */
async function scratchServers(postgresUrl) {
  // Imported only now: before the build they are not there.
  const { createScratchTemplate, dropScratchDatabases, serverOfRun } = await import('@svc/store');
  const { removeScratchBrokers } = await import('@svc/testkit');
  const folder = await mkdtemp(join(tmpdir(), 'agent-service-run-'));
  const serverUrl = serverOfRun(postgresUrl);
  const template = createScratchTemplate(serverUrl);
  const stop = async () => {
    // A broker that does not answer any more keeps nothing else from going.
    await removeScratchBrokers(folder).catch((error) => console.error(error.message));
    // The run may end while it is being made.
    await template.catch(() => {});
    await dropScratchDatabases(serverUrl);
    await rm(folder, { recursive: true, force: true });
  };
  return { template, env: { TEST_DATABASE_URL: serverUrl, TEST_RUN_FOLDER: folder }, stop };
}
