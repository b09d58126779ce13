import type { SecretBox, SenderRefusal, SenderScheme, SenderSecret } from '@svc/domain';
import { openedSecrets } from '../triggers/sealed-senders.js';

/** What callers of a task's trigger have to prove, without the secrets. */
export interface TaskSender {
  scheme: SenderScheme;
  header: string | null;
  deliveryIdHeader: string | null;
  /** How many secrets prove as long as the setting stands. */
  secrets: number;
  /** Until when former secrets prove as well; `null` if none has been given a time. It may be over. */
  formerUntil: Date | null;
  setAt: Date;
  /** The calls that proved nothing; `null` if there was none. */
  refused: { count: number; lastAt: Date; lastReason: SenderRefusal } | null;
}

export interface TaskSenderRow {
  sender_scheme: SenderScheme | null;
  sender_header: string | null;
  sender_id_header: string | null;
  sender_sealed: Buffer | null;
  sender_set_at: Date | null;
  refused_count: number | null;
  refused_at: Date | null;
  refused_reason: SenderRefusal | null;
}

export function taskSender(row: TaskSenderRow & { id: string }, box: SecretBox): TaskSender | null {
  if (row.sender_scheme === null || row.sender_sealed === null || row.sender_set_at === null) return null;
  const secrets = openedSecrets(row.sender_sealed, { taskId: row.id, box });
  return {
    scheme: row.sender_scheme,
    header: row.sender_header,
    deliveryIdHeader: row.sender_id_header,
    secrets: secrets.filter(({ untilMs }) => untilMs === null).length,
    formerUntil: latestEnd(secrets),
    setAt: row.sender_set_at,
    refused:
      row.refused_count === null || row.refused_at === null || row.refused_reason === null
        ? null
        : { count: row.refused_count, lastAt: row.refused_at, lastReason: row.refused_reason },
  };
}

function latestEnd(secrets: readonly SenderSecret[]): Date | null {
  const ends = secrets.flatMap(({ untilMs }) => (untilMs === null ? [] : [untilMs]));
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}
