import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, callJson, publicBaseUrl } from './client.ts';
import type { Schemas } from './client.ts';
import { pagesQuery } from './pages.ts';

export type Task = Schemas['Task'];
export type NewTask = Schemas['NewTask'];
type TaskChanges = Schemas['TaskChanges'];
export type TriggerSender = Schemas['TriggerSender'];
export type NewTriggerSender = Schemas['NewTriggerSender'];
export type SenderScheme = Schemas['SenderScheme'];
export type TaskRun = Schemas['ClientRun'];

const OF_AGENT = '/api/client/agents/{agent_id}/tasks';
const ONE = '/api/client/tasks/{task_id}';
const SENDER = '/api/client/tasks/{task_id}/sender';
const RUNS_PAGE_SIZE = 30;

export function tasksQuery(agentId: string) {
  return queryOptions({
    queryKey: ['tasks', agentId],
    queryFn: ({ signal }) => answerOf(api.GET(OF_AGENT, { params: { path: { agent_id: agentId } }, signal })),
  });
}

export function taskQuery(taskId: string) {
  return queryOptions({
    queryKey: ['task', taskId],
    queryFn: ({ signal }) => answerOf(api.GET(ONE, { params: { path: { task_id: taskId } }, signal })),
  });
}

export function runsQuery(taskId: string) {
  return pagesQuery({
    queryKey: ['runs', taskId],
    limit: RUNS_PAGE_SIZE,
    read: (query, signal) => {
      const params = { path: { task_id: taskId }, query };
      return answerOf(api.GET('/api/client/tasks/{task_id}/runs', { params, signal }));
    },
    cursorOf: ({ id }) => id,
  });
}

/** When a cron expression would run next; its refusal says what is wrong with it. */
export function schedulePreviewQuery(schedule: string, timezone: string) {
  return queryOptions({
    queryKey: ['schedule-preview', schedule, timezone],
    queryFn: ({ signal }) =>
      answerOf(api.POST('/api/client/schedules/preview', { body: { schedule, timezone }, signal })),
    retry: false,
    enabled: schedule !== '',
  });
}

export function createTask(agentId: string, task: NewTask): Promise<Task> {
  return answerOf(api.POST(OF_AGENT, { params: { path: { agent_id: agentId } }, body: task }));
}

export function changeTask(taskId: string, changes: TaskChanges): Promise<Task> {
  return answerOf(api.PATCH(ONE, { params: { path: { task_id: taskId } }, body: changes }));
}

export async function deleteTask(taskId: string): Promise<void> {
  await answerOf(api.DELETE(ONE, { params: { path: { task_id: taskId } } }));
}

export function runTaskNow(taskId: string): Promise<Schemas['StartedRun']> {
  return answerOf(api.POST('/api/client/tasks/{task_id}/run', { params: { path: { task_id: taskId } } }));
}

export function rotateTrigger(taskId: string): Promise<Task> {
  const params = { path: { task_id: taskId } };
  return answerOf(api.POST('/api/client/tasks/{task_id}/trigger/rotate', { params }));
}

export function setTriggerSender(taskId: string, sender: NewTriggerSender): Promise<Task> {
  return answerOf(api.PUT(SENDER, { params: { path: { task_id: taskId } }, body: sender }));
}

export async function removeTriggerSender(taskId: string): Promise<void> {
  await answerOf(api.DELETE(SENDER, { params: { path: { task_id: taskId } } }));
}

/** The public address that starts a run of the task. Anybody who knows it can use it. */
export function triggerUrl(triggerId: string): string {
  return `${publicBaseUrl()}/webhook/${triggerId}`;
}

export interface TriggerAnswer {
  status: 'triggered' | 'queued' | 'duplicate';
  run_id?: string;
}

/** As an external system does, with the JSON as it is: parsed and written again, numbers could be others. */
export async function callTrigger(triggerId: string, json: string): Promise<TriggerAnswer> {
  return (await callJson(`/webhook/${triggerId}`, json)) as TriggerAnswer;
}
