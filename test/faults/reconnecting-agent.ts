import type { AgentClient } from '@svc/testkit';
import { WebSocket } from 'ws';

const BACKOFF_MS = { min: 100, max: 2_000 };
/** An attempt to connect that takes longer is given up, in milliseconds. */
const CONNECT_MS_MAX = 5_000;

export interface SocketOptions {
  /** Where to connect: the next one whenever one fails. Default: the client's own. */
  addresses?: readonly string[];
  /** The hub pings an idle socket every 25 s: one that is silent for longer leads nowhere. Default 30,000. */
  silenceMsMax?: number;
  /** Whether it asks, when it connects, for triggers and due tasks that wait. Default false. */
  resume?: boolean;
}

export type TakeFrame = (frame: Record<string, unknown>) => void;

/** The program behind an agent, as a careful author writes it: whenever its socket ends it connects again. */
export class ReconnectingAgent {
  readonly #client: AgentClient;
  readonly #take: TakeFrame;
  #socket: WebSocket | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #silenceTimer: NodeJS.Timeout | undefined;
  #backoffMs = BACKOFF_MS.min;
  #stopped = false;
  /** Resolves with the first `auth_ok`. */
  readonly connected: Promise<void>;
  #onConnected: () => void = () => undefined;
  /** Authenticated sockets so far. */
  sessions = 0;
  /** Codes with which sockets were closed. */
  readonly closeCodes: number[] = [];
  readonly #options: Required<SocketOptions>;

  /** @param take gets every frame that is an event. */
  constructor(client: AgentClient, take: TakeFrame, options: SocketOptions = {}) {
    this.#client = client;
    this.#take = take;
    this.#options = { addresses: [client.socketUrl], silenceMsMax: 30_000, resume: false, ...options };
    this.connected = new Promise((resolve) => (this.#onConnected = resolve));
  }

  start(): void {
    if (this.#stopped) return;
    const { agentId, secret } = this.#client;
    const { addresses, silenceMsMax, resume } = this.#options;
    const address = addresses[this.closeCodes.length % addresses.length];
    const socket = new WebSocket(`${address}/ws/agent/${agentId}`, { handshakeTimeout: CONNECT_MS_MAX });
    this.#socket = socket;
    this.#watch(socket, CONNECT_MS_MAX);
    const auth = { type: 'auth', agent_id: agentId, secret, ...(resume && { resume }) };
    socket.on('open', () => socket.send(JSON.stringify(auth)));
    socket.on('ping', () => this.#watch(socket, silenceMsMax));
    socket.on('message', (data: Buffer) => {
      this.#watch(socket, silenceMsMax);
      this.#receive(JSON.parse(data.toString('utf8')) as Record<string, unknown>);
    });
    // `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      this.closeCodes.push(code);
      this.#retryLater();
    });
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#silenceTimer);
    this.#socket?.terminate();
  }

  #receive(frame: Record<string, unknown>): void {
    if (frame['type'] !== 'auth_ok') return this.#take(frame);
    this.#backoffMs = BACKOFF_MS.min;
    this.sessions += 1;
    this.#onConnected();
  }

  #watch(socket: WebSocket, silenceMsMax: number): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => socket.terminate(), silenceMsMax);
  }

  #retryLater(): void {
    clearTimeout(this.#silenceTimer);
    if (this.#stopped) return;
    this.#retryTimer = setTimeout(() => this.start(), this.#backoffMs * (0.5 + Math.random() / 2));
    this.#backoffMs = Math.min(this.#backoffMs * 2, BACKOFF_MS.max);
  }
}
