import type { AgentEvent, DecisionResolvedEvent, RunCancelledEvent } from '../contract.js';
import type { IncomingMessage } from '../messages/incoming-message.js';
import type { RunHandler } from '../runs/run-work.js';

/** What handlers of an agent are given, by the name that `agent.on` takes. */
export interface AgentHandlers {
  /** A person wrote. Messages of one conversation come one after another, those of several side by side. */
  user_message: (message: IncomingMessage) => unknown;
  /** A person answered a question. `agent.ask` and `run.ask` hear of it by themselves. */
  decision_resolved: (event: DecisionResolvedEvent) => unknown;
  /** A person cancelled a run, and the agent has the feature of that name. */
  run_cancelled: (event: RunCancelledEvent) => unknown;
  /** The agent is connected, for the first time or again. */
  connected: (agentName: string) => unknown;
  /** The connection was lost; the agent connects again by itself. */
  disconnected: (reason: string) => unknown;
  /** A handler failed, or the agent cannot go on. `about` says what was under way. Without one the log tells. */
  error: (error: Error, about: string) => unknown;
}

/** What a middleware sees. */
export interface EventContext {
  /** As the service sent it. */
  readonly event: AgentEvent;
}

/** Runs around every handler. Without a call of `next` the handler does not run; `next` rejects with its error. */
export type Middleware = (context: EventContext, next: () => Promise<void>) => Promise<void> | void;

export class Handlers {
  readonly #lists = new Map<keyof AgentHandlers, ((...args: never[]) => unknown)[]>();
  /** `null` stands for all tasks that have no handler of their own. */
  readonly tasks = new Map<string | null, RunHandler>();
  readonly middlewares: Middleware[] = [];

  on<Name extends keyof AgentHandlers>(name: Name, handler: AgentHandlers[Name]): void {
    this.#lists.set(name, [...this.of(name), handler]);
  }

  of<Name extends keyof AgentHandlers>(name: Name): AgentHandlers[Name][] {
    return (this.#lists.get(name) ?? []) as AgentHandlers[Name][];
  }

  /** Calls all middlewares, the first outermost, and within them the innermost. */
  async through(event: AgentEvent, innermost: () => Promise<void>): Promise<void> {
    const from = async (index: number): Promise<void> => {
      const middleware = this.middlewares[index];
      if (middleware === undefined) return innermost();
      let hasContinued = false;
      await middleware({ event }, () => {
        if (hasContinued) return Promise.reject(new Error('A middleware called next() twice.'));
        hasContinued = true;
        return from(index + 1);
      });
    };
    await from(0);
  }
}
