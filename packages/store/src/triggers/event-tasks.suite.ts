import { createHash } from 'node:crypto';
import { newId, newTriggerId, secretHash } from '@svc/domain';
import type { StoreBench } from '../store.suite.js';
import type { TriggerCall } from './trigger-call.js';

/** Tasks that calls of a trigger start. */
export function eventTasks(bench: StoreBench) {
  return {
    async addTask(agentId: string, fields: { enabled?: boolean; name?: string; prompt?: string } = {}) {
      const taskId = newId('task');
      const triggerHash = secretHash(newTriggerId());
      await bench.sql(
        `INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, enabled, updated_at)
         VALUES ($1, $2, $3, $4, 'event', 'event', $5, now())`,
        [taskId, agentId, fields.name ?? 'Deploy', fields.prompt ?? 'Deploy it', fields.enabled ?? true],
      );
      await bench.sql(`INSERT INTO trigger (task_id, trigger_hash, trigger_sealed) VALUES ($1, $2, '')`, [
        taskId,
        triggerHash,
      ]);
      return { taskId, triggerHash };
    },
  };
}

export function payload(text: string): NonNullable<TriggerCall['payload']> {
  return { hash: createHash('sha256').update(text).digest(), text };
}
