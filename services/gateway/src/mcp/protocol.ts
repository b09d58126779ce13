import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { ListToolsResult } from '@modelcontextprotocol/server';
import type { ToolBox } from './tool-box.js';

export interface McpCall {
  message: object;
  /** `mcp-…`. */
  headers: Record<string, string>;
  tools: ToolBox;
  signal: AbortSignal;
  version: string;
}

const INSTRUCTIONS =
  'Connects you to the person who owns you. They may be away: send_message and send_report do not wait for them, ask_decision waits for a while.';

/** Never connected to. */
const URL_OF_REQUESTS = 'http://service/mcp';

/** A server lives for one message. The SDK takes 25 MB and a tenth of a second: import this file late. */
export async function answerMcp(call: McpCall): Promise<Response> {
  const { message, headers, signal } = call;
  const request = new Request(URL_OF_REQUESTS, {
    method: 'POST',
    // The answer is always JSON, which every proxy passes on, but the SDK wants to be allowed both.
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    signal,
  });
  if (!(await isLegacyRequest(request, message))) {
    // A subscription would hold its connection for good, and there is nothing to subscribe to.
    const handler = createMcpHandler(() => serverOf(call), { legacy: 'reject', maxSubscriptions: 0 });
    return handler.fetch(request, { parsedBody: message });
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = serverOf(call);
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

function serverOf({ tools, version }: McpCall): Server {
  const server = new Server(
    { name: 'agent-service', title: 'Agent service', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  // Schemas from the contract are JSON.
  server.setRequestHandler('tools/list', () => ({ tools: tools.list() as ListToolsResult['tools'] }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
    const result = await tools.use(name, given);
    if (result === null)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`);
    return { ...result };
  });
  return server;
}
