import { ServiceError } from '@svc/domain';

/** @throws ServiceError `not_found` for what is not there, or is somebody else's. */
export function found<T>(record: T | null): T {
  if (record === null) throw new ServiceError('not_found');
  return record;
}
