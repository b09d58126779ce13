import { Person } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import type { IdKind } from '../spec/described-calls.js';
import { furnishAgent } from '../spec/household.js';
import type { PersonIdKind } from '../spec/household.js';

/** Somebody who attacks with an account: a person and an agent, with things of their own. */
export interface Cast {
  person: Person;
  agent: AgentClient;
  ids: Record<IdKind, string>;
}

let casting: Promise<unknown> = Promise.resolve();

/** One at a time: of one address, few may sign up at one instant. */
export function newCast(baseUrl: string): Promise<Cast> {
  const cast = casting.then(() => castAt(baseUrl));
  casting = cast.catch(() => {});
  return cast;
}

async function castAt(baseUrl: string): Promise<Cast> {
  const person = await Person.signUp(baseUrl, 'Mallory');
  const { agent, ids } = await furnishAgent(baseUrl, person, 'mallory');
  return { person, agent, ids: { ...madeUp(), ...ids } };
}

/** Whether both can still call, although they may have erased, rotated or deleted what they call with. */
export async function isWhole({ person, agent }: Cast): Promise<boolean> {
  const answers = await Promise.all([person.call(`/agents/${agent.agentId}`), agent.call('/api/agent/me')]);
  return answers.every(({ status }) => status === 200);
}

/** Ids that no attacker has: they are as good as any that is unknown. */
function madeUp(): Pick<Cast['ids'], PersonIdKind> {
  const id = '0'.repeat(32);
  return { aud: `aud_${id}`, ers: `ers_${id}`, exp: `exp_${id}`, inv: `inv_${id}`, pat: `pat_${id}` };
}

/** An id of the documents' examples, which stands for one of the caster's own. */
const EXAMPLE_ID = /\b(agt|conv|dec|evt|key|rul|run|tsk)_019a1f0c[0-9a-f]{24}\b/g;

/** The same bytes with the ids of a cast instead of those of the examples. */
export function withIdsOf({ ids }: Cast, bytes: Buffer): Buffer {
  const text = bytes.toString('latin1').replace(EXAMPLE_ID, (_id, kind: IdKind) => ids[kind]);
  return Buffer.from(text, 'latin1');
}
