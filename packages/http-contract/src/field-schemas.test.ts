import { fieldSchema } from './validation.js';

describe('fieldSchema', () => {
  it('finds what a call takes in its body, its query and its path', () => {
    const status = { type: 'string', enum: ['completed', 'failed'] };
    expect(fieldSchema('completeRun', 'status')).toMatchObject(status);
    const wait = { type: 'integer', maximum: 45, description: expect.stringContaining('How long') };
    expect(fieldSchema('getOwnDecision', 'wait')).toMatchObject(wait);
    expect(fieldSchema('completeRun', 'run_id')).toMatchObject({ pattern: expect.any(String) });
  });

  it('names one type for each value, since not every reader knows more', () => {
    const anyOf = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];
    expect(fieldSchema('requestDecision', 'proposed')).toMatchObject({ additionalProperties: { anyOf } });
  });

  it('knows no field that the call does not take', () => {
    expect(() => fieldSchema('completeRun', 'colour')).toThrow('completeRun takes no colour');
    expect(() => fieldSchema('completeRun', 'Idempotency-Key')).toThrow('takes no');
  });
});
