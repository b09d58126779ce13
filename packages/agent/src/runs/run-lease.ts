import type { RunLease, TaskRun } from '../contract.js';
import { CallError } from '../errors.js';
import type { Calls } from '../http/calls.js';
import { sleep } from '../waiting.js';

export type Taken = { attempt: number } | { over: string };

/** A heartbeat under way gets this when its process is told to leave: its answer says who has the run. */
const TAKING_MS_MAX = 2_000;

/** Keeps a run on lease while its handler works: the service then knows when the process has died. */
export class Lease {
  readonly #calls: Calls;
  readonly #runId: string;
  readonly #leaseSeconds: number | null;
  readonly #isBegun: boolean;
  readonly #ending = new AbortController();
  /** The signs of life, and what is still under way of them. */
  #kept: Promise<void> = Promise.resolve();
  /** The attempt as which this process has taken the run, if it has. */
  #taken: Promise<number | undefined> = Promise.resolve(undefined);

  /** @param parts `isBegun`: this process began the run, which is running since then. */
  constructor(calls: Calls, parts: { runId: string; leaseSeconds: number | null; isBegun: boolean }) {
    this.#calls = calls;
    this.#runId = parts.runId;
    this.#leaseSeconds = parts.leaseSeconds;
    this.#isBegun = parts.isBegun;
  }

  /** For as long as the service cannot be reached, and for two more seconds when the signal has aborted. */
  take(signal: AbortSignal): Promise<Taken> {
    const taking = this.#take(signal);
    this.#taken = taking.then(
      (taken) => ('attempt' in taken ? taken.attempt : undefined),
      () => undefined,
    );
    return taking;
  }

  async #take(signal: AbortSignal): Promise<Taken> {
    try {
      if (this.#leaseSeconds === null) return takenOf(await readRun(this.#calls, this.#runId, signal));
      signal.throwIfAborted();
      const late = abortsAfter(signal, TAKING_MS_MAX);
      const bounds = { signal: late.signal, retryMsMax: Infinity };
      return await this.#beat({ lease_seconds: this.#leaseSeconds }, bounds).finally(late.forget);
    } catch (error) {
      if (isOver(error)) return { over: error.detail };
      throw error;
    }
  }

  /** Until {@link end}. @param onOver is called once, if the run is not this process's any more. */
  keep(attempt: number, onOver: (why: string) => void): void {
    if (this.#leaseSeconds !== null) this.#kept = this.#keep(this.#leaseSeconds, attempt, onOver);
  }

  /** Waits for signs of life under way: one that came after {@link release} would take the run back. */
  end(): Promise<void> {
    this.#ending.abort();
    return this.#kept;
  }

  /** Gives the run back, if it is this process's: the service offers it to the next one. */
  async release(signal: AbortSignal): Promise<void> {
    const path = `/api/agent/tasks/runs/${this.#runId}/release`;
    try {
      const attempt = (await this.#taken) ?? (this.#isBegun ? await this.#untaken(signal) : undefined);
      // Without a number it would be given back for the process that works on it now.
      if (attempt === undefined) return;
      await this.#calls.call({ method: 'POST', path, body: { attempt }, signal });
    } catch (error) {
      // It has ended meanwhile, or the service is older than this call.
      if (!isOver(error)) throw error;
    }
  }

  /** The attempt of a run that this process began, unless a process has it on lease. */
  async #untaken(signal: AbortSignal): Promise<number | undefined> {
    const { status, attempt = 1, lease_expires_at: lease } = await readRun(this.#calls, this.#runId, signal);
    return status === 'running' && lease === undefined ? attempt : undefined;
  }

  async #keep(leaseSeconds: number, attempt: number, onOver: (why: string) => void): Promise<void> {
    const everyMs = Math.floor((leaseSeconds * 1_000) / 3);
    const { signal } = this.#ending;
    const bounds = { signal, retryMsMax: everyMs, answerMsMax: everyMs };
    for (;;) {
      await sleep(everyMs, signal);
      if (signal.aborted) return;
      try {
        await this.#beat({ lease_seconds: leaseSeconds, attempt }, bounds);
      } catch (error) {
        if (isOver(error) && !signal.aborted) return onOver(error.detail);
        // The service is away. It says who has the lease when it is back.
      }
    }
  }

  #beat(
    body: { lease_seconds: number; attempt?: number },
    bounds: { signal?: AbortSignal; retryMsMax: number; answerMsMax?: number },
  ): Promise<RunLease> {
    const path = `/api/agent/tasks/runs/${this.#runId}/heartbeat`;
    return this.#calls.call<RunLease>({ method: 'POST', path, body, ...bounds });
  }
}

export function readRun(calls: Calls, runId: string, signal?: AbortSignal): Promise<TaskRun> {
  return calls.call<TaskRun>({
    ...{ method: 'GET', path: `/api/agent/tasks/runs/${runId}`, signal, retryMsMax: Infinity },
  });
}

/** The run has ended, or is another attempt's. */
export function isOver(error: unknown): error is CallError {
  return error instanceof CallError && (error.status === 409 || error.status === 404);
}

function takenOf({ status, attempt = 1 }: TaskRun): Taken {
  return status === 'pending' || status === 'running' ? { attempt } : { over: `The run is ${status}` };
}

/** A signal that aborts some time after another, with its reason. */
function abortsAfter(signal: AbortSignal, afterMs: number): { signal: AbortSignal; forget: () => void } {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(() => late.abort(signal.reason), afterMs);
  };
  signal.addEventListener('abort', begin, { once: true });
  const forget = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', begin);
  };
  return { signal: late.signal, forget };
}

export interface AttemptParts {
  calls: Calls;
  runId: string;
  attempt: number;
  signal: AbortSignal;
  /** Aborts the signal, because the service says that the run is not this attempt's any more. */
  onOver: (why: string) => void;
}

/** The service takes nothing of a former attempt. */
export class RunAttempt {
  readonly #parts: AttemptParts;

  constructor(parts: AttemptParts) {
    this.#parts = parts;
  }

  /** @throws the signal's reason if the run is over or another attempt's, {@link CallError} otherwise. */
  async write(part: 'context' | 'progress', body: object): Promise<void> {
    const { calls, runId, attempt, signal, onOver } = this.#parts;
    const path = `/api/agent/tasks/runs/${runId}/${part}`;
    try {
      await calls.call({ method: 'POST', path, body: { ...body, attempt }, signal });
    } catch (error) {
      // A full scratchpad is refused by the same code.
      if (isOver(error) && !(await this.#isOurs())) onOver(error.detail);
      signal.throwIfAborted();
      throw error;
    }
  }

  async #isOurs(): Promise<boolean> {
    const { calls, runId, attempt: own, signal } = this.#parts;
    try {
      const { status, attempt = 1 } = await readRun(calls, runId, signal);
      return status === 'running' && attempt === own;
    } catch (error) {
      if (isOver(error)) return false;
      throw error;
    }
  }
}
