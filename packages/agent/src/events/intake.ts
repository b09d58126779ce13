import type { AgentEvent, TaskDueEvent, TaskTriggerEvent } from '../contract.js';
import { AgentError, asError } from '../errors.js';
import type { AgentSettings } from '../options.js';
import { IncomingMessage } from '../messages/incoming-message.js';
import type { MessageParts } from '../messages/incoming-message.js';
import type { RunBook, RunHandler } from '../runs/run-book.js';
import type { Handlers } from './handlers.js';
import { throughAll } from './middleware.js';
import type { EventContext, Middleware } from './middleware.js';
import { Slots } from './slots.js';

export interface IntakeParts {
  settings: AgentSettings;
  handlers: Handlers;
  middlewares: readonly Middleware[];
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
  readonly #known = new KnownKeys();
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
        return this.#once(`message ${event.message_id}`, event.conversation_id, () => this.#handle(context));
      case 'decision_resolved':
        return this.#once(`decision ${event.decision_id}`, event.conversation_id, () =>
          this.#handle(context),
        );
      case 'run_cancelled':
        this.#parts.runs.cancelled(event.run_id);
        return this.#once(`cancelled ${event.run_id}`, event.run_id, () => this.#handle(context));
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

  #once(repeatKey: string, key: string, handle: () => Promise<void>): Promise<void> {
    if (!this.#known.add(repeatKey)) return Promise.resolve();
    const work = () => handle().catch((error: unknown) => this.#parts.onError(asError(error), repeatKey));
    const done = this.#queue.add(key, work).then(() => this.#checkBacklog());
    this.#checkBacklog();
    return done;
  }

  async #handle(context: EventContext): Promise<void> {
    const { handlers, middlewares, message } = this.#parts;
    await throughAll(middlewares, context, async () => {
      const { event } = context;
      switch (event.type) {
        case 'user_message': {
          const incoming = new IncomingMessage(event, message);
          for (const handler of handlers.of('user_message')) await handler(incoming);
          return;
        }
        case 'decision_resolved':
          for (const handler of handlers.of('decision_resolved')) await handler(event);
          return;
        case 'run_cancelled':
          for (const handler of handlers.of('run_cancelled')) await handler(event);
          return;
        case 'task_due':
        case 'task_trigger':
          return;
      }
    });
  }

  async #work(event: TaskDueEvent | TaskTriggerEvent, context: EventContext): Promise<void> {
    const { handlers, middlewares, runs } = this.#parts;
    const handler = handlers.forTask(event.task_name) ?? unknownTask;
    const around: RunHandler = async (run) => {
      let summary: string | void = undefined;
      await throughAll(middlewares, context, async () => void (summary = await handler(run)));
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

/** Work of one key is done in its order, that of several keys side by side, up to a number at once. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<void>>();
  readonly #slots: Slots;
  #open = 0;

  constructor(concurrency: number) {
    this.#slots = new Slots(concurrency);
  }

  get open(): number {
    return this.#open;
  }

  /** @param work never rejects. */
  add(key: string, work: () => Promise<void>): Promise<void> {
    this.#open += 1;
    const before = this.#last.get(key) ?? Promise.resolve();
    const done = before.then(() => this.#do(work));
    this.#last.set(key, done);
    return done.finally(() => {
      this.#open -= 1;
      if (this.#last.get(key) === done) this.#last.delete(key);
    });
  }

  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }

  async #do(work: () => Promise<void>): Promise<void> {
    await this.#slots.take();
    try {
      await work();
    } finally {
      this.#slots.give();
    }
  }
}

export class KnownKeys {
  readonly #keys = new Set<string>();
  readonly #most: number;

  constructor(most = 10_000) {
    this.#most = most;
  }

  /** @returns whether the key is new; it is known from then on. */
  add(key: string): boolean {
    if (this.#keys.delete(key)) {
      this.#keys.add(key);
      return false;
    }
    this.#keys.add(key);
    if (this.#keys.size > this.#most) {
      const [oldest] = this.#keys;
      if (oldest !== undefined) this.#keys.delete(oldest);
    }
    return true;
  }
}
