import type { OperationHandlers } from '@svc/http-contract';
import type { SessionUser } from '@svc/sign-in';
import type { Store } from '@svc/store';

/** What the user that calls has used of the quotas: `/api/client/account/quotas`. */
export function quotas({ store }: { store: Pick<Store, 'quotas'> }) {
  return {
    async listAccountQuotas({ auth: { userId } }) {
      return { status: 200, body: await store.quotas.useOf(userId) };
    },
  } satisfies OperationHandlers<SessionUser>;
}
