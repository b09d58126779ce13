import { errorCodesOf } from '@svc/domain';

/** Classes `data exception` and `integrity constraint violation` (PostgreSQL, "Error Codes"). */
const REFUSED_CODE = /^2[23][0-9A-Z]{3}$/;

/** Whether the database refuses what it was told, so that it would refuse it again: it is there, and others may have no trouble with it. */
export function isDataRefused(error: unknown): boolean {
  return errorCodesOf(error).some((code) => REFUSED_CODE.test(code));
}
