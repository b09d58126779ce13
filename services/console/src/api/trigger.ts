import { callJson } from './client.ts';
import { publicBaseUrl } from './public-base-url.ts';

/** The public address that starts a run of the task. Anybody who knows it can use it. */
export function triggerUrl(triggerId: string): string {
  return `${publicBaseUrl()}/webhook/${triggerId}`;
}

export interface TriggerAnswer {
  status: 'triggered' | 'queued' | 'duplicate';
  run_id?: string;
}

/** Calls a trigger as an external system does, with the JSON as it is: parsed and written again its numbers could be others. */
export async function callTrigger(triggerId: string, json: string): Promise<TriggerAnswer> {
  return (await callJson(`/webhook/${triggerId}`, json)) as TriggerAnswer;
}
