import type { IncomingHttpHeaders } from 'node:http';
import { invalidField, parseBoundedJson, ServiceError } from '@svc/domain';
import { bodyBytesMaxOf, document, refuseOtherMethods, sendWritten } from '@svc/http-contract';
import { Router } from 'express';
import type { Response as Answer } from 'express';
import { agentCaller } from '../agent-guard.js';
import type { ApiParts } from '../app.js';
import { accountShares } from '../app.js';
import type { ToolBoxes } from './tool-box.js';

export interface McpRouteDependencies extends Pick<
  ApiParts,
  'agentGuard' | 'bodies' | 'rateLimits' | 'waitingCalls'
> {
  toolBoxes: Pick<ToolBoxes, 'of'>;
  publicOrigin: string;
}

const PATH = '/mcp';

/** JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/**
 * `POST /mcp`: the Model Context Protocol over Streamable HTTP, without sessions. The caller is known and
 * counted before the message is read, and what is no message does not reach the SDK.
 */
export function mcpRoute(deps: McpRouteDependencies): Router {
  const { agentGuard: guard, bodies, rateLimits, waitingCalls } = deps;
  const router = Router({ caseSensitive: true });
  router.post(PATH, async (request, response) => {
    assertOwnOrigin(request.headers, deps.publicOrigin);
    const headers = agentHeaders(request.headers);
    const address = request.ip ?? '';
    const authenticated = await guard.authenticate({ headers, address, operationId: 'callMcp' });
    const { agentId, ownerId } = authenticated.agent;
    const rules = { bytesMax: bodyBytesMaxOf('callMcp'), anyContentType: false };
    const shares = accountShares({ userId: ownerId, address });
    // A call may wait for a person. Meanwhile it holds what it asks for, not the bytes in which it came.
    const message = await bodies.use(request, response, { rules, shares }, async (rawBody) => {
      if (rawBody === undefined) throw invalidField('body', 'is required');
      await rateLimits.countAgentBytes(agentId, rawBody.length);
      return messageOf(rawBody);
    });
    if ('refusal' in message) return sendError(response, message.refusal);
    const auth = agentCaller({ guard, waitingCalls }, authenticated, { headers, response });
    const { answerMcp } = await import('./protocol.js');
    const answer = await answerMcp({
      message: message.value,
      headers: protocolHeaders(request.headers),
      version: document.info.version,
      tools: deps.toolBoxes.of(auth, authenticated),
      signal: goneSignal(response),
    });
    send(response, answer.status, await answer.text());
  });
  router.all(PATH, refuseOtherMethods(['POST']));
  return router;
}

/** Against DNS rebinding: a page would send its own origin. Programs that are no browsers send none. */
function assertOwnOrigin({ origin }: IncomingHttpHeaders, publicOrigin: string): void {
  if (origin !== undefined && origin !== publicOrigin) throw new ServiceError('cross_site_request');
}

interface Refusal {
  code: number;
  message: string;
}

function messageOf(rawBody: Buffer): { value: object } | { refusal: Refusal } {
  let value: unknown;
  try {
    value = parseBoundedJson(rawBody);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'malformed_json') throw error;
    return { refusal: { code: PARSE_ERROR, message: error.detail } };
  }
  // The rate limit counts calls. The protocol has no batches since revision 2025-06-18.
  if (Array.isArray(value))
    return { refusal: { code: INVALID_REQUEST, message: 'Batches are not accepted' } };
  if (typeof value === 'object' && value !== null) return { value };
  return { refusal: { code: INVALID_REQUEST, message: 'Not a message of JSON-RPC' } };
}

function protocolHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'));
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}

function goneSignal(response: Answer): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

function sendError(response: Answer, error: Refusal): void {
  send(response, 400, JSON.stringify({ jsonrpc: '2.0', id: null, error }));
}

function send(response: Answer, status: number, text: string): void {
  if (response.destroyed) return;
  sendWritten(response, { status, text: text === '' ? null : text });
}

const BEARER = /^bearer +(agt_[0-9a-f]{32}):([\x21-\x7e]{1,200})$/i;

/** One token may stand for both: `Authorization: Bearer <agent_id>:<secret>`. An agent's headers go first. */
function agentHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  if (headers['x-svc-agent-id'] !== undefined || headers['x-svc-secret'] !== undefined) return headers;
  const [, agentId, secret] = BEARER.exec(headers.authorization ?? '') ?? [];
  if (agentId === undefined || secret === undefined) return headers;
  return { 'x-svc-agent-id': agentId, 'x-svc-secret': secret };
}
