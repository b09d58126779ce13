import * as sql from '../../database/statements/generated/index.js';
import { rows } from '../../database/statements/statement.js';
import { PENDING_TRIGGERS_PER_POLL_MAX, TRIGGER_LEASE_MS } from '@svc/domain';
import type { TriggerType } from '@svc/domain';
import type { Pool } from 'pg';
import { payloadTextOf } from '../frames/frames.js';

/** A queued trigger call that its agent has taken over its poll. */
export interface PendingTrigger {
  eventId: string;
  runId: string;
  /** The exact JSON text of the `task_trigger` event. */
  frame: string;
  /** The JSON text of the payload, as it came. */
  payloadText: string;
  receivedAt: Date;
}

/** A task with an occurrence that was not delivered by push. */
export interface DueTask {
  taskId: string;
  name: string;
  prompt: string;
  schedule: string;
  triggerType: TriggerType;
  enabled: boolean;
}

/** A poll returns events until they amount to this, but at least one, in bytes. */
const POLL_BYTES_MAX = 4 * 1024 * 1024;

export type Polls = ReturnType<typeof pollQueries>;

/** What an agent that was not reached by push finds when it asks. */
export function pollQueries(pool: Pool) {
  return {
    /**
     * Takes queued triggers whose runs are not finished, oldest first, and leases them for 5 minutes: no other poll gets them
     * meanwhile. At most 100, and about 4 MiB.
     */
    async takePendingTriggers(
      agentId: string,
      limit: number = PENDING_TRIGGERS_PER_POLL_MAX,
    ): Promise<PendingTrigger[]> {
      const taken = await rows(pool, sql.polls.takeTriggers, {
        ...{ agentId, limit, bytesMax: POLL_BYTES_MAX, leaseMs: TRIGGER_LEASE_MS },
      });
      return taken.map((trigger) => ({ ...trigger, payloadText: payloadTextOf(trigger.frame) }));
    },

    /** The agent's due tasks, the one with the oldest occurrence first. Changes nothing. */
    listDueTasks: (agentId: string): Promise<DueTask[]> => rows(pool, sql.polls.listDue, { agentId }),
  };
}
