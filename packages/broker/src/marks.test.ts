import { expect, it } from '@jest/globals';
import { EVIDENCE_LENGTH_MAX } from './evidence.js';
import { markHeaders, marksIn } from './marks.js';

it('of a message hold no more evidence than is ever written, so that it can be published anew', () => {
  const marks = (length: number) => ({ failures: 1, tries: 2, evidence: 'a'.repeat(length) });
  expect(marksIn(markHeaders(marks(EVIDENCE_LENGTH_MAX)))).toEqual(marks(EVIDENCE_LENGTH_MAX));
  expect(marksIn(markHeaders(marks(EVIDENCE_LENGTH_MAX + 1)))).toEqual(marks(0));
});
