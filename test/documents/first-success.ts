import { Person } from '@svc/testkit';
import { runPage } from './page-script.js';
import { provenBlocks } from './proofs.js';

/**
 * The commands of a document make an agent, start it, and get its answer, for somebody who has signed up.
 *
 * @param program what the block starts.
 */
export async function expectFirstSuccess(
  document: string,
  program: string,
  { baseUrl, ...env }: { baseUrl: string; PATH?: string },
): Promise<void> {
  const { email } = await Person.signUp(baseUrl);
  const login = { PERSON_EMAIL: email, PERSON_PASSWORD: Person.password };
  const blocks = provenBlocks(document)
    .filter(({ proof, text }) => proof?.kind === 'checked' && text.includes(program))
    .map((block) => ({ ...block, proof: { kind: 'run' as const, until: [] } }));
  const { status, stderr, outputs } = await runPage(blocks, {
    env: { ...login, AGENT_SERVICE_URL: baseUrl, ...env },
    ...{ replaced: {}, onSaid: () => {}, signal: AbortSignal.timeout(80_000) },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(outputs).toEqual([expect.stringMatching(/^You said: Hello, agent$/m)]);
}
