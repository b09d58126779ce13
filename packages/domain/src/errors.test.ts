import { describe, expect, it } from '@jest/globals';
import { ERROR_CODES, ServiceError } from './errors.js';
import type { ErrorCode } from './errors.js';

describe('a refusal', () => {
  it.each(Object.keys(ERROR_CODES) as ErrorCode[])('with the code %s has its status and text', (code) => {
    const error = new ServiceError(code);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'ServiceError', code, ...ERROR_CODES[code], fields: [] });
    expect(error.message).toBe(error.detail);
    expect(error.status).toBeGreaterThanOrEqual(400);
    expect(error.status).toBeLessThan(600);
  });

  it('carries what its thrower knows, and keeps the cause apart from what the caller is told', () => {
    const cause = new Error('column "x" does not exist');
    const fields = [{ path: 'body.text', message: 'is required' }];
    const error = new ServiceError('invalid_request', {
      detail: 'No text',
      fields,
      retryAfterSeconds: 3,
      cause,
    });
    expect(error).toMatchObject({ status: 422, detail: 'No text', fields, retryAfterSeconds: 3, cause });
    expect(error.detail).not.toContain('column');
  });

  it('says in the two cases of the inbound webhook exactly what the specification says', () => {
    expect(ERROR_CODES.task_disabled).toEqual({ status: 403, detail: 'Task is disabled' });
    expect(ERROR_CODES.not_found).toEqual({ status: 404, detail: 'Not found' });
  });
});
