import { describe, expect, it } from '@jest/globals';
import { nextPath } from './next-path.ts';

describe('where one goes after signing in', () => {
  it('is a path of this page, and nowhere else', () => {
    expect(nextPath('/agents/agt_1?conversation=conv_1')).toBe('/agents/agt_1?conversation=conv_1');
    for (const bad of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:1',
      '',
      7,
      undefined,
    ])
      expect(nextPath(bad)).toBeUndefined();
  });
});
