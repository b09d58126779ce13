import { expect } from '@jest/globals';
import { httpCall } from '@svc/testkit';
import type { HttpAnswer, HttpCall } from '@svc/testkit';
import { bodyOf } from './answers.js';
import { baseUrl } from './product-under-test.js';

/** Calls a trigger URL as an external system does: without the headers of an agent. */
export function fire(triggerId: string, body?: unknown, call: HttpCall = {}): Promise<HttpAnswer> {
  return httpCall(`${baseUrl}/webhook/${triggerId}`, { method: 'POST', body, ...call });
}

/** The agent is online: resolves with the id of the run that the call began. */
export async function expectTriggered(triggerId: string, body?: unknown, call?: HttpCall): Promise<string> {
  const answer = await bodyOf('fireTrigger', fire(triggerId, body, call));
  expect(answer).toEqual({ status: 'triggered', run_id: expect.stringMatching(/^run_/) });
  return (answer as { run_id: string }).run_id;
}

/** The agent is offline: the answer is exactly `{status: queued}`. */
export async function expectQueued(triggerId: string, body?: unknown, call?: HttpCall): Promise<void> {
  expect(await bodyOf('fireTrigger', fire(triggerId, body, call))).toEqual({ status: 'queued' });
}

/** The payload has begun this run before. */
export async function expectDuplicate(triggerId: string, body: unknown, runId: string): Promise<void> {
  expect(await bodyOf('fireTrigger', fire(triggerId, body))).toEqual({ status: 'duplicate', run_id: runId });
}
