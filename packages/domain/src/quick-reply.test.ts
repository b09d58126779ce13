import { ServiceError } from './errors.js';
import { quickReplies } from './quick-reply.js';

it('the text of a button has up to 80 characters, whatever these are, and is not blank', () => {
  expect(quickReplies([{ text: '🎉'.repeat(80), value: 'é'.repeat(127) }])).toHaveLength(1);
  for (const text of ['🎉'.repeat(81), ' \n', 'a\0'])
    expect(() => quickReplies([{ text }])).toThrow(ServiceError);
});
