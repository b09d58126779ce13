import { invalidField, newId } from '@svc/domain';
import type { Semaphore } from '@svc/domain';
import type { Hints } from '@svc/events';
import type { OperationHandlers } from '@svc/http-contract';
import type { MediaStorage } from '@svc/messages';
import type { Logger } from '@svc/runtime';
import type { SignIn } from '@svc/sign-in';
import type { Store } from '@svc/store';
import type { ClientCaller } from '../client-caller.js';
import { removeDeletedMedia } from '../deleted-media.js';
import type { PasswordBackoff } from '../password-backoff.js';
import { erasureView } from '../views/erasure-view.js';
import { found } from './found.js';

export interface ErasuresDependencies {
  store: Pick<Store, 'deletions' | 'erasures' | 'media'>;
  media: MediaStorage;
  signIn: Pick<SignIn, 'isPasswordOf' | 'sessions'>;
  backoff: Pick<PasswordBackoff, 'change'>;
  passwordHashing: Semaphore;
  hints: Pick<Hints, 'credentialsChanged' | 'sessionsEnded'>;
  logger: Logger;
}

/** Erasure of the account of the user that calls: `/api/client/account/erasure`. */
export function erasures(deps: ErasuresDependencies) {
  const { store, signIn, hints } = deps;
  return {
    /** Answers soon, however much there is to remove. */
    async eraseAccount({ auth: { userId }, body: { password } }) {
      await deps.passwordHashing.run(async () => {
        const tried = await deps.backoff.change(userId);
        if (!(await signIn.isPasswordOf(userId, password))) throw invalidField('body.password', 'is wrong');
        await tried.succeeded(userId);
      }, `user ${userId}`);
      const erasureId = newId('erasure');
      const { agentIds } = found(await store.deletions.eraseUser({ userId, erasureId }));
      signIn.sessions.forget();
      hints.sessionsEnded(userId);
      for (const agentId of agentIds) hints.credentialsChanged(agentId);
      await begun(userId, agentIds);
      return { status: 202, body: erasureView(found(await store.erasures.find(erasureId))) };
    },
  } satisfies OperationHandlers<ClientCaller>;

  /** Removes what is little at once. The account is marked as deleted already, so gateways and schedulers do the rest. */
  async function begun(userId: string, agentIds: string[]): Promise<void> {
    try {
      for (const agentId of agentIds.slice(0, AGENTS_AT_ONCE)) {
        await removeDeletedMedia(deps, agentId);
        await store.deletions.step({ kind: 'agent', id: agentId });
      }
      await store.deletions.step({ kind: 'user', id: userId });
    } catch (error) {
      deps.logger.warn({ err: error }, 'an erasure is carried out later');
    }
  }
}

const AGENTS_AT_ONCE = 3;

/** What anybody may ask who has the id of an erasure: whoever has erased the account cannot sign in any more. */
export function erasureProgress({ store }: Pick<ErasuresDependencies, 'store'>) {
  return {
    async getErasure({ params: { erasure_id: erasureId } }) {
      return { status: 200, body: erasureView(found(await store.erasures.find(erasureId))) };
    },
  } satisfies OperationHandlers<null>;
}
