import { describe, expect, it } from '@jest/globals';
import { checkSecret } from './agent.js';
import { newAgentSecret } from './ids.js';
import { secretHash } from './secret-box.js';

const current = newAgentSecret();
const previous = newAgentSecret();
const nowMs = 1_700_000_000_000;

function rotated(validUntilMs: number) {
  return {
    secretHash: secretHash(current),
    previousSecretHash: secretHash(previous),
    previousSecretValidUntil: new Date(validUntilMs),
  };
}

describe('an agent’s secret', () => {
  it('is valid until the end of the grace after it was rotated away', () => {
    const credentials = rotated(nowMs + 1);
    const { previousSecretValidUntil: validUntil } = credentials;
    expect(checkSecret(previous, credentials, nowMs)).toEqual({ valid: true, validUntil });
  });

  it('is not valid from the very end of the grace on', () => {
    expect(checkSecret(previous, rotated(nowMs), nowMs)).toEqual({ valid: false });
    expect(checkSecret(previous, rotated(nowMs - 1), nowMs)).toEqual({ valid: false });
  });
});
