import { Server } from '@modelcontextprotocol/server';
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { ActingAgent } from '../settings/acting-agent.js';
import { VERSION } from '../version.js';
import { RemoteTools } from './remote-tools.js';

/** The longest line of a client, in bytes. */
const LINE_BYTES_MAX = 2 * 1024 * 1024;

/** Serves MCP until the input ends or the signal aborts. What the tools are and do, the service says: each call is one of its `POST /mcp`. */
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
