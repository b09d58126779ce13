import { describe, expect, it } from '@jest/globals';
import { keyIdOf, API_KEY_PATTERN, apiKeyIdOf, newApiKey } from './keys.js';

describe('an API key', () => {
  it('names its row, and is another text each time', () => {
    const [one, other] = [newApiKey(), newApiKey()];
    expect(one.text).toMatch(API_KEY_PATTERN);
    expect(apiKeyIdOf(one.text)).toBe(one.keyId);
    expect(one.text).not.toBe(other.text);
    expect(one.keyId).not.toBe(other.keyId);
  });

  it('is no key of an agent, and no other text is one', () => {
    const { text } = newApiKey();
    expect(keyIdOf(text)).toBeNull();
    const others = ['', text.slice(1), `${text}0`, text.toUpperCase(), text.replace('pat', 'key')];
    for (const each of others) expect(apiKeyIdOf(each)).toBeNull();
  });
});
