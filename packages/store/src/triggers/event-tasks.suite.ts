import { createHash } from 'node:crypto';
import { newId, newTriggerId, secretHash } from '@svc/domain';
import type { StoreBench } from '../bench.suite.js';
import type { TriggerCall } from './trigger-call.js';

/** Tasks that calls of a trigger start. */
export function eventTasks(bench: StoreBench) {
  return {
    async addTask(agentId: string) {
      const taskId = newId('task');
      const triggerHash = secretHash(newTriggerId());
      await bench.sql`INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, updated_at)
        VALUES (${taskId}, ${agentId}, 'Deploy', 'Deploy it', 'event', 'event', now())`;
      await bench.sql`INSERT INTO trigger (task_id, trigger_hash, trigger_sealed)
        VALUES (${taskId}, ${triggerHash}, '')`;
      return { taskId, triggerHash };
    },
  };
}

export function payload(text: string): NonNullable<TriggerCall['payload']> {
  return { hash: createHash('sha256').update(text).digest(), text };
}
