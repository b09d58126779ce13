import { describe, expect, it } from '@jest/globals';
import { isSameAnswer } from './decision.js';

describe('an answer to a decision that is no longer open', () => {
  const approved = { status: 'approved', answer: null, alwaysAllowPattern: null } as const;
  const allowed = { ...approved, alwaysAllowPattern: 'a*' } as const;
  const filledIn = { ...approved, answer: { amount: 7, tone: 'formal' } } as const;

  it('is the same where the status is', () => {
    expect(isSameAnswer(approved, approved)).toBe(true);
    expect(isSameAnswer(allowed, approved)).toBe(true);
    expect(isSameAnswer(allowed, allowed)).toBe(true);
  });

  it('is another where the status is another, or where it asks for a rule that is not there', () => {
    expect(isSameAnswer(approved, { ...approved, status: 'rejected' })).toBe(false);
    expect(isSameAnswer({ ...approved, status: 'cancelled' }, approved)).toBe(false);
    expect(isSameAnswer(approved, allowed)).toBe(false);
    expect(isSameAnswer(allowed, { ...approved, alwaysAllowPattern: 'b*' })).toBe(false);
  });

  it('is the same where it fills in the same, in any order, and another where it fills in something else', () => {
    expect(isSameAnswer(filledIn, { ...approved, answer: { tone: 'formal', amount: 7 } })).toBe(true);
    expect(isSameAnswer(filledIn, { ...approved, answer: { tone: 'formal', amount: '7' } })).toBe(false);
    expect(isSameAnswer(filledIn, { ...approved, answer: { tone: 'formal' } })).toBe(false);
    expect(isSameAnswer(filledIn, approved)).toBe(false);
  });
});
