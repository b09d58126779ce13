import type { Person } from '@svc/testkit';
import { runPage } from './page-script.js';
import type { ProvenBlock } from './proofs.js';
import { misfitOf } from './written-output.js';

interface Reader {
  person: Person;
  /** Where the product answers. */
  baseUrl: string;
  /** What stands in the page, and what stands in its place here, beside the product's address. */
  replaced: Record<string, string>;
  env?: Record<string, string>;
  /** Default 80,000: before the limit of a test, so that it says what the page has come to. */
  msMax?: number;
}

const SCOPES = ['read', 'write', 'decisions', 'agents'];
/**
 * Does what a reader of a page does: types its commands one after the other, and says yes in the browser.
 *
 * @returns what a script that has failed `said` on the standard error, and outputs that were not as shown.
 */
export async function readPage(blocks: readonly ProvenBlock[], reader: Reader) {
  const { person, baseUrl, replaced, env = {}, msMax = 80_000 } = reader;
  const granted = new Set<string>();
  const { status, stderr, outputs } = await runPage(blocks, {
    env: { ...env, ...(signsIn(blocks) ? {} : await afterStart(person, baseUrl)) },
    replaced: { 'http://localhost:8080': baseUrl, ...replaced },
    onSaid: (said) => void grantLogin(person, said, granted),
    signal: AbortSignal.timeout(msMax),
  });
  const misfits = blocks.flatMap(({ proof, text, language, document, line }, index) => {
    const output = outputs[index - 1] ?? '';
    // A script that has failed has not come to all of them.
    if (proof?.kind !== 'output' || (status !== 0 && output === '')) return [];
    const written = misfitOf(text, output, language);
    return written === null ? [] : [{ document, line, written }];
  });
  return { status, said: status === 0 ? '' : stderr, misfits };
}

function signsIn(blocks: readonly ProvenBlock[]): boolean {
  return blocks.some(({ proof, text }) => proof?.kind === 'run' && text.includes('svc login'));
}

/** What the page [Start](../../docs/guide/start.md) leads to: a shell that is signed in, and an agent. */
async function afterStart(person: Person, baseUrl: string): Promise<Record<string, string>> {
  const body = { name: 'a reader', scopes: SCOPES, expires_in_seconds: 3_600 };
  const { body: key } = await person.call('/account/keys', { body });
  const agent = await person.createAgent({ agent_name: 'Echo' });
  return {
    ...{ SVC_API_KEY: (key as { secret: string }).secret, SVC_URL: baseUrl },
    ...{ AGENT_ID: agent.agentId, AGENT_SECRET: agent.secret, AGENT_SERVICE_URL: baseUrl },
  };
}

/** What the reader does in the browser. */
async function grantLogin(person: Person, said: string, granted: Set<string>): Promise<void> {
  const code = /[A-Z]{4}-[A-Z]{4}/.exec(said)?.[0];
  if (code === undefined || granted.has(code)) return;
  granted.add(code);
  const answer = { user_code: code, approved: true, scopes: SCOPES, expires_in_seconds: 3_600 };
  await person.call('/account/device-logins/resolve', { body: answer });
}
