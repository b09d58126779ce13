import type { Page } from 'playwright-core';
import { baseUrl } from './browser-bench.js';

/** Writes to an agent, which begins a conversation. */
export function say(page: Page, agentId: string, text = 'Hello'): Promise<{ conversation_id: string }> {
  return personCall(page, `/agents/${agentId}/messages`, { data: { text } });
}

/** The newest conversation. */
export async function conversationOf(page: Page): Promise<string> {
  const answer = await page.request.get('/api/client/conversations');
  return ((await answer.json()) as { id: string }[])[0]?.id ?? '';
}

/** A call of the client API by who is signed in in a page; it must succeed. */
export async function personCall<T = unknown>(
  page: Page,
  path: string,
  options: { method?: string; data?: object } = {},
): Promise<T> {
  const method = options.method ?? (options.data === undefined ? 'GET' : 'POST');
  const answer = await page.request.fetch(`/api/client${path}`, {
    method,
    ...(options.data !== undefined && { data: options.data }),
    headers: { origin: baseUrl },
  });
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${method} ${path} was answered ${answer.status()}: ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}
