import type { AgentEvent, TaskDueEvent, TaskTriggerEvent } from '../contract.js';
import { AgentError, asError } from '../errors.js';
import type { AgentSettings } from '../options.js';
import { IncomingMessage } from '../messages/incoming-message.js';
import type { MessageParts } from '../messages/incoming-message.js';
import type { RunBook } from '../runs/run-book.js';
import type { RunHandler } from '../runs/run-work.js';
import type { EventContext, Handlers } from './handlers.js';
import { Recent } from '../recent.js';
import { KeyedQueue } from './slots.js';

export interface IntakeParts {
  settings: AgentSettings;
  handlers: Handlers;
  runs: RunBook;
  message: MessageParts;
  onError: (error: Error, about: string) => void;
  /** Too many events wait: no more should come until half of them are done. */
  onFull: () => void;
  onCapacity: () => void;
}

/** Leaves out repeats, and calls the handlers: in order within a conversation, side by side across. */
export class Intake {
  readonly #parts: IntakeParts;
  readonly #queue: KeyedQueue;
  readonly #known = new Recent<true>();
  #isFull = false;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
    this.#queue = new KeyedQueue(parts.settings.concurrency);
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** Takes an event. Resolves when its handlers are done; what they throw goes to `onError`. */
  async take(event: AgentEvent, channel: EventContext['channel']): Promise<void> {
    const context: EventContext = { type: event.type, event, channel, state: {} };
    switch (event.type) {
      case 'user_message':
        return this.#once(context, `message ${event.message_id}`, event.conversation_id);
      case 'decision_resolved':
        return this.#once(context, `decision ${event.decision_id}`, event.conversation_id);
      case 'run_cancelled':
        this.#parts.runs.cancelled(event.run_id);
        return this.#once(context, `cancelled ${event.run_id}`, event.run_id);
      case 'task_due':
      case 'task_trigger':
        return this.#work(event, context);
      default:
        this.#parts.settings.log.debug(
          'An event of an unknown type came; this package is older than the service.',
        );
    }
  }

  async idle(): Promise<void> {
    await this.#queue.idle();
  }

  /** @param what is known by it when it is repeated. @param key of its conversation or run. */
  async #once(context: EventContext, what: string, key: string): Promise<void> {
    const isKnown = this.#known.get(what) === true;
    this.#known.note(what, true);
    if (isKnown) return;
    const done = this.#queue.add(key, () =>
      this.#handle(context).catch((error: unknown) => this.#parts.onError(asError(error), what)),
    );
    this.#checkBacklog();
    await done;
    this.#checkBacklog();
  }

  async #handle(context: EventContext): Promise<void> {
    const { handlers, message } = this.#parts;
    const { event } = context;
    await handlers.through(context, async () => {
      // Runs have handlers of their own.
      if (event.type === 'task_due' || event.type === 'task_trigger') return;
      const given = event.type === 'user_message' ? new IncomingMessage(event, message) : event;
      for (const handler of handlers.of(event.type)) await handler(given as never);
    });
  }

  async #work(event: TaskDueEvent | TaskTriggerEvent, context: EventContext): Promise<void> {
    const { handlers, runs } = this.#parts;
    const handler = handlers.forTask(event.task_name) ?? unknownTask;
    const around: RunHandler = async (run) => {
      let summary: string | void = undefined;
      await handlers.through(context, async () => void (summary = await handler(run)));
      return summary;
    };
    const worked = runs.offered(event, around);
    this.#checkBacklog();
    await worked
      .catch((error: unknown) => this.#parts.onError(asError(error), `the run ${event.run_id}`))
      .finally(() => this.#checkBacklog());
  }

  #checkBacklog(): void {
    const { backlog } = this.#parts.settings;
    const open = this.#queue.open + this.#parts.runs.size;
    if (!this.#isFull && open >= backlog) {
      this.#isFull = true;
      this.#parts.onFull();
    } else if (this.#isFull && open <= backlog / 2) {
      this.#isFull = false;
      this.#parts.onCapacity();
    }
  }
}

/** The person sees why nothing was done. */
const unknownTask: RunHandler = (run) => {
  throw new AgentError('configuration', `This agent has no handler for the task "${run.taskName}".`);
};
