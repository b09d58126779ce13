import { Server, ProtocolError } from '@modelcontextprotocol/server';
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { ActingAgent } from '../shell.js';
import { VERSION } from '../version.js';

const LINE_BYTES_MAX = 2 * 1024 * 1024;
/** Longer than any tool waits, in milliseconds. */
const ANSWER_MS_MAX = 65_000;
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
/** JSON-RPC 2.0, section 5.1. */
const INTERNAL_ERROR = -32603;

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
      if (!(error instanceof Refusal)) throw error;
      // The model reads it.
      return { isError: true, content: [{ type: 'text', text: error.message }] };
    }
  });
  return server;
}

/** The service did not answer as a server of MCP does. */
class Refusal extends ProtocolError {
  constructor(message: string, cause?: unknown) {
    super(INTERNAL_ERROR, message);
    this.cause = cause;
  }
}

interface Answer {
  result?: object;
  error?: { code: number; message: string };
  detail?: string;
}

/** No call is repeated: what it asks for may have been done. */
async function callService(
  { url, agentId, secret }: ActingAgent,
  call: { method: string; params: object },
  signal: AbortSignal,
): Promise<object> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}/mcp`, {
      ...{ method: 'POST', redirect: 'manual', body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ...{ 'x-svc-agent-id': agentId, 'x-svc-secret': secret },
      },
    });
    text = await textOf(response);
  } catch (cause) {
    throw new Refusal(`The service at ${url} cannot be reached. Try again later.`, cause);
  }
  const { result, error, detail } = answerIn(text);
  if (result !== undefined) return result;
  if (error !== undefined) throw new ProtocolError(error.code, error.message);
  throw new Refusal(refusalText(response, detail));
}

function refusalText({ status, headers }: Response, detail: string | undefined): string {
  if (status === 401) return 'The service does not know this agent. Look at AGENT_ID and AGENT_SECRET.';
  if (detail === undefined)
    return `Something answered ${status} that is not the service. Look at its address.`;
  const seconds = Number(headers.get('retry-after') ?? 0);
  return seconds > 0 ? `${detail}. Try again in ${seconds} s.` : detail;
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error('The answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Empty for what is no JSON, such as a page of a proxy. */
function answerIn(text: string): Answer {
  try {
    return (JSON.parse(text) ?? {}) as Answer;
  } catch {
    return {};
  }
}
