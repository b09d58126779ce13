import { performance } from 'node:perf_hooks';
import { giveUp, say } from '../preparation/prepare.mjs';
import { findChromium } from './chromium.mjs';
import { runJest } from './jest-run.mjs';
import { findPostgres } from './postgres.mjs';
import { findRabbit } from './rabbit.mjs';

/**
 * One run of `npm test` or of a part of it: steps with one line each, and at the end the counts over all jest runs.
 */
export class TestSession {
  #startedAt = performance.now();
  #passed = 0;
  #failed = 0;
  #broken = [];
  #servers = [];
  #env = { ...process.env };

  /** Finds or starts PostgreSQL and RabbitMQ and hands them to every jest run that follows. */
  async bringServers() {
    for (const signal of ['SIGINT', 'SIGTERM'])
      process.once(signal, () => void this.#stopServers().then(() => process.exit(130)));
    try {
      const postgres = await findPostgres(process.env);
      this.#servers.push(postgres);
      const rabbit = await findRabbit(process.env);
      this.#servers.push(rabbit);
      Object.assign(this.#env, { TEST_DATABASE_URL: postgres.url, TEST_AMQP_URL: rabbit.url });
    } catch (error) {
      await this.#stopServers();
      giveUp(error.message);
    }
  }

  /** Finds or installs the browser and hands it to every jest run that follows. */
  async bringBrowser() {
    try {
      this.#env.TEST_CHROMIUM = await findChromium(process.env);
    } catch (error) {
      await this.#stopServers();
      giveUp(error.message);
    }
  }

  /** @param {() => Promise<number>} step resolves to an exit code. */
  async check(name, step) {
    await this.#timed(name, async () => (await step()) === 0);
  }

  /**
   * Runs checks that do not need each other, two at a time: each keeps one processor busy.
   *
   * @param {{ name: string, run: () => Promise<number> }[]} checks
   */
  async checks(checks) {
    const waiting = [...checks];
    const lane = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await this.check(next.name, next.run);
    };
    await Promise.all([lane(), lane()]);
  }

  async jest(name, args, env = {}) {
    say(`${name}: jest ${args.join(' ')}`);
    await this.#timed(name, async () => {
      const { passed, failed, exitCode } = await runJest(args, { ...this.#env, ...env });
      this.#passed += passed;
      this.#failed += failed;
      return exitCode === 0;
    });
  }

  /** Prints the result, its counts alone on the last line, and returns the exit code. */
  async finish() {
    await this.#stopServers();
    if (this.#broken.length > 0) console.log(`Failed: ${this.#broken.join(', ')}`);
    console.log(`Duration: ${this.#secondsSince(this.#startedAt)}`);
    console.log(`${this.#passed} passed, ${this.#failed} failed`);
    return this.#broken.length === 0 && this.#failed === 0 && this.#passed > 0 ? 0 : 1;
  }

  async #timed(name, step) {
    const startedAt = performance.now();
    const isGood = await step().catch((error) => {
      console.error(error.message);
      return false;
    });
    if (!isGood) this.#broken.push(name);
    console.log(`${isGood ? '✓' : '✗'} ${name} (${this.#secondsSince(startedAt)})`);
  }

  async #stopServers() {
    for (const server of this.#servers.splice(0).reverse()) await server.stop();
  }

  #secondsSince(startedAt) {
    return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  }
}
