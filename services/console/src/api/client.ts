import type { components, paths } from '@svc/http-contract';
import createClient from 'openapi-fetch';
import { ApiError, refusalOf } from './api-error.ts';

export type Schemas = components['schemas'];

/** Typed by its document. Every call sends the session cookie. Wrap calls in {@link answerOf}. */
export const api = createClient<paths>({
  credentials: 'same-origin',
  headers: { accept: 'application/json' },
});

/** @throws ApiError for a refusal, or with status 0 when no answer came. */
export async function answerOf<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const { data, error, response } = await reached(call);
  if (!response.ok) throw refusalOf(response.status, error);
  return data as T;
}

/** A call outside the document: better-auth's, or of a trigger. A text is JSON already. */
export async function callJson(path: string, body?: object | string): Promise<unknown> {
  const response = await reached(
    fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const answer: unknown = text === '' ? null : JSON.parse(text);
  if (!response.ok) throw refusalOf(response.status, answer);
  return answer;
}

/** `fetch` rejects with a TypeError when there was no answer at all. */
async function reached<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw Object.assign(new ApiError({ status: 0, detail: 'No answer' }), { cause });
  }
}

/** The gateway writes it into the page; a page that Vite serves has none, and takes its own address. */
export function publicBaseUrl(): string {
  const written = document.querySelector<HTMLMetaElement>('meta[name="public-base-url"]')?.content ?? '';
  return written === '' ? window.location.origin : written;
}
