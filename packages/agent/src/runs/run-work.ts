import { AgentError, asError } from '../errors.js';
import { Slot } from '../events/slots.js';
import type { Slots } from '../events/slots.js';
import type { Calls } from '../http/calls.js';
import type { AgentSettings } from '../options.js';
import { sleep } from '../waiting.js';
import { endRun, isOver, readRun } from './run-calls.js';
import type { RunEnd, RunOffer } from './run-calls.js';
import { Run } from './run.js';

/** Works on a run. What it returns is the run's summary, in Markdown; what it throws fails the run. */
export type RunHandler = (run: Run) => Promise<string | void> | string | void;

/** How a run ended here. `open`: it did not, and another process may go on. `over`: it was ended elsewhere. */
export type RunOutcome = 'completed' | 'failed' | 'open' | 'over';

export interface RunWorkParts {
  calls: Calls;
  settings: Pick<AgentSettings, 'leaseSeconds' | 'log' | 'runConcurrency'>;
  slots: Slots;
  onError: (error: Error, about: string) => void;
  /** Aborts when the process has no more time. */
  ending: AbortSignal;
  /** Resolves when the service sends nothing any more. */
  disconnected: () => Promise<void>;
}

/** A heartbeat under way gets this when its process is told to leave: its answer says who has the run. */
const TAKING_MS_MAX = 2_000;

/** A run while this process works on it: from the wait for a slot to its end, or until it is given back. */
export class RunWork {
  /** Never rejects. */
  readonly done: Promise<RunOutcome>;
  readonly #parts: RunWorkParts;
  readonly #offer: RunOffer;
  readonly #abort = new AbortController();
  /** 0 until the service has told it. */
  attempt = 0;
  #taking: Promise<unknown> = Promise.resolve();
  readonly #leaving = new AbortController();
  /** The signs of life, and what is still under way of them. */
  #kept: Promise<void> = Promise.resolve();
  #givenBack: Promise<void> | undefined;

  constructor(parts: RunWorkParts, offer: RunOffer, handler: RunHandler) {
    this.#parts = parts;
    this.#offer = offer;
    this.done = this.#work(handler).catch((error: unknown) => {
      parts.onError(asError(error), `the run ${offer.run_id}`);
      return 'open';
    });
  }

  /** The signal of the run aborts. */
  leave(reason: AgentError): void {
    this.#abort.abort(reason);
  }

  async #work(handler: RunHandler): Promise<RunOutcome> {
    const { settings, slots } = this.#parts;
    const { signal } = this.#abort;
    const slot = new Slot(slots, signal);
    try {
      await slot.take();
      const over = await (this.#taking = this.#take());
      if (over !== undefined) {
        settings.log.info(`The run ${this.#offer.run_id} is over: ${over}`);
        return 'over';
      }
      // It was told to leave while it took the run.
      signal.throwIfAborted();
      this.#kept = this.#keep();
      return await this.#handle(handler, slot);
    } catch (error) {
      // What an abort leads to is no failure of the run.
      if (!signal.aborted) throw error;
      if (this.#isOver) return 'over';
      await this.giveBack();
      return 'open';
    } finally {
      this.#leaving.abort();
      slot.leave();
    }
  }

  /**
   * For as long as the service cannot be reached, and for two more seconds when the signal has aborted.
   *
   * @returns why the run is over, if it is.
   */
  async #take(): Promise<string | undefined> {
    const { leaseSeconds } = this.#parts.settings;
    const { signal } = this.#abort;
    signal.throwIfAborted();
    const late = new AbortController();
    const tooLate = (): void => late.abort(signal.reason);
    signal.addEventListener('abort', () => setTimeout(tooLate, TAKING_MS_MAX).unref(), { once: true });
    try {
      const bounds = { signal: late.signal, retryMsMax: Infinity };
      this.attempt = (await this.#beat({ lease_seconds: leaseSeconds }, bounds)).attempt;
      return undefined;
    } catch (error) {
      if (isOver(error)) return error.detail;
      throw error;
    }
  }

  /** The service then knows when this process has died. */
  async #keep(): Promise<void> {
    const { leaseSeconds } = this.#parts.settings;
    const everyMs = Math.floor((leaseSeconds * 1_000) / 3);
    const { signal } = this.#leaving;
    const body = { lease_seconds: leaseSeconds, attempt: this.attempt };
    for (;;) {
      await sleep(everyMs, signal);
      if (signal.aborted) return;
      try {
        await this.#beat(body, { signal, retryMsMax: everyMs, answerMsMax: everyMs });
      } catch (error) {
        if (isOver(error) && !signal.aborted) return this.#over(error.detail);
        // The service is away. It says who has the lease when it is back.
      }
    }
  }

  #beat(
    body: { lease_seconds: number; attempt?: number },
    bounds: { signal: AbortSignal; retryMsMax: number; answerMsMax?: number },
  ): Promise<{ attempt: number }> {
    const path = `/api/agent/tasks/runs/${this.#offer.run_id}/heartbeat`;
    return this.#parts.calls.call<{ attempt: number }>({ method: 'POST', path, body, ...bounds });
  }

  async #handle(handler: RunHandler, slot: Slot): Promise<RunOutcome> {
    const { signal } = this.#abort;
    let ended: Promise<RunOutcome> | undefined;
    const end = (how: RunEnd): Promise<RunOutcome> => (ended ??= this.#end(how));
    const run = new Run({
      ...{ calls: this.#parts.calls, offer: this.#offer, attempt: this.attempt, signal },
      onOver: (why) => this.#over(why),
      fail: async (note) => void (await end({ status: 'failed', summary: note })),
      withoutSlot: (wait) => slot.without(wait),
    });
    try {
      const summary = await handler(run);
      if (this.#isOver) return 'over';
      return await end({ status: 'completed', summary: typeof summary === 'string' ? summary : '' });
    } catch (thrown) {
      if (ended !== undefined) return ended;
      if (signal.aborted) throw thrown;
      const error = asError(thrown);
      this.#parts.onError(error, `the run ${run.id} of "${run.taskName}"`);
      return end({ status: 'failed', summary: error.message });
    }
  }

  async #end(how: RunEnd): Promise<RunOutcome> {
    const { calls, settings, ending } = this.#parts;
    if (await endRun(calls, this.#offer, how, ending)) return how.status;
    settings.log.warn(`The run ${this.#offer.run_id} had ended before it was ${how.status} here.`);
    return 'over';
  }

  /** The service offers it to the next process. If it is not told in time, the lease tells it. */
  giveBack(): Promise<void> {
    return (this.#givenBack ??= this.#giveBack());
  }

  async #giveBack(): Promise<void> {
    const { calls, settings, ending, disconnected } = this.#parts;
    const { run_id: runId, isBegunHere = false } = this.#offer;
    // A sign of life that came later would take the run back.
    this.#leaving.abort();
    await this.#kept;
    await disconnected();
    await this.#taking.catch(() => {});
    try {
      const attempt = this.attempt === 0 && isBegunHere ? await this.#untaken() : this.attempt;
      // Without a number it would be given back for the process that works on it now.
      if (attempt === 0) return;
      const path = `/api/agent/tasks/runs/${runId}/release`;
      await calls.call({ method: 'POST', path, body: { attempt }, signal: ending });
    } catch (error) {
      // It may have ended meanwhile, or the service is older than this call.
      if (!isOver(error))
        settings.log.warn(`The run ${runId} could not be given back: ${asError(error).message}`);
    }
  }

  /** The attempt of a run that was begun, unless a process has it on lease: then 0. */
  async #untaken(): Promise<number> {
    const { calls, ending } = this.#parts;
    const { status, attempt = 1, lease_expires_at: lease } = await readRun(calls, this.#offer.run_id, ending);
    return status === 'running' && lease === undefined ? attempt : 0;
  }

  #over(why: string): void {
    this.leave(new AgentError('run_over', `The run is over: ${why}`));
  }

  get #isOver(): boolean {
    const reason: unknown = this.#abort.signal.reason;
    return reason instanceof AgentError && reason.code === 'run_over';
  }
}
