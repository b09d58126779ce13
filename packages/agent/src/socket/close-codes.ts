import { AgentError } from '../errors.js';
import type { AgentErrorCode } from '../errors.js';

/** An older socket than ten others of the agent was closed (docs/errors.md, "Sockets"). */
export const TOO_MANY_SOCKETS = 1008;
const NOT_AUTHENTICATED = 4001;

/** Codes after which the service lets nobody in until somebody changes something (docs/errors.md, "Sockets"). */
const FINAL: Record<number, { code: AgentErrorCode; advice: string }> = {
  [NOT_AUTHENTICATED]: {
    code: 'not_authenticated',
    advice:
      'The service did not understand the first frame. Is AGENT_SERVICE_URL the address of the service, and is the secret shorter than 200 characters?',
  },
  4003: {
    code: 'invalid_secret',
    advice:
      'The secret is wrong. Set AGENT_SECRET to what was shown when the agent was made, or rotate the secret in the console and use the new one.',
  },
  4004: {
    code: 'agent_not_found',
    advice:
      'There is no agent with this id. Look at AGENT_ID, and whether AGENT_SERVICE_URL is the right installation.',
  },
  4010: {
    code: 'credentials_revoked',
    advice:
      'The secret was rotated, the key has expired or was revoked, or the agent was deleted. Set AGENT_SECRET to the new secret, and start again.',
  },
  4011: {
    code: 'scope_missing',
    advice: 'The key does not open sockets. Use the agent’s secret, or a key with the scope "events".',
  },
};

/** The service says so itself if no auth frame has come within 10 s: then the network is slow, and nothing has been refused. */
const AUTH_MS_MAX = 9_000;

/** Why no other try makes sense, or `null` if one does. */
export function finalErrorOf(code: number, { openMs }: { openMs: number }): AgentError | null {
  const final = FINAL[code];
  if (final === undefined || (code === NOT_AUTHENTICATED && openMs >= AUTH_MS_MAX)) return null;
  return new AgentError(final.code, `The service closed the connection with ${code}. ${final.advice}`);
}

/** Whether another secret would help. */
export function isAboutSecret({ code }: AgentError): boolean {
  return code === 'invalid_secret' || code === 'credentials_revoked';
}
