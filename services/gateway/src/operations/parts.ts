import type { MediaLinks, Semaphore } from '@svc/domain';
import type { Announcer, Hints, Store } from '@svc/store';
import type { MediaStorage, MessageFiles, Messages } from '@svc/messages';
import type { Clock, Logger, RetentionDays, WebhookClient } from '@svc/runtime';
import type { SignIn } from '@svc/sign-in';
import type { PasswordBackoff } from '../password-backoff.js';
import type { RateLimits } from '../rate-limits.js';
import { ServiceError } from '@svc/domain';

export type MayInvite = 'yes' | 'no' | 'not_needed';

/** Each operation names what it takes. */
export interface OperationParts {
  store: Store;
  announcer: Announcer;
  hints: Hints;
  media: MediaStorage;
  mediaLinks: MediaLinks;
  messages: Messages;
  /** Files by the bodies that brought them, from the check of a call to its handler. */
  decoded: WeakMap<object, MessageFiles>;
  signIn: Pick<SignIn, 'isPasswordOf' | 'sessions'>;
  backoff: PasswordBackoff;
  passwordHashing: Semaphore;
  rateLimits: RateLimits;
  /** What is kept of a caller's address. */
  keptAddress: (address: string) => string | null;
  webhookClient: Pick<WebhookClient, 'post'>;
  /** Throws ServiceError `webhook_url_not_allowed` with a reason. */
  vetWebhookUrl: (url: string) => Promise<void>;
  mayInvite: MayInvite;
  /** Of this gateway's own settings. */
  retention: RetentionDays;
  publicBaseUrl: string;
  logger: Logger;
  clock: Clock;
}

/** @throws ServiceError `not_found` if the thing does not exist, or belongs to another user. */
export function found<T>(record: T | null): T {
  if (record === null) throw new ServiceError('not_found');
  return record;
}

/** @throws ServiceError `not_found` if there was nothing to change, or it belongs to another user. */
export function assertFound(hasFound: boolean): void {
  if (!hasFound) throw new ServiceError('not_found');
}
