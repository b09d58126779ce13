import { describe, expect, it } from '@jest/globals';
import { AGENT_KEY_PATTERN, checkKey, keyIdOf, newAgentKey } from './keys.js';
import type { KeyState } from './keys.js';
import { newAgentSecret } from './ids.js';
import { secretHash } from './secret-box.js';

const agentId = 'agt_1';

function stored(text: string, state: KeyState = 'active') {
  return { agentId, keyHash: secretHash(text), state };
}

describe('a key of an agent', () => {
  it('names its row, and is no agent’s secret', () => {
    const { keyId, text } = newAgentKey();
    expect(text).toMatch(AGENT_KEY_PATTERN);
    expect(keyIdOf(text)).toBe(keyId);
    expect(newAgentKey().text).not.toBe(text);
  });

  it.each([
    newAgentSecret(),
    '',
    'svc_key_',
    `${newAgentKey().text}0`,
    newAgentKey().text.toUpperCase(),
    `svc_key_${'0'.repeat(32)}_${'g'.repeat(40)}`,
  ])('%s is none', (text) => {
    expect(keyIdOf(text)).toBeNull();
  });

  it('says that it has ended only to who has the whole of it', () => {
    const { keyId, text } = newAgentKey();
    const guess = `svc_${keyId}_${'0'.repeat(40)}`;
    for (const state of ['expired', 'revoked'] as const) {
      expect(checkKey({ text, agentId }, stored(text, state))).toBe(state);
      expect(checkKey({ text: guess, agentId }, stored(text, state))).toBe('wrong');
      expect(checkKey({ text, agentId: 'agt_2' }, stored(text, state))).toBe('wrong');
    }
  });
});
