import { ApiError, explain, fieldError, refusalOf } from './api-error.ts';

describe('a refusal', () => {
  it('is said in a sentence, and beside the field that it is about', () => {
    const refusal = refusalOf(422, {
      detail: 'Invalid request',
      errors: [{ path: 'body.agent_name', message: 'must NOT be empty' }, { nonsense: true }],
    });
    expect(explain(refusal)).toBe('Invalid request.');
    expect(fieldError(refusal, 'agent_name')).toBe('Must NOT be empty.');
    expect(fieldError(refusal, 'webhook_url')).toBeUndefined();
  });

  it('names the reference of what went wrong inside', () => {
    const refusal = refusalOf(500, { detail: 'Internal error', request_id: 'r-1' });
    expect(explain(refusal)).toBe('Internal error. (reference r-1)');
  });

  it('for a quota says which one, since waiting does not help', () => {
    const detail = 'The files of a user have at most 20 bytes (media_bytes_per_user)';
    expect(explain(refusalOf(429, { detail }))).toBe(`${detail}.`);
    expect(explain(refusalOf(429, { detail: 'Too many requests at once' }))).toMatch(/Wait a moment/);
  });

  it('of any shape is said somehow', () => {
    for (const body of [null, 'text', [], { detail: 7 }])
      expect(explain(refusalOf(418, body))).toBe('The service answered 418.');
    expect(explain(new ApiError({ status: 0, detail: 'No answer' }))).toMatch(/cannot be reached/);
    expect(explain(refusalOf(429, {}))).toMatch(/Wait a moment/);
    expect(explain(new TypeError('x is not a function'))).toMatch(/Reload/);
  });
});
