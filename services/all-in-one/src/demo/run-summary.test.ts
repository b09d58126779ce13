import { describe, expect, it } from '@jest/globals';
import { deploySummary, reminderSummary, unknownTaskSummary } from './run-summary.js';

describe('a summary', () => {
  it('of the deploy hook shows the payload', () => {
    expect(deploySummary({ version: '1.2.3' })).toContain('```json\n{\n  "version": "1.2.3"\n}\n```');
  });

  it('cannot be broken out of by backticks in the payload', () => {
    expect(deploySummary({ note: '```\n# Not a title' })).toContain('````json\n');
  });

  it.each([
    ['a payload', deploySummary({ text: 'x'.repeat(10_000) })],
    ['a payload of backticks', deploySummary({ text: '`'.repeat(10_000) })],
    ['a prompt', unknownTaskSummary({ name: 'Any', prompt: '\n'.repeat(10_000) })],
    ['a subject', reminderSummary('x'.repeat(10_000))],
  ])('of %s that is too long stays within the specification', (_of, summary) => {
    expect(summary.length).toBeLessThanOrEqual(1_000);
  });
});
