import type {
  AuthFrame,
  DecisionResolvedEvent,
  ServerFrame,
  TaskDueEvent,
  TaskTriggerEvent,
  UserMessageEvent,
} from '@svc/proto-events';
import { WebSocket } from 'ws';
import type { AgentCredentials } from './agent-api.js';
import { backoffMs } from './backoff.js';

/** The events that the demo's agents know. */
export type KnownEvent = UserMessageEvent | DecisionResolvedEvent | TaskDueEvent | TaskTriggerEvent;

export interface AgentConnectionOptions {
  /** `ws://…`, without a path. */
  socketUrl: string;
  credentials: AgentCredentials;
  /** Called for one event after another, and once for each. Its error is logged. */
  handle: (event: KnownEvent) => Promise<void>;
  /** Called each time the socket is authenticated. */
  onConnected?: () => void;
  complain: (message: string, error: unknown) => void;
  /** From 0 to 1. Default `Math.random`. */
  random?: () => number;
}

/** Specification, "Errors", and decisions, "Socket": another attempt with these credentials would end in the same way. */
const FINAL_CLOSE_CODES: ReadonlySet<number> = new Set([4001, 4003, 4004, 4010, 4011]);
/** Events that wait for the one before them. When more come, the socket is not read, and unread events are not confirmed. */
const QUEUE_MAX = 32;
const HANDSHAKE_MS_MAX = 10_000;
const FRAME_BYTES_MAX = 4 * 1024 * 1024;

/** An agent's socket that connects again when it breaks, until its credentials are refused or it is stopped. */
export class AgentConnection {
  readonly #options: AgentConnectionOptions;
  readonly #handled = new RememberedIds();
  #socket: WebSocket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #queued = 0;
  #handling: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: AgentConnectionOptions) {
    this.#options = options;
  }

  start(): void {
    if (!this.#isStopped && this.#socket === undefined) this.#open();
  }

  /** Closes the socket and resolves when the events that have come are handled. Idempotent. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const socket = this.#socket;
    if (socket?.readyState === WebSocket.CONNECTING) socket.terminate();
    else socket?.close(1000);
    await this.#handling;
    socket?.terminate();
  }

  #open(): void {
    const { socketUrl, credentials } = this.#options;
    const socket = new WebSocket(`${socketUrl}/ws/agent/${credentials.agentId}`, {
      handshakeTimeout: HANDSHAKE_MS_MAX,
      maxPayload: FRAME_BYTES_MAX,
    });
    this.#socket = socket;
    const auth: AuthFrame = {
      type: 'auth',
      agent_id: credentials.agentId,
      secret: credentials.secret,
      resume: true,
    };
    socket.on('open', () => socket.send(JSON.stringify(auth)));
    // The close code reports a broken connection.
    socket.on('error', () => {});
    socket.on('message', (data: Buffer) => this.#take(data.toString('utf8'), socket));
    socket.on('close', (code) => this.#closed(code));
  }

  #closed(code: number): void {
    if (this.#isStopped) return;
    if (FINAL_CLOSE_CODES.has(code)) {
      const { agentId } = this.#options.credentials;
      this.#options.complain(
        `A demo agent was sent away for good (${code}): it was deleted, or has a new secret. The next start makes it anew.`,
        agentId,
      );
      return;
    }
    const waitMs = backoffMs(this.#failures, { random: this.#options.random ?? Math.random });
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#open(), waitMs);
  }

  #take(text: string, socket: WebSocket): void {
    const frame = frameOf(text);
    if (frame === undefined) return;
    switch (frame.type) {
      case 'auth_ok':
        this.#failures = 0;
        this.#options.onConnected?.();
        return;
      case 'user_message':
      case 'decision_resolved':
      case 'task_due':
      case 'task_trigger':
        this.#enqueue(frame, socket);
        return;
      default:
      // What answers a frame, and events that came after this agent was written, are passed over.
    }
  }

  #enqueue(event: KnownEvent, socket: WebSocket): void {
    this.#queued += 1;
    if (this.#queued >= QUEUE_MAX) socket.pause();
    this.#handling = this.#handling.then(() => this.#handle(event, socket));
  }

  async #handle(event: KnownEvent, socket: WebSocket): Promise<void> {
    const id = idOf(event);
    try {
      if (!this.#handled.has(id)) await this.#options.handle(event);
      this.#handled.add(id);
    } catch (error) {
      if (!this.#isStopped) this.#options.complain(`A demo agent could not handle ${event.type}.`, error);
    }
    this.#queued -= 1;
    if (this.#queued < QUEUE_MAX) socket.resume();
  }
}

/** The last ids of handled events: an event may come twice, under the same ids. */
class RememberedIds {
  readonly #ids = new Set<string>();
  readonly #max: number;

  constructor(max = 1_000) {
    this.#max = max;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(id: string): void {
    this.#ids.add(id);
    for (const oldest of this.#ids) {
      if (this.#ids.size <= this.#max) break;
      this.#ids.delete(oldest);
    }
  }
}

/** An error in a listener of a socket would end the process, which the demo shares with the product. */
function frameOf(text: string): ServerFrame | undefined {
  try {
    return JSON.parse(text) as ServerFrame;
  } catch {
    return undefined;
  }
}

function idOf(event: KnownEvent): string {
  switch (event.type) {
    case 'user_message':
      return event.message_id;
    case 'decision_resolved':
      return event.decision_id;
    case 'task_due':
    case 'task_trigger':
      return event.run_id;
  }
}
