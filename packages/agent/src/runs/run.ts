import type { Decision } from '../contract.js';
import { ask } from '../decisions/decisions.js';
import type { Question } from '../decisions/decisions.js';
import type { Calls } from '../http/calls.js';
import { sendMessage } from '../messages/outgoing-message.js';
import type { OutgoingMessage, SentMessage } from '../messages/outgoing-message.js';
import { isOver, readRun } from './run-calls.js';
import type { RunOffer } from './run-calls.js';
import { RunContext } from './run-context.js';

/** What a report shows. */
export interface Report extends Omit<OutgoingMessage, 'report'> {
  /** At most 200 characters. */
  title: string;
  /** A subtitle, at most 1,000 characters. */
  description?: string;
}

export interface RunParts {
  calls: Calls;
  offer: RunOffer;
  attempt: number;
  signal: AbortSignal;
  /** Aborts the signal, because the service says that the run is not this attempt's any more. */
  onOver: (why: string) => void;
  fail: (note: string) => Promise<void>;
  /** Lets another run have the slot of this one while something waits. */
  withoutSlot: <T>(wait: () => Promise<T>) => Promise<T>;
}

/** A run of a task, while this process works on it. */
export class Run {
  /** The run, `run_…`. */
  readonly id: string;
  /** The task, `tsk_…`. */
  readonly taskId: string;
  /** The name of the task. */
  readonly taskName: string;
  /** The task's instructions, as its owner wrote them. */
  readonly prompt: string;
  /** The cron expression of a scheduled task, or `once`; null if a trigger or the agent began the run. */
  readonly schedule: string | null;
  /** What the trigger URL was called with; null if the run has no trigger. */
  readonly payload: Record<string, unknown> | null;
  /** Those headers of the trigger's call that the task names in `trigger_headers`, in lower case. */
  readonly headers: Record<string, string>;
  /** From 1. A run that was lost or took too long is offered again, if its task has a `retry`. */
  readonly attempt: number;
  /**
   * Aborts when the work is to end: a person cancelled the run, another attempt has taken its place, or the
   * process is stopping. Hand it to what takes long; an abort that leads out of the handler fails no run.
   */
  readonly signal: AbortSignal;
  /** The run's scratchpad, which outlives this process. */
  readonly context: RunContext;
  readonly #parts: RunParts;

  constructor(parts: RunParts) {
    const { offer } = parts;
    this.id = offer.run_id;
    this.taskId = offer.task_id;
    this.taskName = offer.task_name;
    this.prompt = offer.task_prompt;
    this.schedule = offer.schedule ?? null;
    this.payload = offer.payload ?? null;
    this.headers = offer.headers ?? {};
    this.attempt = parts.attempt;
    this.signal = parts.signal;
    this.#parts = parts;
    const path = `/api/agent/tasks/runs/${this.id}/context`;
    this.context = new RunContext({
      read: () => parts.calls.call({ method: 'GET', path, signal: parts.signal }),
      append: (text) => this.#write('context', { text }),
    });
  }

  /** Sends a report card as {@link send} does. */
  report(report: Report): Promise<SentMessage> {
    const { title, description, ...message } = report;
    const subtitle = description === undefined ? {} : { description };
    return this.send({ ...message, report: { title, ...subtitle } });
  }

  /**
   * Sends a message of this run to the agent's owner. In a run that may be retried, put it into
   * {@link RunContext.once}.
   *
   * @throws {CallError} if the service refuses it, or cannot be reached for as long as calls are tried.
   * @throws the reason of {@link signal} if that aborts.
   */
  send(message: OutgoingMessage | string): Promise<SentMessage> {
    return sendMessage(this.#parts.calls, message, { runId: this.id, signal: this.signal });
  }

  /**
   * Asks the person once in this run, and waits for the answer for as long as it takes: an attempt that comes
   * later gets the same question and its answer. Meanwhile the run takes none of the slots of `runConcurrency`.
   *
   * @param question its `key` is unique within the run.
   * @returns the decision: `status` is `approved`, `rejected` or `dismissed` (also if its time is over).
   * @throws {AgentError} `decision_gone` if the person removes the question. The reason of {@link signal}.
   * @throws {CallError} `call_refused` if the service refuses the question.
   */
  ask(question: Question & { key: string }): Promise<Decision> {
    const { calls, withoutSlot } = this.#parts;
    return withoutSlot(() => ask(calls, question, { runId: this.id, signal: this.signal }));
  }

  /**
   * Says how far the run is. Only the latest word is shown.
   *
   * @param text 1 to 500 characters.
   * @param percent 0 to 100, whole. Default: none is shown.
   * @throws as {@link send}.
   */
  async progress(text: string, percent?: number): Promise<void> {
    await this.#write('progress', { text, percent });
  }

  /**
   * Ends the run as failed. What the handler returns afterwards does not count.
   *
   * @param note tells the person why, in Markdown; beyond 1,000 characters it is sent as a report as well.
   */
  fail(note?: string | null): Promise<void> {
    return this.#parts.fail(note ?? '');
  }

  /** The service takes nothing of a former attempt. */
  async #write(part: 'context' | 'progress', body: object): Promise<void> {
    const { calls, attempt, signal, onOver } = this.#parts;
    const path = `/api/agent/tasks/runs/${this.id}/${part}`;
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
    const { calls, attempt: own, signal } = this.#parts;
    try {
      const { status, attempt = 1 } = await readRun(calls, this.id, signal);
      return status === 'running' && attempt === own;
    } catch (error) {
      if (isOver(error)) return false;
      throw error;
    }
  }
}
