import { ServiceError } from '@svc/domain';

/**
 * @throws ServiceError `not_found` if the thing does not exist, or belongs to another user.
 */
export function found<T>(record: T | null): T {
  if (record === null) throw new ServiceError('not_found');
  return record;
}
