import type { Page } from 'playwright-core';
import { baseUrl } from './browser-bench.js';

/** Writes to an agent, which begins a conversation. */
export function say(page: Page, agentId: string, text = 'Hello'): Promise<{ conversation_id: string }> {
  return personCall(page, `/agents/${agentId}/messages`, { data: { text } });
}

/** The newest conversation. */
export async function conversationOf(page: Page): Promise<string> {
  return (await personCall<{ id: string }[]>(page, '/conversations'))[0]?.id ?? '';
}

/** A call of the client API by who is signed in in a page; it must succeed. */
export async function personCall<T = unknown>(
  page: Page,
  path: string,
  { data, method = data === undefined ? 'GET' : 'POST' }: { method?: string; data?: object } = {},
): Promise<T> {
  const call = { method, data, headers: { origin: baseUrl } };
  const answer = await page.request.fetch(`/api/client${path}`, call);
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${method} ${path} was answered ${answer.status()}: ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}
