import { KEY_ID_BYTES, SEALED_MARK } from '@svc/domain';
import type { SealedPlace } from '@svc/domain';

/** The columns that hold sealed values, by table and name. */
export type SealedColumn =
  | 'agent.secret_sealed'
  | 'agent.signing_secret_sealed'
  | 'agent.previous_signing_sealed'
  | 'trigger.trigger_sealed'
  | 'trigger.sender_sealed'
  | 'idempotency_key.answer_sealed';

/** The names in SQL of a column that holds sealed values. */
export interface SealedColumnNames {
  table: string;
  /** The primary key, to which the values are bound. */
  id: string;
  sealed: string;
  /** The column that its values are bound to. A rotation moves what signs between columns of its row, so all of these are bound as one. */
  boundTo: SealedPlace['column'];
}

/** A new column needs an index over {@link sealedWith} and the primary key. */
export const SEALED_COLUMNS: Record<SealedColumn, SealedColumnNames> = {
  'agent.secret_sealed': ofAgent('secret_sealed'),
  'agent.signing_secret_sealed': ofAgent('signing_secret_sealed'),
  'agent.previous_signing_sealed': ofAgent('previous_signing_sealed'),
  'trigger.trigger_sealed': {
    table: 'trigger',
    id: 'task_id',
    sealed: 'trigger_sealed',
    boundTo: 'trigger.trigger_sealed',
  },
  'trigger.sender_sealed': {
    table: 'trigger',
    id: 'task_id',
    sealed: 'sender_sealed',
    boundTo: 'trigger.sender_sealed',
  },
  'idempotency_key.answer_sealed': {
    table: 'idempotency_key',
    id: 'id',
    sealed: 'answer_sealed',
    boundTo: 'idempotency_key.answer_sealed',
  },
};

function ofAgent(sealed: string): SealedColumnNames {
  return { table: 'agent', id: 'id', sealed, boundTo: 'agent.secret_sealed' };
}

/** The id of the key that has sealed a value, as `keyIdOfSealed` tells it. The indexes hold the same expression. */
export function sealedWith({ sealed }: SealedColumnNames): string {
  return `encode(substr(${sealed}, ${SEALED_MARK.length + 1}, ${KEY_ID_BYTES}), 'hex')`;
}
