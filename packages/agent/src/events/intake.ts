import type { AgentEvent, TaskDueEvent, TaskTriggerEvent } from '../contract.js';
import { AgentError, asError } from '../errors.js';
import type { Calls } from '../http/calls.js';
import type { AgentSettings } from '../options.js';
import { IncomingMessage } from '../messages/incoming-message.js';
import type { RunBook } from '../runs/run-book.js';
import type { RunHandler } from '../runs/run-work.js';
import type { Connection } from '../socket/connection.js';
import type { Handlers } from './handlers.js';
import { Recent } from '../recent.js';
import { KeyedQueue } from './slots.js';

export interface IntakeParts {
  settings: AgentSettings;
  handlers: Handlers;
  runs: RunBook;
  calls: Calls;
  connection: Connection;
  onError: (error: Error, about: string) => void;
}

/** Leaves out repeats, and calls the handlers: in order within a conversation, side by side across. */
export class Intake {
  readonly #parts: IntakeParts;
  readonly #queue: KeyedQueue;
  readonly #known = new Recent<true>();
  isFull = false;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
    this.#queue = new KeyedQueue(parts.settings.concurrency);
  }

  /** Takes an event. Resolves when its handlers are done; what they throw goes to `onError`. */
  async take(event: AgentEvent): Promise<void> {
    const { calls, connection, runs, settings } = this.#parts;
    switch (event.type) {
      case 'user_message': {
        const given = (): IncomingMessage => new IncomingMessage(event, calls, connection);
        return this.#once(event, { id: event.message_id, order: event.conversation_id, given });
      }
      case 'decision_resolved':
        return this.#once(event, { id: event.decision_id, order: event.conversation_id });
      case 'run_cancelled':
        runs.cancelled(event.run_id);
        return this.#once(event, { id: event.run_id, order: event.run_id });
      case 'task_due':
      case 'task_trigger':
        return this.#work(event);
      default:
        settings.log.debug('An event of an unknown type came; this package is older than the service.');
    }
  }

  async idle(): Promise<void> {
    await this.#queue.idle();
  }

  /** @param by.id known by it when it is repeated. @param by.order what it is in order with. */
  async #once(
    event: Exclude<AgentEvent, TaskDueEvent | TaskTriggerEvent>,
    { id, order, given = () => event }: { id: string; order: string; given?: () => unknown },
  ): Promise<void> {
    const { handlers } = this.#parts;
    const about = `${event.type} ${id}`;
    const isKnown = this.#known.get(about) === true;
    this.#known.note(about, true);
    if (isKnown) return;
    const handle = async (): Promise<void> =>
      handlers.through(event, async () => {
        const argument = given() as never;
        for (const handler of handlers.of(event.type)) await handler(argument);
      });
    await this.#counted(this.#queue.add(order, () => this.#reported(handle(), about)));
  }

  async #work(event: TaskDueEvent | TaskTriggerEvent): Promise<void> {
    const { handlers, runs } = this.#parts;
    const handler = handlers.tasks.get(event.task_name) ?? handlers.tasks.get(null) ?? unknownTask;
    const around: RunHandler = async (run) => {
      let summary: string | void = undefined;
      await handlers.through(event, async () => void (summary = await handler(run)));
      return summary;
    };
    await this.#counted(this.#reported(runs.offered(event, around), `the run ${event.run_id}`));
  }

  #reported(work: Promise<void>, about: string): Promise<void> {
    return work.catch((error: unknown) => this.#parts.onError(asError(error), about));
  }

  /** @param work has begun, and never rejects. */
  async #counted(work: Promise<void>): Promise<void> {
    this.#checkBacklog();
    await work;
    this.#checkBacklog();
  }

  #checkBacklog(): void {
    const { connection, settings } = this.#parts;
    const { backlog } = settings;
    const open = this.#queue.open + this.#parts.runs.size;
    if (!this.isFull && open >= backlog) {
      this.isFull = true;
      settings.log.warn(
        `${backlog} events wait in this process: it disconnects until half of them are done.`,
      );
      connection.rest();
    } else if (this.isFull && open <= backlog / 2) {
      this.isFull = false;
      connection.resume();
    }
  }
}

/** The person sees why nothing was done. */
const unknownTask: RunHandler = (run) => {
  throw new AgentError('configuration', `This agent has no handler for the task "${run.taskName}".`);
};
