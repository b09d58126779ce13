import { callJson } from './client.ts';

/** The public address that starts a run of the task. Anybody who knows it can use it. */
export function triggerUrl(triggerId: string): string {
  return `${window.location.origin}/webhook/${triggerId}`;
}

export interface TriggerAnswer {
  status: 'triggered' | 'queued' | 'duplicate';
  run_id?: string;
}

/** Calls a trigger as an external system does. */
export async function callTrigger(triggerId: string, payload: object): Promise<TriggerAnswer> {
  return (await callJson(`/webhook/${triggerId}`, payload)) as TriggerAnswer;
}
