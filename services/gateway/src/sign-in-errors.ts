import { ServiceError } from '@svc/domain';
import type { ErrorCode, FieldError } from '@svc/domain';

const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'cross_site_request',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'invalid_request',
  429: 'rate_limited',
};

/**
 * Turns better-auth's refusal, `{message, code}`, into our own shape. It answers invalid input with 400, which is 422 here. Its message is
 * meant for the user and is kept.
 */
export async function refusalOf(answer: Response): Promise<ServiceError> {
  const code = CODE_BY_STATUS[answer.status];
  const message = await messageOf(answer);
  if (code === undefined)
    return new ServiceError('internal_error', { cause: new Error(message ?? 'no message') });
  // The same 401 as everywhere, except if the caller tried a password and should read that it was wrong.
  if (message === null) return new ServiceError(code);
  if (code !== 'invalid_request') return new ServiceError(code, { detail: message });
  return new ServiceError(code, { detail: message, fields: fieldsOf(message) });
}

async function messageOf(answer: Response): Promise<string | null> {
  try {
    const body: unknown = await answer.json();
    if (typeof body !== 'object' || body === null || !('message' in body)) return null;
    return typeof body.message === 'string' && body.message !== '' ? body.message : null;
  } catch {
    return null;
  }
}

/** better-auth's validation messages read `[body.email] Invalid email; [body.name] …`. Its own checks send a plain sentence. */
function fieldsOf(message: string): FieldError[] {
  const named = [...message.matchAll(/\[(body[\w.]*)\] ([^;]+)/g)].map(([, path = '', text = '']) => ({
    path,
    message: text.trim(),
  }));
  return named.length > 0 ? named : [{ path: fieldIn(message), message }];
}

/** "Password too short", "User already exists. Use another email." */
function fieldIn(sentence: string): string {
  const name = /\b(email|password|name|token)\b/i.exec(sentence)?.[1]?.toLowerCase();
  return name === undefined ? 'body' : `body.${name}`;
}
