import { secretHash } from '@svc/domain';
import type { PrismaClient } from './generated/prisma/client.js';

export interface TriggerTarget {
  taskId: string;
  agentId: string;
  enabled: boolean;
}

export type Triggers = ReturnType<typeof triggerQueries>;

export function triggerQueries(prisma: PrismaClient) {
  return {
    /** The task that a trigger id opens, looked up by its hash, or `null`. */
    async find(triggerId: string): Promise<TriggerTarget | null> {
      const found = await prisma.trigger.findUnique({
        where: { triggerHash: secretHash(triggerId) },
        select: { task: { select: { id: true, agentId: true, enabled: true } } },
      });
      return found === null
        ? null
        : { taskId: found.task.id, agentId: found.task.agentId, enabled: found.task.enabled };
    },
  };
}
