import { NO_TEXT, withPiece } from './growing-messages.ts';
import type { GrowingText } from './growing-messages.ts';

const grown = (...pieces: [at: number, text: string][]): GrowingText =>
  pieces.reduce((known, [at, text]) => withPiece(known, at, text), NO_TEXT);

describe('a text that comes in pieces', () => {
  it('grows at its end', () => {
    expect(grown([0, ''], [0, 'One '], [4, 'two'])).toEqual({ text: 'One two', ahead: null });
  });

  it('does not say twice what comes twice, and takes what overlaps', () => {
    expect(grown([0, 'One two'], [0, 'One '], [4, 'two']).text).toBe('One two');
    expect(grown([0, 'One tw'], [4, 'two three']).text).toBe('One two three');
  });

  it('stops where some is missing, and goes on when that is there', () => {
    const gap = grown([0, 'One '], [8, 'three '], [14, 'four']);
    expect(gap).toEqual({ text: 'One ', ahead: { at: 8, text: 'three four' } });
    expect(withPiece(gap, 0, 'One two ')).toEqual({ text: 'One two three four', ahead: null });
    expect(withPiece(gap, 0, 'One two three')).toEqual({ text: 'One two three four', ahead: null });
    expect(withPiece(gap, 0, 'One two three four five')).toEqual({
      ...{ text: 'One two three four five', ahead: null },
    });
  });

  it('keeps the newest behind a second gap', () => {
    expect(grown([0, 'a'], [5, 'b'], [9, 'c'], [10, 'd'])).toEqual({
      text: 'a',
      ahead: { at: 9, text: 'cd' },
    });
  });

  it('has a bound', () => {
    expect(grown([0, 'x'.repeat(65_536)], [65_536, 'y']).text).toHaveLength(65_536);
    expect(grown([70_000, 'y'])).toEqual(NO_TEXT);
  });
});
