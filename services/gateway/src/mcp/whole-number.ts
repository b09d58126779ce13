import { invalidField } from '@svc/domain';

/**
 * An argument of a tool that no call of the contract checks as it is.
 *
 * @throws ServiceError `invalid_request` if it is no whole number within the bounds.
 */
export function wholeNumber(
  name: string,
  value: unknown,
  { minimum, maximum }: { minimum: number; maximum: number },
): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum)
    return value;
  throw invalidField(`body.${name}`, `must be a whole number from ${minimum} to ${maximum}`);
}
