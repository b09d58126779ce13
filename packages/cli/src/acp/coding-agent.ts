import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { client, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import type {
  ActiveSession,
  ClientConnection,
  McpServer,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk';
import type { ActingAgent } from '../shell.js';
import { VERSION } from '../version.js';

export interface CodingAgentOptions {
  agent: ActingAgent;
  program: string;
  args: readonly string[];
}

/** Asks the person for what a coding agent asks in a session. */
export type AskPermission = (
  request: RequestPermissionRequest,
  signal: AbortSignal,
) => Promise<RequestPermissionResponse>;

const START_MS_MAX = 60_000;
/** Between the request to end and the kill, and between the loss of the connection and the end. */
const END_MS_MAX = 2_000;
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;

/** A process that speaks ACP over standard input and output. No files and terminals are offered to it. */
export class CodingAgent {
  /** Resolves with the reason when the process has ended. */
  readonly ended: Promise<string>;
  readonly #agent: ActingAgent;
  readonly #asking = new Map<string, AskPermission>();
  readonly #process: ChildProcess;
  readonly #connection: ClientConnection;
  #takesTools = false;

  /** Starts the process. */
  constructor(options: CodingAgentOptions) {
    this.#agent = options.agent;
    const process = spawn(options.program, [...options.args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process = process;
    this.ended = new Promise((resolve) => {
      process.once('error', ({ message }) => resolve(`The coding agent did not start: ${message}`));
      process.once('exit', (code, signal) => resolve(`The coding agent has ended (${signal ?? code}).`));
    });
    // Its end says more than a broken pipe.
    process.stdin.on('error', () => undefined);
    const stream = ndJsonStream(
      Writable.toWeb(process.stdin) as WritableStream<Uint8Array>,
      Readable.toWeb(process.stdout) as ReadableStream<Uint8Array>,
      { maxMessageBytes: MESSAGE_BYTES_MAX },
    );
    this.#connection = client({ name: 'svc' })
      .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
        const ask = this.#asking.get(params.sessionId);
        return ask?.(params, signal) ?? { outcome: { outcome: 'cancelled' } };
      })
      .connect(stream);
  }

  /** @throws if it does not start, or speaks another protocol. */
  async begin(): Promise<void> {
    const { protocolVersion, agentCapabilities } = await this.orEnd(
      this.#connection.agent.request(
        methods.agent.initialize,
        {
          protocolVersion: PROTOCOL_VERSION,
          clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
          clientInfo: { name: 'svc', title: 'Agent service', version: VERSION },
        },
        { cancellationSignal: AbortSignal.timeout(START_MS_MAX) },
      ),
    );
    if (protocolVersion !== PROTOCOL_VERSION)
      throw new Error(
        `The coding agent speaks version ${protocolVersion} of ACP, and svc ${PROTOCOL_VERSION}.`,
      );
    this.#takesTools = agentCapabilities?.mcpCapabilities?.http === true;
  }

  async open(ask: AskPermission): Promise<ActiveSession> {
    const { url, agentId, secret } = this.#agent;
    const headers = [
      { name: 'X-Svc-Agent-Id', value: agentId },
      { name: 'X-Svc-Secret', value: secret },
    ];
    const tools: McpServer = { type: 'http', name: 'svc', url: `${url}/mcp`, headers };
    const wanted = { cwd: process.cwd(), mcpServers: this.#takesTools ? [tools] : [] };
    const session = await this.orEnd(this.#connection.agent.buildSession(wanted).start());
    this.#asking.set(session.sessionId, ask);
    return session;
  }

  cancel({ sessionId }: ActiveSession): Promise<void> {
    return this.#connection.agent.notify(methods.agent.session.cancel, { sessionId });
  }

  stop(): void {
    const process = this.#process;
    this.#connection.close();
    if (process.exitCode !== null || process.signalCode !== null) return;
    // What has started it for us, such as npx, may not pass the signal on.
    process.stdin?.end();
    process.kill('SIGTERM');
    const timer = setTimeout(() => process.kill('SIGKILL'), END_MS_MAX);
    process.once('exit', () => clearTimeout(timer));
  }

  /** Why the process has ended says more than that its connection is lost. */
  async orEnd<T>(answer: Promise<T>): Promise<T> {
    const ended = this.ended.then((why): never => {
      throw new Error(why);
    });
    const answered = answer.catch(async (error: unknown): Promise<never> => {
      if (this.#connection.signal.aborted) await Promise.race([ended, sleep(END_MS_MAX)]);
      throw error;
    });
    return Promise.race([answered, ended]);
  }
}
