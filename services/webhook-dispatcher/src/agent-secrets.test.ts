import { expect, it, jest } from '@jest/globals';
import { SecretBox } from '@svc/domain';
import { AgentSecrets } from './agent-secrets.js';

it('a secret is unsealed once, and again after it was rotated', () => {
  const box = new SecretBox(Buffer.alloc(32, 1));
  const open = jest.fn((sealed: Uint8Array) => box.open(sealed));
  const secrets = new AgentSecrets({ open });
  const [before, after] = [box.seal('one'), box.seal('two')];
  expect([before, before, after, before].map((sealed) => secrets.unseal(sealed))).toEqual([
    'one',
    'one',
    'two',
    'one',
  ]);
  expect(open).toHaveBeenCalledTimes(2);
});
