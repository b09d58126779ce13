import { describe, expect, it } from '@jest/globals';
import { ServiceError } from './errors.js';
import { quickReplies } from './quick-reply.js';

describe('the buttons of a message', () => {
  it('have a text and may have a value; none are null', () => {
    expect(quickReplies([])).toBeNull();
    expect(quickReplies([{ text: 'Yes', value: '' }, { text: 'No' }])).toEqual([
      { text: 'Yes', value: '' },
      { text: 'No', value: null },
    ]);
  });

  it('have up to 80 characters and 255 bytes, whatever these are', () => {
    expect(quickReplies([{ text: '🎉'.repeat(80), value: 'é'.repeat(127) }])).toHaveLength(1);
    for (const reply of [
      { text: '🎉'.repeat(81) },
      { text: 'Yes', value: 'é'.repeat(128) },
      { text: ' \n' },
      { text: 'a\0' },
    ])
      expect(() => quickReplies([reply])).toThrow(ServiceError);
    expect(() => quickReplies(Array.from({ length: 9 }, () => ({ text: 'Yes' })))).toThrow(ServiceError);
  });
});
