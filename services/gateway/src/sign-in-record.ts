import { ServiceError } from '@svc/domain';
import type { AuditAction, ErrorCode, FieldError } from '@svc/domain';
import type { AuditLog } from '@svc/store';

interface SignInCall {
  path: string;
  address: string | undefined;
  /** `null` if that is not proven. */
  userId: string | null;
}

const ACTIONS: Readonly<Record<string, AuditAction>> = {
  '/sign-up/email': 'account.created',
  '/sign-in/email': 'session.signed_in',
  '/sign-out': 'session.signed_out',
  '/revoke-session': 'session.ended',
  '/revoke-sessions': 'session.ended',
  '/revoke-other-sessions': 'session.ended',
  '/change-password': 'account.password_changed',
  '/update-user': 'account.changed',
};

/** better-auth's words for a wrong present password. A bad new one has others. */
const WRONG_PASSWORD = 'Invalid password';

/** Writes sign-ins and what becomes of sessions into the audit log. better-auth has committed the fact. */
export function createSignInRecord(deps: {
  audit: Pick<AuditLog, 'add' | 'addRefusedSignIn'>;
  keptAddress: (address: string | undefined) => string | null;
}) {
  const { audit, keptAddress } = deps;
  return {
    /** To be awaited before the answer is sent: each session is in the log. */
    async done({ path, address, userId }: SignInCall): Promise<void> {
      const action = Object.hasOwn(ACTIONS, path) ? ACTIONS[path] : undefined;
      if (action === undefined || userId === null) return;
      await audit.add({ userId, action, call: { address: keptAddress(address) } });
    },

    /** Writes refused passwords, of accounts that exist. */
    async refused(
      { path, address: from, userId, email }: SignInCall & { email: unknown },
      { code, detail }: ServiceError,
    ): Promise<void> {
      const address = keptAddress(from);
      if (path === '/sign-in/email' && code === 'unauthorized' && typeof email === 'string') {
        await audit.addRefusedSignIn({ email, address });
      }
      if (path === '/change-password' && userId !== null && detail === WRONG_PASSWORD) {
        const refused = { userId, action: 'account.password_changed', outcome: 'refused' } as const;
        await audit.add({ ...refused, call: { address } });
      }
    },
  };
}

export type SignInRecord = ReturnType<typeof createSignInRecord>;

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

/** Invalid input, 400 of better-auth, is 422 here. Its message is for the user. */
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

/** Validation says `[body.email] Invalid email; [body.name] …`, other checks a plain sentence. */
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
