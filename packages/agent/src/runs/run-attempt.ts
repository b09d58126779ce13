import type { Calls } from '../http/calls.js';
import { isOver, readRun } from './run-lease.js';

export interface AttemptParts {
  calls: Calls;
  runId: string;
  attempt: number;
  signal: AbortSignal;
  /** Aborts the signal, because the service says that the run is not this attempt's any more. */
  onOver: (why: string) => void;
}

/** What this process writes into a run as one attempt of it. The service takes nothing of a former attempt. */
export class RunAttempt {
  readonly #parts: AttemptParts;

  constructor(parts: AttemptParts) {
    this.#parts = parts;
  }

  /** @throws the signal's reason if the run has ended or is another attempt's: the signal aborts then. {@link CallError} if the call is refused otherwise. */
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
