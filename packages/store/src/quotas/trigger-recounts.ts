import { Semaphore } from '@svc/domain';
import type { Pool } from 'pg';
import { recountTriggers } from './trigger-room.js';

/** Counts under way at once in a process. Each holds a connection. */
const AT_ONCE_MAX = 2;

/** Counts anew for agents whose quota is used up. Calls of one agent that come meanwhile share a count, and calls of others wait for none. */
export class TriggerRecounts {
  readonly #pool: Pool;
  readonly #counting = new Semaphore({ max: AT_ONCE_MAX });
  readonly #underWay = new Map<string, Promise<boolean>>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Whether any trigger of the agent has a place after all. */
  findRoom(agent: { agentId: string; max: number }): Promise<boolean> {
    const known = this.#underWay.get(agent.agentId);
    if (known !== undefined) return known;
    const counting = this.#counting
      .run(() => recountTriggers(this.#pool, agent))
      .finally(() => this.#underWay.delete(agent.agentId));
    this.#underWay.set(agent.agentId, counting);
    return counting;
  }
}
