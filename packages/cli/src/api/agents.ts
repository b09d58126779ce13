import { CliError } from '../errors.js';
import { answerOf } from './client-api.js';
import type { ClientApi, Schemas } from './client-api.js';

export type Agent = Schemas['Agent'];

/**
 * The person's agent of this id or name. Names count in any case; one that several agents have is no name.
 *
 * @throws CliError `not_found`; `usage` if several agents have the name.
 */
export async function agentCalled(api: ClientApi, given: string): Promise<Agent> {
  if (/^agt_[0-9A-Za-z]+$/.test(given))
    return answerOf(api.GET('/api/client/agents/{agent_id}', { params: { path: { agent_id: given } } }));
  const agents = await answerOf(api.GET('/api/client/agents', { params: { query: {} } }));
  const [exact, other] = [given, given.toLowerCase()].map((name) =>
    agents.filter(({ agent_name }) => agent_name === name || agent_name.toLowerCase() === name),
  );
  const fitting = exact?.length === 1 ? exact : (other ?? []);
  const [agent] = fitting;
  if (agent === undefined)
    throw new CliError('not_found', `You have no agent ${JSON.stringify(given)}.`, {
      hint: '`svc agents ls` lists them.',
    });
  if (fitting.length > 1)
    throw new CliError('usage', `${fitting.length} of your agents are called ${JSON.stringify(given)}.`, {
      hint: `Name one by its id: ${fitting.map(({ agent_id }) => agent_id).join(', ')}`,
    });
  return agent;
}
