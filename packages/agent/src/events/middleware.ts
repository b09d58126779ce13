import type { AgentEvent } from '../contract.js';

/** What a middleware sees of one event. */
export interface EventContext {
  /** Which event it is, such as `user_message` or `task_due`. */
  readonly type: AgentEvent['type'];
  /** As the service sent it. */
  readonly event: AgentEvent;
  /** Over which channel it came. */
  readonly channel: 'socket' | 'webhook';
  /** For what a middleware wants to hand on to others. Each event has one of its own, empty at first. */
  readonly state: Record<string, unknown>;
}

/** Runs around every handler of events and tasks. Without a call of `next` the handler does not run; what `next` rejects with is the handler's error. */
export type Middleware = (context: EventContext, next: () => Promise<void>) => Promise<void> | void;

export async function throughAll(
  middlewares: readonly Middleware[],
  context: EventContext,
  innermost: () => Promise<void>,
): Promise<void> {
  const from = async (index: number): Promise<void> => {
    const middleware = middlewares[index];
    if (middleware === undefined) return innermost();
    let hasContinued = false;
    await middleware(context, () => {
      if (hasContinued) return Promise.reject(new Error('A middleware called next() twice.'));
      hasContinued = true;
      return from(index + 1);
    });
  };
  await from(0);
}
