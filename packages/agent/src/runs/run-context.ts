import { randomUUID } from 'node:crypto';
import type { ContextBlock } from '../contract.js';
import { AgentError } from '../errors.js';

/** A block of the scratchpad may have so many characters. */
const BLOCK_LENGTH_MAX = 65_536;
/** Escaped once more in its block, a quote or a backslash takes two characters. */
const PART_LENGTH = 32_000;
/** A run keeps 4 MiB. */
const PARTS_MAX = 130;

/** What `once` writes: a result in one block, or a part of one. */
interface Written {
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
   * @param step what it results in has to survive JSON. All results of a run have 4 MiB at most.
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
    for (const block of blocksOf(key, value)) await this.append(block);
    return value;
  }
}

function blocksOf(key: string, value: unknown): string[] {
  const whole = JSON.stringify({ once: key, value });
  if (whole.length <= BLOCK_LENGTH_MAX) return [whole];
  const json = JSON.stringify(value);
  const of = Math.ceil(json.length / PART_LENGTH);
  if (of > PARTS_MAX)
    throw new AgentError('too_much', `The result of the step "${key}" is larger than a run can keep.`);
  const write = randomUUID();
  return Array.from({ length: of }, (_, part) => {
    const piece = json.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH);
    return JSON.stringify({ once: key, write, part, of, json: piece } satisfies Written);
  });
}

/** The first whole result of each key. */
function resultsIn(blocks: ContextBlock[]): Map<string, unknown> {
  const results = new Map<string, unknown>();
  const parts = new Map<string, string[]>();
  for (const { once, value, write, part = 0, of, json = '' } of blocks.flatMap(writtenIn)) {
    if (results.has(once)) continue;
    if (write === undefined) {
      results.set(once, value);
      continue;
    }
    const found = parts.get(write) ?? [];
    parts.set(write, found);
    found[part] = json;
    // What has not come yet is a hole, which `flat` leaves out.
    if (found.flat().length === of) results.set(once, JSON.parse(found.join('')) as unknown);
  }
  return results;
}

function writtenIn({ text }: ContextBlock): Written[] {
  if (!text.startsWith('{"once":')) return [];
  try {
    return [JSON.parse(text) as Written];
  } catch {
    // A note that only looks like it.
    return [];
  }
}
