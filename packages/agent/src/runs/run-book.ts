import type { TaskDueEvent, TaskTriggerEvent } from '../contract.js';
import { AgentError } from '../errors.js';
import { Slots } from '../events/slots.js';
import { Recent } from '../recent.js';
import { sleep } from '../waiting.js';
import { readRun } from './run-calls.js';
import type { RunOffer } from './run-calls.js';
import { RunWork } from './run-work.js';
import type { RunHandler, RunOutcome, RunWorkParts } from './run-work.js';

/** A process that is being stopped has little time, in milliseconds. */
const GIVE_BACK_MS_MAX = 5_000;

/** The runs that this process works on. */
export class RunBook {
  readonly #parts: RunWorkParts;
  readonly #open = new Map<string, RunWork>();
  /** The attempts that were worked on, by run. */
  readonly #finished = new Recent<number>();
  readonly #ending = new AbortController();
  #stopReason: AgentError | undefined;
  #disconnected: Promise<void> = Promise.resolve();

  constructor(parts: Pick<RunWorkParts, 'calls' | 'settings' | 'onError'>) {
    const slots = new Slots(parts.settings.runConcurrency);
    const disconnected = () => this.#disconnected;
    this.#parts = { ...parts, slots, ending: this.#ending.signal, disconnected };
  }

  get size(): number {
    return this.#open.size;
  }

  /** An offer may come more than once; a later attempt takes the place of an earlier one. */
  async offered(event: TaskDueEvent | TaskTriggerEvent, handler: RunHandler): Promise<void> {
    const runId = event.run_id;
    const open = this.#open.get(runId);
    const worked = open?.attempt ?? this.#finished.get(runId);
    if (worked === undefined) return void (await this.work(event, handler));
    // Its service has not yet told the number of the attempt: the offer is a repeat.
    if (worked === 0) return;
    const { attempt = 1, status } = await readRun(this.#parts.calls, runId, this.#ending.signal);
    if (attempt <= worked || (status !== 'pending' && status !== 'running')) return;
    open?.leave(new AgentError('run_over', 'Another attempt has taken the place of this one.'));
    await open?.done;
    if (!this.#open.has(runId)) await this.work(event, handler);
  }

  async work(offer: RunOffer, handler: RunHandler): Promise<RunOutcome> {
    const { run_id: runId } = offer;
    const work = new RunWork(this.#parts, offer, handler);
    if (this.#stopReason !== undefined) work.leave(this.#stopReason);
    this.#open.set(runId, work);
    const outcome = await work.done;
    if (this.#open.get(runId) === work) this.#open.delete(runId);
    if (work.attempt > 0) this.#finished.note(runId, work.attempt);
    return outcome;
  }

  cancelled(runId: string): void {
    this.#open.get(runId)?.leave(new AgentError('run_over', 'A person cancelled the run.'));
  }

  /** Runs stay open, and are given back once `disconnected`: the service sends nothing any more then. */
  leave(reason: AgentError, disconnected: Promise<void>): void {
    this.#stopReason = reason;
    this.#disconnected = disconnected;
    for (const work of this.#open.values()) work.leave(reason);
  }

  async idle(): Promise<void> {
    while (this.#open.size > 0) await Promise.all([...this.#open.values()].map(({ done }) => done));
  }

  /** Gives back what its handlers have not left, and ends what still tries to reach the service. */
  async end(): Promise<void> {
    const left = [...this.#open.values()].map((work) => work.giveBack());
    await Promise.race([Promise.all(left), sleep(GIVE_BACK_MS_MAX, this.#ending.signal)]);
    this.#ending.abort(new AgentError('stopped', 'The agent has stopped.'));
  }
}
