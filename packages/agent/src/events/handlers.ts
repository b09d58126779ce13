import type { DecisionResolvedEvent, RunCancelledEvent } from '../contract.js';
import type { IncomingMessage } from '../messages/incoming-message.js';
import type { RunHandler } from '../runs/run-work.js';

/** What handlers of an agent are given, by the name that `agent.on` takes. */
export interface AgentHandlers {
  /** A person wrote. Messages of one conversation come one after another, those of several side by side. */
  user_message: (message: IncomingMessage) => unknown;
  /** A person answered a question. `agent.ask` and `run.ask` hear of it by themselves. */
  decision_resolved: (event: DecisionResolvedEvent) => unknown;
  /** A person cancelled a run, and the agent has the feature of that name. The run's signal has aborted already. */
  run_cancelled: (event: RunCancelledEvent) => unknown;
  /** The agent is connected, for the first time or again. */
  connected: (agentName: string) => unknown;
  /** The connection was lost; the agent connects again by itself. */
  disconnected: (reason: string) => unknown;
  /** A handler failed, or the agent cannot go on. `about` says what was under way. Without such a handler the log tells. */
  error: (error: Error, about: string) => unknown;
}

export class Handlers {
  readonly #lists = new Map<keyof AgentHandlers, ((...args: never[]) => unknown)[]>();
  readonly #tasks = new Map<string | null, RunHandler>();

  on<Name extends keyof AgentHandlers>(name: Name, handler: AgentHandlers[Name]): void {
    this.#lists.set(name, [...this.of(name), handler]);
  }

  of<Name extends keyof AgentHandlers>(name: Name): AgentHandlers[Name][] {
    return (this.#lists.get(name) ?? []) as AgentHandlers[Name][];
  }

  /** @param name `null` for all tasks that have no handler of their own. */
  onTask(name: string | null, handler: RunHandler): void {
    this.#tasks.set(name, handler);
  }

  forTask(name: string): RunHandler | undefined {
    return this.#tasks.get(name) ?? this.#tasks.get(null);
  }
}
