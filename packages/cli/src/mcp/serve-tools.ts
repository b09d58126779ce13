import { Client, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ProtocolError, Server } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { ActingAgent } from '../settings/acting-agent.js';
import { VERSION } from '../version.js';

/** The longest line of a client, in bytes. */
const LINE_BYTES_MAX = 2 * 1024 * 1024;
/** Longer than any tool waits, in milliseconds. */
const ANSWER_MS_MAX = 65_000;
/** Of the protocol: it has no handshake, so a call is one request. */
const REVISION = '2026-07-28';
/** JSON-RPC 2.0, section 5.1. */
const INTERNAL_ERROR = -32603;

/** Serves MCP until the input ends or the signal aborts. What the tools are and do, the service says: each call goes on to its `POST /mcp`. */
export async function serveTools(agent: ActingAgent, signal: AbortSignal): Promise<void> {
  const { stdin, stdout } = process;
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) stdin.once(event, resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = serveStdio(() => serverOf(agent), {
    transport: new StdioServerTransport(stdin, stdout, { maxBufferSize: LINE_BYTES_MAX }),
    // The tools do not change while a program runs.
    maxSubscriptions: 0,
  });
  await ended;
  await handle.close();
}

function serverOf(agent: ActingAgent): Server {
  const server = new Server(
    { name: 'svc', title: 'Agent service', version: VERSION },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler('tools/list', (request, { mcpReq }) =>
    asked(agent, (client) => client.listTools(request.params, boundsOf(mcpReq))),
  );
  server.setRequestHandler('tools/call', async (request, { mcpReq }) => {
    try {
      return await asked(agent, (client) => client.callTool(request.params, boundsOf(mcpReq)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // What the service refuses before it knows the tool is a result as well, which the model reads.
      return { isError: true, content: [{ type: 'text', text: error.message }] };
    }
  });
  return server;
}

function boundsOf({ signal }: { signal: AbortSignal }): { signal: AbortSignal; timeout: number } {
  return { signal, timeout: ANSWER_MS_MAX };
}

/** The call was not taken. */
class Refusal extends ProtocolError {}

/** Asks the service as the agent. No call is repeated: what it asks for may have been done. @throws ProtocolError with what the service says. */
async function asked<T>(
  { url, agentId, secret }: ActingAgent,
  ask: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(
    { name: 'svc', version: VERSION },
    { versionNegotiation: { mode: { pin: REVISION } } },
  );
  const headers = { 'x-svc-agent-id': agentId, 'x-svc-secret': secret };
  try {
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
    );
    return await ask(client);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    throw new Refusal(INTERNAL_ERROR, wordsOf(error, url));
  } finally {
    await client.close();
  }
}

function wordsOf(error: unknown, url: string): string {
  if (!(error instanceof SdkHttpError)) return `The service at ${url} cannot be reached. Try again later.`;
  if (error.status === 401) return 'The service does not know this agent. Look at AGENT_ID and AGENT_SECRET.';
  const detail = /"detail":"([^"]+)"/.exec(String(error.data['text']))?.[1];
  return detail ?? `Something answered ${error.status} that is not the service. Look at its address.`;
}
