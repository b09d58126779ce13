import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { ActingAgent } from '../shell.js';
import { VERSION } from '../version.js';

const LINE_BYTES_MAX = 2 * 1024 * 1024;
/** Longer than any tool waits, in milliseconds. */
const ANSWER_MS_MAX = 65_000;

/** Until the input ends or the signal aborts. Each call is a `POST /mcp`: the service says what tools do. */
export async function serveTools(agent: ActingAgent, signal: AbortSignal): Promise<void> {
  const { stdin, stdout } = process;
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) stdin.once(event, resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = serveStdio(() => serverFor(agent), {
    transport: new StdioServerTransport(stdin, stdout, { maxBufferSize: LINE_BYTES_MAX }),
    // The tools do not change while a program runs.
    maxSubscriptions: 0,
  });
  await ended;
  await handle.close();
}

function serverFor(agent: ActingAgent): Server {
  const server = new Server(
    { name: 'svc', title: 'Agent service', version: VERSION },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler('tools/list', async (_request, { mcpReq: { signal } }) => {
    return (await callService(agent, { method: 'tools/list', params: {} }, signal)) as ListToolsResult;
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }) => {
    const { name, arguments: given = {} } = params;
    try {
      const call = { method: 'tools/call', params: { name, arguments: given } };
      return (await callService(agent, call, signal)) as CallToolResult;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      // The model reads it.
      return { isError: true, content: [{ type: 'text', text: error.message }] };
    }
  });
  return server;
}

interface Answer {
  result?: object;
  error?: { code: number; message: string };
  detail?: string;
}

/** No call is repeated: what it asks for may have been done. @throws ProtocolError for all but a result. */
async function callService(
  { url, agentId, secret }: ActingAgent,
  call: { method: string; params: object },
  signal: AbortSignal,
): Promise<object> {
  let response: Response;
  try {
    response = await fetch(`${url}/mcp`, {
      ...{ method: 'POST', redirect: 'manual', body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ...{ 'x-svc-agent-id': agentId, 'x-svc-secret': secret },
      },
    });
  } catch {
    throw refusal(`The service at ${url} cannot be reached. Try again later.`);
  }
  // What is no JSON may be a page of a proxy.
  const answer = (await response.json().catch(() => null)) as Answer | null;
  const { result, error, detail } = answer ?? {};
  if (result !== undefined) return result;
  if (error !== undefined) throw new ProtocolError(error.code, error.message);
  throw refusal(refusalText(response, detail));
}

function refusal(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InternalError, message);
}

function refusalText({ status, headers }: Response, detail: string | undefined): string {
  if (status === 401) return 'The service does not know this agent. Look at AGENT_ID and AGENT_SECRET.';
  if (detail === undefined)
    return `Something answered ${status} that is not the service. Look at its address.`;
  const seconds = Number(headers.get('retry-after') ?? 0);
  return seconds > 0 ? `${detail}. Try again in ${seconds} s.` : detail;
}
