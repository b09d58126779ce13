import { describe, expect, it } from '@jest/globals';
import { isFinished, RUN_STATUSES, summaryOrDefault } from './run.js';

describe('a run', () => {
  it('is finished once it is neither pending nor running', () => {
    expect(RUN_STATUSES.filter(isFinished)).toEqual(['completed', 'failed', 'cancelled']);
  });

  it('says in the chat what its summary says, and without one how it ended', () => {
    expect(summaryOrDefault('**Done**', 'completed')).toBe('**Done**');
    expect(summaryOrDefault(null, 'completed')).toBe('Completed without a summary.');
    expect(summaryOrDefault(' \n', 'failed')).toBe('Failed without a summary.');
  });
});
