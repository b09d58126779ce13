import { queryOptions } from '@tanstack/react-query';
import { call, reading, readingPages } from './client.ts';
import type { Schemas } from './client.ts';

export type Task = Schemas['Task'];
export type NewTask = Schemas['NewTask'];
export type TriggerSender = Schemas['TriggerSender'];
export type SenderScheme = Schemas['SenderScheme'];
export type TaskRun = Schemas['ClientRun'];

export function tasksQuery(agentId: string) {
  return reading(['tasks', agentId], '/api/client/agents/{agent_id}/tasks', { path: { agent_id: agentId } });
}

export function taskQuery(taskId: string) {
  return reading(['task', taskId], '/api/client/tasks/{task_id}', { path: { task_id: taskId } });
}

export function runsQuery(taskId: string) {
  return readingPages(
    ['runs', taskId],
    '/api/client/tasks/{task_id}/runs',
    { path: { task_id: taskId } },
    { limit: 30, cursorOf: ({ id }) => id },
  );
}

/** When a cron expression would run next; its refusal says what is wrong with it. */
export function schedulePreviewQuery(schedule: string, timezone: string) {
  const body = { schedule, timezone };
  return queryOptions({
    queryKey: ['schedule-preview', schedule, timezone],
    queryFn: ({ signal }) => call('post', '/api/client/schedules/preview', { body, signal }),
    retry: false,
    enabled: schedule !== '' && timezone !== '',
  });
}

export function changeTask(taskId: string, body: Schemas['TaskChanges']): Promise<Task> {
  return call('patch', '/api/client/tasks/{task_id}', { path: { task_id: taskId }, body });
}

export type RunDetails = Schemas['ClientRunDetails'];
export type RunStatus = Schemas['RunStatus'];
export type RunInProgress = Schemas['RunInProgress'];

export function runQuery(runId: string) {
  return reading(['run', runId], '/api/client/runs/{run_id}', { path: { run_id: runId } });
}

export function runMessagesQuery(runId: string) {
  return readingPages(
    ['run', runId, 'messages'],
    '/api/client/runs/{run_id}/messages',
    { path: { run_id: runId } },
    { limit: 40, cursorOf: ({ id }) => id },
  );
}

/** Those that say how far they are, and the conversation that their bubbles will come to. */
export function runsInProgressQuery(agentId: string) {
  const path = { agent_id: agentId };
  return reading(['runs-in-progress', agentId], '/api/client/agents/{agent_id}/runs/in-progress', { path });
}
