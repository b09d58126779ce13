import type { IncomingHttpHeaders } from 'node:http';

const BEARER = /^bearer +(agt_[0-9a-f]{32}):([\x21-\x7e]{1,200})$/i;

/**
 * The headers with which an agent calls, for an agent that has one token in their place: `Authorization: Bearer <agent_id>:<secret>`. Its own two headers go before the token.
 */
export function agentHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  if (headers['x-svc-agent-id'] !== undefined || headers['x-svc-secret'] !== undefined) return headers;
  const [, agentId, secret] = BEARER.exec(headers.authorization ?? '') ?? [];
  if (agentId === undefined || secret === undefined) return headers;
  return { 'x-svc-agent-id': agentId, 'x-svc-secret': secret };
}
