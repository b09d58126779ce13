import type { ServerResponse } from 'node:http';
import type { Broker, Consumer } from '@svc/broker';
import { Budget } from '@svc/domain';
import { Loop } from '@svc/runtime';
import type { Logger, Service } from '@svc/runtime';

/** Whether what a call waits for is there. Looks of many calls should be one statement: see `Batcher`. */
export type Look = () => Promise<boolean>;

export interface WaitingCallsOptions {
  broker: Pick<Broker, 'consumeClientHints'>;
  logger: Logger;
  /** Between looks without a hint. Default 1,500. */
  lookIntervalMs?: number;
}

/** In this process. One more is refused. */
const WAITS_MAX = 10_000;
/** Of all agents of one user, who could shut out all others otherwise. One more is refused. */
export const WAITS_PER_USER_MAX = 1_000;

export interface Wait {
  agentId: string;
  ownerId: string;
  waitMs: number;
  response: ServerResponse;
  /** Default: the call waits for anything of the agent. */
  decisionId?: string | undefined;
}

interface WaitingCall {
  look: Look;
  decisionId: string | undefined;
  end: (found: boolean) => void;
  isLooking: boolean;
  /** A hint came while the call looked, so it looks again. */
  isStale: boolean;
}

/**
 * A waiting call holds an entry in a map, a timer and its connection to the caller, but none to the database.
 * It stops when its time is over, its caller is gone, the agent's credentials changed, or the process drains.
 *
 * A hint makes the calls of its agent look; those that wait for a decision, if it is about that one. Hints
 * may be lost, and there are none while the broker is away. So all calls look at an interval too, in one tick:
 * their looks become one statement.
 */
export class WaitingCalls implements Service {
  readonly name = 'waiting-calls';
  readonly #broker: WaitingCallsOptions['broker'];
  readonly #logger: Logger;
  readonly #byAgent = new Map<string, Set<WaitingCall>>();
  readonly #looking: Loop;
  readonly #budget = new Budget(WAITS_MAX, 'Too many calls are waiting');
  #hints: Promise<Consumer> | undefined;
  #hasStopped = false;

  constructor({ broker, logger, lookIntervalMs: intervalMs = 1_500 }: WaitingCallsOptions) {
    this.#broker = broker;
    this.#logger = logger;
    this.#looking = new Loop({
      ...{ name: 'waiting-calls', intervalMs, immediate: false, logger },
      tick: () => this.#lookAll(),
    });
  }

  get count(): number {
    return this.#budget.used;
  }

  async start(): Promise<void> {
    if (this.#hasStopped) return;
    this.#hints ??= this.#broker.consumeClientHints((hint) => this.#hear(hint));
    await this.#hints;
    await this.#looking.start();
  }

  /** Ends every wait, and every later one at once, so that the server need not wait. */
  async stop(): Promise<void> {
    this.#hasStopped = true;
    for (const agentId of [...this.#byAgent.keys()]) this.#endAll(agentId);
    // Not awaited: the broker's own end stops the consumer too, and the server has to stop next.
    void this.#hints?.then((consumer) => consumer.stop()).catch(() => undefined);
    await this.#looking.stop();
  }

  /**
   * `true` as soon as `look` finds something, `false` when the wait ends. It looks at once, since something
   * may have come after the caller looked.
   *
   * @throws ServiceError `unavailable` if too many calls wait in this process, `rate_limited` if of a user.
   */
  until({ agentId, ownerId, waitMs, response, decisionId }: Wait, look: Look): Promise<boolean> {
    if (this.#hasStopped || response.destroyed) return Promise.resolve(false);
    const waiting = this.#byAgent.get(agentId) ?? new Set();
    const shares = [{ key: ownerId, max: WAITS_PER_USER_MAX }];
    const refusal = this.#budget.take(shares);
    if (refusal !== null) throw refusal;
    return new Promise((resolve) => {
      const end = (found: boolean): void => {
        if (!waiting.delete(entry)) return;
        this.#budget.release(shares);
        if (waiting.size === 0 && this.#byAgent.get(agentId) === waiting) this.#byAgent.delete(agentId);
        clearTimeout(timer);
        response.off('close', leave);
        resolve(found);
      };
      const leave = (): void => end(false);
      // A hint may be lost, and the interval longer than the wait.
      const timer = setTimeout(() => void this.#look(entry).then(leave), waitMs);
      const entry: WaitingCall = { look, decisionId, end, isLooking: false, isStale: false };
      response.once('close', leave);
      this.#byAgent.set(agentId, waiting.add(entry));
      void this.#look(entry);
    });
  }

  #endAll(agentId: string): void {
    for (const call of [...(this.#byAgent.get(agentId) ?? [])]) call.end(false);
  }

  #hear(hint: Hint): void {
    // No call of an agent depends on these.
    if (hint.type === 'sessions' || hint.type === 'typing') return;
    if (hint.type === 'streams' || hint.type === 'conversation') return;
    if (hint.type === 'credentials') return this.#endAll(hint.agent_id);
    for (const call of this.#byAgent.get(hint.agent_id) ?? [])
      if (call.decisionId === undefined || mayTellOf(hint, call.decisionId)) void this.#look(call);
  }

  async #lookAll(): Promise<void> {
    const calls = [...this.#byAgent.values()].flatMap((waiting) => [...waiting]);
    const failed = (await Promise.all(calls.map((call) => this.#look(call)))).filter((result) => !result);
    if (failed.length > 0)
      this.#logger.warn({ calls: failed.length }, 'calls that wait could not look, they look again');
  }

  /** Whether the database answered. */
  async #look(call: WaitingCall): Promise<boolean> {
    if (call.isLooking) {
      call.isStale = true;
      return true;
    }
    call.isLooking = true;
    try {
      do {
        call.isStale = false;
        if (await call.look()) call.end(true);
      } while (call.isStale);
      return true;
    } catch {
      // The database may be back before the call's time is over.
      return false;
    } finally {
      call.isLooking = false;
    }
  }
}

type Hint = Parameters<Parameters<Broker['consumeClientHints']>[0]>[0];

/** Hints that come close together become one, without ids that differ. */
function mayTellOf(
  hint: Exclude<Hint, { type: 'sessions' | 'credentials' | 'streams' }>,
  decisionId: string,
): boolean {
  return hint.type === 'decision' && (hint.decision_id ?? decisionId) === decisionId;
}
