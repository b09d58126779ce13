import { errorCodesOf } from '@svc/domain';

/** Classes `data exception` and `integrity constraint violation` (PostgreSQL, "Error Codes"). */
const REFUSED_CODE = /^2[23][0-9A-Z]{3}$/;

/**
 * Whether the database refuses the data of a statement, and so would refuse it again. The database itself works, and other data may
 * succeed.
 */
export function isDataRefused(error: unknown): boolean {
  return errorCodesOf(error).some((code) => REFUSED_CODE.test(code));
}
