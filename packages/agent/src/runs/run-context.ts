import { randomUUID } from 'node:crypto';
import type { ContextBlock } from '../contract.js';
import { AgentError } from '../errors.js';

/** A block of the scratchpad may have 65,536 characters. */
const BLOCK_LENGTH = 65_000;
/** Escaped once more in its block, a quote or a backslash takes two characters, half a surrogate pair six. */
const PART_LENGTH = 32_000;

/** A run keeps 4 MiB. */
const PARTS_MAX = 130;

/** What `once` writes: a result in one block, or a part of one. */
interface WrittenResult {
  once: string;
  value?: unknown;
  write?: string;
  part?: number;
  of?: number;
  json?: string;
}

/** As the service keeps it. */
interface Scratchpad {
  read: () => Promise<{ blocks: ContextBlock[] }>;
  append: (text: string) => Promise<void>;
}

/**
 * The run's scratchpad, which the service keeps until the run ends. It outlives this process: if the run is offered again, it finds what the attempt before has written.
 */
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
   * Does a step once in the run, however many processes work on it one after another. The first result is written into the scratchpad, and comes back from there.
   * If the process dies between the step and the writing, the step is done again: give what must not happen twice a key of its own, such as an idempotency key.
   *
   * @param key names the step; unique within the run.
   * @param step Its result has to survive JSON: a `Date` comes back as text. All results of a run have 4 MiB at most.
   * @returns the result of the step, or of the one that an earlier attempt has done.
   * @throws what the step throws; nothing is written then.
   * @throws {AgentError} `too_much` if the result is larger than a run can keep.
   * @throws {CallError} if the service refuses to keep it, or cannot be reached for as long as calls are tried.
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

  /**
   * Appends a note, which the person can read while the run is open.
   *
   * @param text at most 65,536 characters.
   * @throws {CallError} as for {@link once}.
   */
  async append(text: string): Promise<void> {
    await this.#scratchpad.append(text);
  }

  /**
   * All blocks of the run, oldest first, also those of {@link once}.
   *
   * @throws {CallError} as for {@link once}.
   */
  async blocks(): Promise<ContextBlock[]> {
    return (await this.#scratchpad.read()).blocks;
  }

  async #onceOnly<T>(key: string, step: () => Promise<T> | T): Promise<T> {
    this.#earlier ??= this.blocks().then(resultsIn);
    // If it could not be read, the next call asks again.
    this.#earlier.catch(() => (this.#earlier = undefined));
    const earlier = await this.#earlier;
    if (earlier.has(key)) return earlier.get(key) as T;
    const result = await step();
    for (const block of blocksOf(key, result)) await this.append(block);
    return result;
  }
}

function blocksOf(key: string, value: unknown): string[] {
  const whole = JSON.stringify({ once: key, value });
  if (whole.length <= BLOCK_LENGTH) return [whole];
  const json = JSON.stringify(value);
  const of = Math.ceil(json.length / PART_LENGTH);
  if (of > PARTS_MAX)
    throw new AgentError('too_much', `The result of the step "${key}" is larger than a run can keep.`);
  const write = randomUUID();
  return Array.from({ length: of }, (_, part) =>
    JSON.stringify({
      ...{ once: key, write, part, of },
      json: json.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH),
    }),
  );
}

/** The first whole result of each key. */
function resultsIn(blocks: ContextBlock[]): Map<string, unknown> {
  const results = new Map<string, unknown>();
  const parts = new Map<string, string[]>();
  for (const { text } of blocks) {
    const written = writtenIn(text);
    if (written === null || results.has(written.once)) continue;
    const { once, value, write, part, of, json } = written;
    if (write === undefined) {
      results.set(once, value);
      continue;
    }
    const list = parts.get(write) ?? [];
    parts.set(write, list);
    list[part ?? 0] = json ?? '';
    if (list.filter((each) => each !== undefined).length === of)
      results.set(once, JSON.parse(list.join('')) as unknown);
  }
  return results;
}

function writtenIn(text: string): WrittenResult | null {
  if (!text.startsWith('{"once":')) return null;
  try {
    return JSON.parse(text) as WrittenResult;
  } catch {
    return null;
  }
}
