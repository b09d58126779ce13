import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '@svc/domain';
import { contractRouter, document, writtenJson } from '@svc/http-contract';
import type { Router } from 'express';
import type { AgentCaller } from '../agent-guard.js';
import { agentBodies } from '../app.js';
import type { ApiParts } from '../app.js';
import type { ToolBoxes } from './tool-box.js';

export interface McpParts extends ApiParts {
  toolBoxes: Pick<ToolBoxes, 'of'>;
  publicOrigin: string;
}

interface McpCaller extends AgentCaller {
  /** The caller has gone. */
  signal: AbortSignal;
}

/** `POST /mcp`: the Model Context Protocol over Streamable HTTP, without sessions. */
export function mcpApi(parts: McpParts): Router {
  return contractRouter<McpCaller>({
    async authenticate({ headers, ip: address = '' }, response, operationId) {
      assertOwnOrigin(headers, parts.publicOrigin);
      const call = { headers: agentHeaders(headers), address, operationId, response };
      const caller = await parts.agentGuard(call);
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      return { ...caller, signal: gone.signal };
    },
    bodies: agentBodies(parts),
    handlers: {
      async callMcp({ auth, headers, body: message }) {
        const { answerMcp } = await import('./protocol.js');
        const answer = await answerMcp({
          ...{ message, headers: protocolHeaders(headers), signal: auth.signal },
          ...{ version: document.info.version, tools: parts.toolBoxes.of(auth) },
        });
        const text = await answer.text();
        // Of what is wrong with a message the status says something too.
        return { status: answer.status as 200, body: text === '' ? undefined : writtenJson(text) };
      },
    },
  });
}

/** Against DNS rebinding: a page would send its own origin. Programs that are no browsers send none. */
function assertOwnOrigin({ origin }: IncomingHttpHeaders, publicOrigin: string): void {
  if (origin !== undefined && origin !== publicOrigin) throw new ServiceError('cross_site_request');
}

function protocolHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'));
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}

const BEARER = /^bearer +(agt_[0-9a-f]{32}):([\x21-\x7e]{1,200})$/i;

/** One token may stand for both: `Authorization: Bearer <agent_id>:<secret>`. An agent's headers go first. */
function agentHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  if (headers['x-svc-agent-id'] !== undefined || headers['x-svc-secret'] !== undefined) return headers;
  const [, agentId, secret] = BEARER.exec(headers.authorization ?? '') ?? [];
  if (agentId === undefined || secret === undefined) return headers;
  return { 'x-svc-agent-id': agentId, 'x-svc-secret': secret };
}
