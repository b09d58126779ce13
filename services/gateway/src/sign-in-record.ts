import type { AuditAction, ServiceError } from '@svc/domain';
import type { AuditLog } from '@svc/store';

/** A call under `/api/auth` that better-auth has answered. */
export interface SignInCall {
  path: string;
  address: string | undefined;
  /** Who has called; `null` if that is not proven. */
  userId: string | null;
}

export interface SignInRecord {
  /** Before the answer is sent: there is no session that is not in the log. */
  done(call: SignInCall): Promise<void>;
  /** Only refusals of a password are written, of accounts that exist. */
  refused(call: SignInCall & { email: unknown }, refusal: ServiceError): Promise<void>;
}

/** What a successful call has done, by its path. */
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

/** better-auth's words for a present password that is wrong. A new password that it does not take has others. */
const WRONG_PASSWORD = 'Invalid password';

/** Writes sign-ins, and what else people do with their sessions and passwords, into the audit log. better-auth has committed the fact by then. */
export function createSignInRecord({
  audit,
  keptAddress,
}: {
  audit: Pick<AuditLog, 'add' | 'addRefusedSignIn'>;
  keptAddress: (address: string | undefined) => string | null;
}): SignInRecord {
  return {
    async done({ path, address, userId }) {
      const action = Object.hasOwn(ACTIONS, path) ? ACTIONS[path] : undefined;
      if (action === undefined || userId === null) return;
      await audit.add({ userId, action, call: { address: keptAddress(address) } });
    },

    async refused({ path, address: from, userId, email }, { code, detail }) {
      const address = keptAddress(from);
      if (path === '/sign-in/email' && code === 'unauthorized' && typeof email === 'string') {
        await audit.addRefusedSignIn({ email, address });
      }
      if (path === '/change-password' && userId !== null && detail === WRONG_PASSWORD) {
        await audit.add({
          userId,
          action: 'account.password_changed',
          outcome: 'refused',
          call: { address },
        });
      }
    },
  };
}
