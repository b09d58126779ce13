import type { TaskDueEvent, TaskTriggerEvent } from '../contract.js';
import { AgentError, asError } from '../errors.js';
import { Slot, Slots } from '../events/slots.js';
import type { Calls } from '../http/calls.js';
import type { AgentSettings } from '../options.js';
import { sleep, unlessAborted } from '../waiting.js';
import { endRun } from './run-end.js';
import type { RunEnd } from './run-end.js';
import { Lease, readRun } from './run-lease.js';
import { offerOf, Run } from './run.js';
import type { RunOffer } from './run.js';

/** Works on a run. What it returns is the run's summary, in Markdown; what it throws fails the run. */
export type RunHandler = (run: Run) => Promise<string | void> | string | void;

/** How a run ended that this process worked on. `open`: it did not end, and another process may go on. `over`: it was ended elsewhere. */
export type RunOutcome = 'completed' | 'failed' | 'open' | 'over';

interface Work {
  offer: RunOffer;
  abort: AbortController;
  /** 0 until the service has told it. */
  attempt: number;
  lease: Lease;
  isGivenBack: boolean;
  done: Promise<RunOutcome>;
}

export interface RunBookParts {
  calls: Calls;
  settings: Pick<AgentSettings, 'leaseSeconds' | 'log' | 'runConcurrency'>;
  onError: (error: Error, about: string) => void;
}

/** A process that is being stopped has little time, in milliseconds. */
const GIVE_BACK_MS_MAX = 5_000;
const FINISHED_MAX = 10_000;

export class RunBook {
  readonly #parts: RunBookParts;
  readonly #open = new Map<string, Work>();
  /** The attempts that were worked on, by run. */
  readonly #finished = new Map<string, number>();
  readonly #slots: Slots;
  readonly #ending = new AbortController();
  #stopReason: AgentError | undefined;
  #disconnected: Promise<void> = Promise.resolve();

  constructor(parts: RunBookParts) {
    this.#parts = parts;
    this.#slots = new Slots(parts.settings.runConcurrency);
  }

  get size(): number {
    return this.#open.size;
  }

  /** An offer may come more than once; a later attempt takes the place of an earlier one. */
  async offered(event: TaskDueEvent | TaskTriggerEvent, handler: RunHandler): Promise<void> {
    const offer = offerOf(event);
    const open = this.#open.get(offer.runId);
    const worked = open?.attempt ?? this.#finished.get(offer.runId);
    if (worked === undefined) return void (await this.work(offer, handler));
    // Its service has not yet told the number of the attempt: the offer is a repeat.
    if (worked === 0) return;
    const { attempt = 1, status } = await readRun(this.#parts.calls, offer.runId, this.#ending.signal);
    if (attempt <= worked || (status !== 'pending' && status !== 'running')) return;
    open?.abort.abort(new AgentError('run_over', 'Another attempt has taken the place of this one.'));
    await open?.done;
    if (!this.#open.has(offer.runId)) await this.work(offer, handler);
  }

  work(offer: RunOffer, handler: RunHandler): Promise<RunOutcome> {
    const { calls, settings } = this.#parts;
    const lease = new Lease(calls, {
      ...{ runId: offer.runId, leaseSeconds: settings.leaseSeconds, isBegun: offer.event === null },
    });
    const work: Work = {
      ...{ offer, abort: new AbortController(), attempt: 0, lease, isGivenBack: false },
      done: Promise.resolve('open'),
    };
    if (this.#stopReason !== undefined) work.abort.abort(this.#stopReason);
    this.#open.set(offer.runId, work);
    work.done = this.#do(work, handler)
      .catch((error: unknown): RunOutcome => {
        this.#parts.onError(asError(error), `the run ${offer.runId}`);
        return 'open';
      })
      .finally(() => {
        if (this.#open.get(offer.runId) === work) this.#open.delete(offer.runId);
        this.#remember(offer.runId, work.attempt);
      });
    return work.done;
  }

  cancelled(runId: string): void {
    this.#open.get(runId)?.abort.abort(new AgentError('run_over', 'A person cancelled the run.'));
  }

  /** Runs stay open, and are given back once `disconnected`: the service sends nothing any more then. */
  leave(reason: AgentError, disconnected: Promise<void>): void {
    this.#stopReason = reason;
    this.#disconnected = disconnected;
    for (const { abort } of this.#open.values()) abort.abort(reason);
  }

  async idle(): Promise<void> {
    while (this.#open.size > 0) await Promise.all([...this.#open.values()].map(({ done }) => done));
  }

  /** Gives back what its handlers have not left, and ends what still tries to reach the service. */
  async end(): Promise<void> {
    const left = [...this.#open.values()].map((work) => this.#giveBack(work));
    await Promise.race([Promise.all(left), sleep(GIVE_BACK_MS_MAX, this.#ending.signal)]);
    this.#ending.abort(new AgentError('stopped', 'The agent has stopped.'));
  }

  async #do(work: Work, handler: RunHandler): Promise<RunOutcome> {
    const { signal } = work.abort;
    const { settings } = this.#parts;
    const { runId } = work.offer;
    try {
      await this.#slots.takeUnless(signal);
    } catch {
      return this.#left(work);
    }
    const slot = new Slot(this.#slots);
    const { lease } = work;
    try {
      const taken = await lease.take(signal);
      if ('over' in taken) {
        settings.log.info(`The run ${runId} is over: ${taken.over}`);
        return 'over';
      }
      work.attempt = taken.attempt;
      // It was told to leave while it took the run.
      signal.throwIfAborted();
      lease.keep(taken.attempt, (why) => overBy(work, why));
      const outcome = await this.#handle(work, handler, slot);
      return outcome === 'open' ? await this.#left(work) : outcome;
    } catch (error) {
      if (signal.aborted) return isOverBy(signal) ? 'over' : await this.#left(work);
      throw error;
    } finally {
      void lease.end();
      slot.leave();
    }
  }

  async #handle(work: Work, handler: RunHandler, slot: Slot): Promise<RunOutcome> {
    const { signal } = work.abort;
    let ended: Promise<RunOutcome> | undefined;
    const end = (how: RunEnd): Promise<RunOutcome> => (ended ??= this.#end(work, how));
    const run = new Run({
      ...{ calls: this.#parts.calls, offer: work.offer, attempt: work.attempt, signal },
      onOver: (why) => overBy(work, why),
      fail: async (note) => void (await end({ status: 'failed', summary: note })),
      withoutSlot: (wait) => slot.without(() => unlessAborted(wait(), signal)),
    });
    try {
      const summary = await handler(run);
      if (signal.aborted && isOverBy(signal)) return 'over';
      return await end({ status: 'completed', summary: typeof summary === 'string' ? summary : '' });
    } catch (thrown) {
      if (ended !== undefined) return ended;
      // What an abort leads to is no failure of the run.
      if (signal.aborted) return isOverBy(signal) ? 'over' : 'open';
      const error = asError(thrown);
      this.#parts.onError(error, `the run ${run.id} of "${run.taskName}"`);
      return end({ status: 'failed', summary: error.message });
    }
  }

  async #left(work: Work): Promise<RunOutcome> {
    if (isOverBy(work.abort.signal)) return 'over';
    await this.#giveBack(work);
    return 'open';
  }

  /** Once: if this process has not told it in time, the lease tells it. */
  async #giveBack(work: Work): Promise<void> {
    if (work.isGivenBack) return;
    work.isGivenBack = true;
    await work.lease.end();
    await this.#disconnected;
    try {
      await work.lease.release(this.#ending.signal);
    } catch (error) {
      const { runId } = work.offer;
      this.#parts.settings.log.warn(`The run ${runId} could not be given back: ${asError(error).message}`);
    }
  }

  async #end(work: Work, how: RunEnd): Promise<RunOutcome> {
    const { calls, settings } = this.#parts;
    if (await endRun(calls, work.offer, how, this.#ending.signal)) return how.status;
    settings.log.warn(`The run ${work.offer.runId} had ended before it was ${how.status} here.`);
    return 'over';
  }

  #remember(runId: string, attempt: number): void {
    if (attempt === 0) return;
    this.#finished.delete(runId);
    this.#finished.set(runId, attempt);
    if (this.#finished.size <= FINISHED_MAX) return;
    const [oldest] = this.#finished.keys();
    if (oldest !== undefined) this.#finished.delete(oldest);
  }
}

function overBy({ abort }: Work, why: string): void {
  abort.abort(new AgentError('run_over', `The run is over: ${why}`));
}

function isOverBy({ reason }: AbortSignal): boolean {
  return reason instanceof AgentError && reason.code === 'run_over';
}

export async function beginRun(calls: Calls, taskId: string): Promise<RunOffer> {
  const { run_id: runId } = await calls.call<{ run_id: string }>({
    ...{ method: 'POST', path: `/api/agent/tasks/${taskId}/run/start` },
  });
  const { name: taskName, prompt } = await calls.call<{ name: string; prompt: string }>({
    method: 'GET',
    path: `/api/agent/tasks/${taskId}`,
  });
  return { runId, taskId, taskName, prompt, schedule: null, payload: null, event: null };
}
