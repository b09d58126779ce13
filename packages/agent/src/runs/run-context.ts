import type { ContextBlock } from '../contract.js';
import { AgentError } from '../errors.js';

/** A block of the scratchpad may have so many characters. */
const BLOCK_LENGTH_MAX = 65_536;

/** As the service keeps it. */
interface Scratchpad {
  read: () => Promise<{ blocks: ContextBlock[] }>;
  append: (text: string) => Promise<void>;
}

/** The run's scratchpad, which the service keeps until the run ends: another attempt finds it as it was left. */
export class RunContext {
  readonly #scratchpad: Scratchpad;
  /** What earlier attempts have written, read when it is first asked for. */
  #earlier: Promise<Map<string, unknown>> | undefined;
  readonly #results = new Map<string, Promise<unknown>>();

  /** @internal */
  constructor(scratchpad: Scratchpad) {
    this.#scratchpad = scratchpad;
  }

  /**
   * Does a step once in the run, however many processes work on it one after another: its result is kept in
   * the scratchpad. If the process dies between the step and the writing, the step is done again: give what
   * must not happen twice a key of its own, such as an idempotency key.
   *
   * @param key names the step; unique within the run.
   * @param step what it results in has to survive JSON, in which it has some 65,000 characters at most.
   * @returns the result of the step, or of the one that an earlier attempt has done.
   * @throws what the step throws; nothing is written then. {@link AgentError} `too_much` if it is too large.
   * @throws {CallError} if the service refuses it, or cannot be reached for as long as calls are tried.
   */
  once<T>(key: string, step: () => Promise<T> | T): Promise<T> {
    const known = this.#results.get(key);
    if (known !== undefined) return known as Promise<T>;
    const result = this.#onceOnly(key, step);
    this.#results.set(key, result);
    // A step that failed may be tried again.
    result.catch(() => this.#results.delete(key));
    return result;
  }

  /** Appends a note of at most 65,536 characters, which the person can read. It throws as {@link once}. */
  async append(text: string): Promise<void> {
    await this.#scratchpad.append(text);
  }

  /** All blocks of the run, oldest first, also those of {@link once}. It throws as that. */
  async blocks(): Promise<ContextBlock[]> {
    return (await this.#scratchpad.read()).blocks;
  }

  async #onceOnly<T>(key: string, step: () => Promise<T> | T): Promise<T> {
    this.#earlier ??= this.blocks().then(resultsIn);
    // If it could not be read, the next call asks again.
    this.#earlier.catch(() => (this.#earlier = undefined));
    const earlier = await this.#earlier;
    if (earlier.has(key)) return earlier.get(key) as T;
    const value = await step();
    const block = JSON.stringify({ once: key, value });
    if (block.length > BLOCK_LENGTH_MAX)
      throw new AgentError('too_much', `The result of the step "${key}" is larger than a block may be.`);
    await this.append(block);
    return value;
  }
}

/** The first result of each key. */
function resultsIn(blocks: ContextBlock[]): Map<string, unknown> {
  const results = new Map<string, unknown>();
  for (const { text } of blocks.filter(({ text }) => text.startsWith('{"once":')))
    try {
      const { once, value } = JSON.parse(text) as { once: string; value?: unknown };
      if (!results.has(once)) results.set(once, value);
    } catch {
      // A note that only looks like it.
    }
  return results;
}
