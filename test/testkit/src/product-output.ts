import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Lines that are kept, of each stream. */
const LINES_KEPT_MAX = 20_000;

/** A process that ended by itself and is started again, as `npm run services` reports it. */
const DIED = /\| ended \(/;
const UNHANDLED = /unhandled ?rejection|uncaught ?exception/i;
/** In the JSON log, behind the name of its process in `npm run services`. */
const LOGGED_ERROR = /^[^{]*\{.*"level":"(error|fatal)"/;
/** No secret may reach a log: neither an agent's, nor a trigger's id or the sealing key. */
const SECRET = /svc_[0-9a-f]{40}|\b[0-9a-f]{64}\b/;

/** The lines that a product wrote to its standard streams, and whether any of them shows a fault. */
export class ProductOutput {
  readonly #lines: string[] = [];
  /** Whether processes were told to end. While it is false, the end of a process is a fault. */
  #isStopping = false;
  readonly #isUnderFire: boolean;
  readonly #problems: string[] = [];

  constructor({ isUnderFire = false }: { isUnderFire?: boolean | undefined } = {}) {
    this.#isUnderFire = isUnderFire;
  }

  follow(stream: Readable): void {
    createInterface({ input: stream }).on('line', (line) => this.#take(line));
  }

  /** From now on, processes end because they were told to. */
  expectEnd(): void {
    this.#isStopping = true;
  }

  /** Lines that no run may have: a crash, an unhandled rejection, a logged error, a secret. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** The last lines, for the message of a failed test. */
  tail(count = 60): string {
    return this.#lines.slice(-count).join('\n');
  }

  #take(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > LINES_KEPT_MAX) this.#lines.shift();
    const wasKilled = this.#isUnderFire && line.includes('(SIGKILL)');
    const hasDied = DIED.test(line) && !this.#isStopping && !wasKilled;
    const hasFailed = !this.#isUnderFire && LOGGED_ERROR.test(line);
    if (hasDied || hasFailed || UNHANDLED.test(line) || SECRET.test(line)) this.#problems.push(line);
  }
}
