import type { CliEnvironment } from '../env.js';
import { CliError } from '../errors.js';
import { serviceUrl, URL_DEFAULT } from './service.js';

export interface ActingAgent {
  /** Without a slash at its end. */
  url: string;
  agentId: string;
  /** Its secret, or a key of it. */
  secret: string;
}

/** At `--url`, `SVC_URL`, `AGENT_SERVICE_URL` or localhost. @throws CliError `not_signed_in`, `usage`. */
export function actingAgent(env: CliEnvironment, url: string | undefined): ActingAgent {
  const { agentId, agentSecret } = env;
  if (agentId === undefined || agentSecret === undefined)
    throw new CliError('not_signed_in', 'This command acts as an agent, and none is named.', {
      hint: 'Set AGENT_ID and AGENT_SECRET to what was shown when the agent was made.',
    });
  const chosen = serviceUrl(url ?? env.url ?? env.agentServiceUrl ?? URL_DEFAULT);
  return { url: chosen, agentId, secret: agentSecret };
}
