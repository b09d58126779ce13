import { rows } from '@svc/database';
import { PROMPT_BYTES_PER_AGENT_MAX, quotaExceeded, ServiceError } from '@svc/domain';
import type { Quotas } from '@svc/domain';
import type { ClientBase } from 'pg';

/**
 * Counts an agent's other tasks. The statement begins when the agent is locked, so no other creation or change of a prompt is under way. A
 * list of tasks has no pages, so the number of tasks and the size of all prompts together are bounded.
 *
 * @param task `taskId` is `null` for a new one.
 * @throws ServiceError `quota_exceeded` if the agent has as many tasks as it may have, `conflict` if it has no room for the prompt.
 */
export async function assertRoomForTask(
  client: ClientBase,
  task: { agentId: string; taskId: string | null; prompt: string },
  quotas: Quotas,
): Promise<void> {
  const [others] = await rows<{ tasks: number; bytes: number }>(client, COUNT_OTHERS, [
    task.agentId,
    task.taskId,
  ]);
  const { tasks = 0, bytes = 0 } = others ?? {};
  const max = quotas.tasks_per_agent;
  if (task.taskId === null && max > 0 && tasks >= max) throw quotaExceeded('tasks_per_agent', quotas);
  if (bytes + Buffer.byteLength(task.prompt) > PROMPT_BYTES_PER_AGENT_MAX) {
    const detail = `The prompts of an agent have at most ${PROMPT_BYTES_PER_AGENT_MAX} bytes together`;
    throw new ServiceError('conflict', { detail });
  }
}

const COUNT_OTHERS = {
  name: 'task-count-others',
  text: `
    SELECT count(*) AS tasks, coalesce(sum(octet_length(prompt)), 0) AS bytes
      FROM task WHERE agent_id = $1 AND deleted_at IS NULL AND ($2::text IS NULL OR id <> $2)`,
};
