import { ServiceError } from '@svc/domain';
import type { ClientBase } from 'pg';
import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';

/**
 * Holds a user's row until the transaction ends, so that nothing that is counted for the user is made
 * meanwhile. Count by a later statement, which sees what was committed before.
 * @throws ServiceError `unauthorized` if there is no such user.
 */
export async function lockUser(client: ClientBase, userId: string): Promise<void> {
  const [user] = await rows(client, sql.accounts.lock, { id: userId });
  if (user === undefined) throw new ServiceError('unauthorized');
}
