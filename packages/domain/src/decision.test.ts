import { describe, expect, it } from '@jest/globals';
import { isSameAnswer } from './decision-answer.js';

describe('an answer to a decision that is no longer open', () => {
  const approved = { status: 'approved', alwaysAllowPattern: null } as const;
  const allowed = { status: 'approved', alwaysAllowPattern: 'a*' } as const;

  it('is the same where the status is', () => {
    expect(isSameAnswer(approved, approved)).toBe(true);
    expect(isSameAnswer(allowed, approved)).toBe(true);
    expect(isSameAnswer(allowed, allowed)).toBe(true);
  });

  it('is another where the status is another, or where it asks for a rule that is not there', () => {
    expect(isSameAnswer(approved, { status: 'rejected', alwaysAllowPattern: null })).toBe(false);
    expect(isSameAnswer({ status: 'cancelled', alwaysAllowPattern: null }, approved)).toBe(false);
    expect(isSameAnswer(approved, allowed)).toBe(false);
    expect(isSameAnswer(allowed, { status: 'approved', alwaysAllowPattern: 'b*' })).toBe(false);
  });
});
