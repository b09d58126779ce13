import {
  ACTION_LENGTH_MAX,
  ACTION_PATTERN_LENGTH_MAX,
  ACTION_PATTERN_STARS_MAX,
  ActionPatternError,
  exactActionPattern,
  parseActionPattern,
} from './action-pattern.js';

const LONG_ACTION = 'a'.repeat(ACTION_LENGTH_MAX);

const matches = (pattern: string, action: string): boolean => parseActionPattern(pattern).matches(action);

/** What a pattern means, said by a regular expression. */
function asRegex(pattern: string): RegExp {
  const parts = pattern.match(/\\[\s\S]|[\s\S]/g) ?? [];
  const source = parts.map((part) =>
    part === '*' ? '[\\s\\S]*' : part.slice(-1).replace(/[.*+?^${}()|[\]\\/-]/, '\\$&'),
  );
  return new RegExp(`^${source.join('')}$`);
}

/** A generator of its own, so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('an action pattern', () => {
  it.each([
    ['deploy', false],
    ['rm \\*', false],
    ['mail.send:ada@example.com', false],
    ['mail.send:*@example.com', false],
    ['pay:* EUR', false],
    ['name:*ß*', false],
    ['*', true],
    ['mail.*', true],
    ['mail.send*', true],
    ['mail.send:*', true],
    ['mail.send:**', true],
    ['mail.send:*@*', true],
    ['mail.send: \\* *', true],
    ['mail.send:*\u3164', true],
    ['mail.send:*\u{13441}', true],
    ['mail.send:*\u{16FE4}', true],
    ['*:ada@example.com', true],
    ['mail*:ada@example.com', true],
    ['rm *.tmp', true],
  ])('%j is broad: %s', (pattern, expected) => {
    expect(parseActionPattern(pattern).isBroad).toBe(expected);
  });

  it('covers what the same regular expression covers', () => {
    const random = randomFrom(4);
    const patternOf = (length: number) =>
      Array.from({ length }, () => ['a', 'A', 'b', '*', '*', '\\*', '\\\\', '.', '['][random(9)]).join('');
    const actionOf = (length: number) =>
      Array.from({ length }, () => ['a', 'A', 'b', '*', '\\', '.', '[', '\n'][random(8)]).join('');
    let covered = 0;
    for (let round = 0; round < 50_000; round += 1) {
      const pattern = patternOf(1 + random(7));
      const action = actionOf(random(9));
      const expected = asRegex(pattern).test(action);
      if (matches(pattern, action) !== expected)
        throw new Error(`${pattern} over ${action}: not ${expected}`);
      if (expected) covered += 1;
    }
    expect(covered).toBeGreaterThan(1_000);
  });

  it.each([
    ['many stars', '*a'.repeat(ACTION_PATTERN_STARS_MAX), 'a'.repeat(ACTION_LENGTH_MAX - 1) + 'b'],
    ['stars alone', '*'.repeat(ACTION_PATTERN_LENGTH_MAX), 'x'.repeat(ACTION_LENGTH_MAX)],
    ['one that nearly fits everywhere', `*${'a'.repeat(250)}b*`, LONG_ACTION],
    ['one that nearly begins everywhere', `*b${'a'.repeat(249)}*`, LONG_ACTION],
    ['the longest that nearly fit', `*${'a'.repeat(45)}b`.repeat(ACTION_PATTERN_STARS_MAX), LONG_ACTION],
  ])('of %s takes no longer than another', (_name, pattern, action) => {
    const compiled = parseActionPattern(pattern);
    // Of the processor, which others may keep busy meanwhile.
    const before = process.cpuUsage();
    for (let round = 0; round < 1_000; round += 1) compiled.matches(action);
    // A thousand of the longest: a matcher that goes back would take minutes for the first of them.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  });

  it.each([
    ['nothing', ''],
    ['too much', 'x'.repeat(ACTION_PATTERN_LENGTH_MAX + 1)],
    ['too many stars', '*x'.repeat(ACTION_PATTERN_STARS_MAX + 1)],
    ['a backslash at its end', 'a\\'],
    ['a backslash before another character', 'c:\\temp'],
  ])('of %s is refused', (_name, pattern) => {
    expect(() => parseActionPattern(pattern)).toThrow(ActionPatternError);
  });

  it('that is made of an action covers this action alone, and has room for any', () => {
    for (const action of ['a*b', 'c:\\temp\\*', '*', '\\', 'plain', '*'.repeat(ACTION_LENGTH_MAX)]) {
      const pattern = exactActionPattern(action);
      expect(matches(pattern, action)).toBe(true);
      expect(matches(pattern, `${action}x`)).toBe(false);
      expect(matches(pattern, action.replaceAll('*', 'xx'))).toBe(!action.includes('*'));
    }
  });
});
