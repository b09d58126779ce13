import { describe, expect, it } from '@jest/globals';
import { isSameAnswer } from './decision-answer.js';
import { decisionResolvedFrame } from './decision.js';

describe('the frame of a decision_resolved event', () => {
  const outcome = { decisionId: 'dec_1', status: 'approved', conversationId: 'conv_1' } as const;

  it('has every field, with an empty note for none', () => {
    const frame = decisionResolvedFrame({ ...outcome, note: null, alwaysAllowPattern: null });
    expect(JSON.parse(frame)).toEqual({
      type: 'decision_resolved',
      decision_id: 'dec_1',
      status: 'approved',
      note: '',
      conversation_id: 'conv_1',
      always_allow: false,
      always_allow_pattern: null,
    });
  });

  it('names the pattern of an always-allow', () => {
    const frame = decisionResolvedFrame({ ...outcome, note: 'Fine', alwaysAllowPattern: 'a*' });
    expect(JSON.parse(frame)).toMatchObject({ note: 'Fine', always_allow: true, always_allow_pattern: 'a*' });
  });
});

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
