import { createHash } from 'node:crypto';
import { secretHash } from '@svc/domain';
import type { StoreBench } from '../bench.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import type { TriggerCall } from './trigger-intake.js';

/** Tasks that calls of a trigger start. */
export function eventTasks(bench: StoreBench) {
  const { addTask } = taskBuilders(bench);
  return {
    async addTask(agentId: string) {
      const { taskId, triggerId } = await addTask({ agentId }, { schedule: 'event' });
      return { taskId, triggerHash: secretHash(triggerId ?? '') };
    },
  };
}

export function payload(text: string): NonNullable<TriggerCall['payload']> {
  return { hash: createHash('sha256').update(text).digest(), text };
}
