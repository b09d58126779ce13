import { Server, ProtocolError } from '@modelcontextprotocol/server';
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { ActingAgent } from '../shell.js';
import { VERSION } from '../version.js';

const LINE_BYTES_MAX = 2 * 1024 * 1024;

/** Until the input ends or the signal aborts. Each call is a `POST /mcp`: the service says what tools do. */
export async function serveTools(agent: ActingAgent, signal: AbortSignal): Promise<void> {
  const { stdin, stdout } = process;
  const tools = new RemoteTools(agent);
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) stdin.once(event, resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = serveStdio(() => serverOf(tools), {
    transport: new StdioServerTransport(stdin, stdout, { maxBufferSize: LINE_BYTES_MAX }),
    // The tools do not change while a program runs.
    maxSubscriptions: 0,
  });
  await ended;
  await handle.close();
}

function serverOf(tools: RemoteTools): Server {
  const server = new Server(
    { name: 'svc', title: 'Agent service', version: VERSION },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler('tools/list', async (_request, { mcpReq }) => {
    return (await tools.list(mcpReq.signal)) as ListToolsResult;
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name, arguments: given } = params;
    return (await tools.use({ name, arguments: given ?? {} }, mcpReq.signal)) as CallToolResult;
  });
  return server;
}

/** Longer than any tool waits, in milliseconds. */
const ANSWER_MS_MAX = 65_000;
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
/** JSON-RPC 2.0, section 5.1. */
const INTERNAL_ERROR = -32603;

/** Called over HTTP as the agent. No call is repeated: what it asks for may have been done. */
export class RemoteTools {
  readonly #agent: ActingAgent;

  constructor(agent: ActingAgent) {
    this.#agent = agent;
  }

  list(signal: AbortSignal): Promise<object> {
    return this.#call('tools/list', {}, signal);
  }

  /** What the service refuses is a result, which the model reads. @throws ProtocolError for no tool. */
  async use(params: object, signal: AbortSignal): Promise<object> {
    try {
      return await this.#call('tools/call', params, signal);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { isError: true, content: [{ type: 'text', text: error.message }] };
    }
  }

  async #call(method: string, params: object, signal: AbortSignal): Promise<object> {
    const { url, agentId, secret } = this.#agent;
    const request = { jsonrpc: '2.0', id: 1, method, params };
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${url}/mcp`, {
        ...{ method: 'POST', redirect: 'manual', body: JSON.stringify(request) },
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
    const answer = objectOf(text);
    const { result, error } = answer;
    if (typeof result === 'object' && result !== null) return result;
    if (typeof error === 'object' && error !== null) {
      const { code, message } = error as { code?: unknown; message?: unknown };
      throw new ProtocolError(typeof code === 'number' ? code : INTERNAL_ERROR, String(message));
    }
    throw new Refusal(refusalText(response, answer));
  }
}

class Refusal extends ProtocolError {
  constructor(message: string, cause?: unknown) {
    super(INTERNAL_ERROR, message);
    this.cause = cause;
  }
}

function refusalText({ status, headers }: Response, { detail }: Record<string, unknown>): string {
  if (status === 401) return 'The service does not know this agent. Look at AGENT_ID and AGENT_SECRET.';
  if (typeof detail !== 'string')
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

/** Empty for what is no object of JSON, such as a page of a proxy. */
function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
