import { PAGE_SIZE } from '@svc/domain';
import type { OperationHandlers } from '@svc/http-contract';
import type { SessionUser } from '@svc/sign-in';
import type { Store } from '@svc/store';
import { auditEntryView } from '../views/audit-view.js';

/** The audit log of the user that calls: `/api/client/account/audit`. */
export function audit({ store }: { store: Pick<Store, 'audit'> }) {
  return {
    async listAuditEntries({ auth: { userId }, query }) {
      const { area, key_id: keyId, cursor, limit = PAGE_SIZE.default } = query;
      const entries = await store.audit.listOf({ userId, area, keyId, cursor, limit });
      return { status: 200, body: entries.map(auditEntryView) };
    },
  } satisfies OperationHandlers<SessionUser>;
}
