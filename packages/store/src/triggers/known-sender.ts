import type { SecretBox, SenderScheme, TriggerSender } from '@svc/domain';
import { openedSecrets } from './sealed-senders.js';

/** What the callers of a trigger have to prove, and the version of this setting. */
export interface KnownSender extends TriggerSender {
  version: string;
  taskId: string;
}

/** As the statement that takes calls in reads it. */
export interface SenderRow {
  version: string | null;
  scheme: SenderScheme;
  header: string | null;
  delivery_id_header: string | null;
  /** In base64. */
  sealed: string;
}

/** `null` if the trigger demands nothing. */
export function knownSender(row: SenderRow | null, taskId: string, box: SecretBox): KnownSender | null {
  if (row === null || row.version === null) return null;
  return {
    version: row.version,
    taskId,
    scheme: row.scheme,
    secrets: openedSecrets(Buffer.from(row.sealed, 'base64'), { taskId, box }),
    header: row.header,
    deliveryIdHeader: row.delivery_id_header,
  };
}
