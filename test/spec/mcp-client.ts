import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { AgentClient } from '@svc/testkit';
import { baseUrl } from './product-under-test.js';

/** How a client of the protocol begins: with the handshake of 2025, or with none, as since 2026. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
type Revision = (typeof REVISIONS)[number];

/** What a tool has answered. */
export interface ToolAnswer {
  isError: boolean;
  text: string;
  value: Record<string, unknown>;
}

/** A program that speaks the protocol by the official SDK, for an agent. */
export class McpClient {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async connect(
    headers: Record<string, string>,
    revision: Revision = '2025-11-25',
    { at = baseUrl }: { at?: string } = {},
  ): Promise<McpClient> {
    const transport = new StreamableHTTPClientTransport(new URL(`${at}/mcp`), {
      requestInit: { headers },
    });
    const client = clientOf(revision);
    await client.connect(transport);
    return new McpClient(client);
  }

  /** Starts a program with Node, and speaks with it over its standard input and output. */
  static async start(
    args: string[],
    env: Record<string, string>,
    revision: Revision = '2025-11-25',
  ): Promise<McpClient> {
    const client = clientOf(revision);
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
    return new McpClient(client);
  }

  get revision(): string | undefined {
    return this.#client.getNegotiatedProtocolVersion();
  }

  async toolNames(): Promise<string[]> {
    return (await this.tools()).map(({ name }) => name).sort();
  }

  async tools(): Promise<{ name: string; inputSchema: object }[]> {
    return (await this.#client.listTools()).tools;
  }

  async use(name: string, given: Record<string, unknown> = {}, signal?: AbortSignal): Promise<ToolAnswer> {
    const call = { name, arguments: given };
    const result = await this.#client.callTool(call, signal === undefined ? {} : { signal });
    const [content] = result.content as { type: string; text: string }[];
    return {
      isError: result.isError === true,
      text: content?.text ?? '',
      value: (result.structuredContent ?? {}) as Record<string, unknown>,
    };
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

function clientOf(revision: Revision): Client {
  const mode = revision === '2025-11-25' ? ('legacy' as const) : { pin: revision };
  return new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
}

export function byToken({ agentId, secret }: AgentClient): Record<string, string> {
  return { authorization: `Bearer ${agentId}:${secret}` };
}
