import { expect, it, jest } from '@jest/globals';
import { SecretBox } from '@svc/domain';
import type { SealedPlace } from '@svc/domain';
import { AgentSecrets } from './agent-secrets.js';

const box = new SecretBox(Buffer.alloc(32, 1));

it('a secret is unsealed once, and again after it was rotated', () => {
  const open = jest.fn((sealed: Uint8Array, place: SealedPlace) => box.open(sealed, place));
  const secrets = new AgentSecrets({ open });
  const [before, after] = [sealedFor('agt_1', 'one'), sealedFor('agt_1', 'two')];
  expect([before, before, after, before].map((agent) => secrets.unseal(agent))).toEqual([
    'one',
    'one',
    'two',
    'one',
  ]);
  expect(open).toHaveBeenCalledTimes(2);
});

it('the secret of an agent does not sign for another one, although it was unsealed before', () => {
  const secrets = new AgentSecrets(box);
  const agent = sealedFor('agt_1', 'one');
  secrets.unseal(agent);
  expect(() => secrets.unseal({ ...agent, agentId: 'agt_2' })).toThrow();
});

function sealedFor(agentId: string, secret: string) {
  return { agentId, secretSealed: box.seal(secret, { column: 'agent.secret_sealed', rowId: agentId }) };
}
