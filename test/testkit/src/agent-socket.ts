import { once } from 'node:events';
import type {
  AuthFrame,
  AuthOkFrame,
  ErrorFrame,
  MessageAckFrame,
  TaskDueEvent,
  TaskTriggerEvent,
  UserMessageEvent,
} from '@svc/proto-events';
import { WebSocket } from 'ws';
import { RecordedSocket } from './recorded-socket.js';
import type { ReceivedFrame } from './recorded-socket.js';
import { inTime } from './signal.js';

export interface AgentAccess {
  agentId: string;
  secret: string;
}

/** What an agent may say in its auth frame beside who it is. */
export type AuthOptions = Omit<Partial<AuthFrame>, 'type' | 'agent_id' | 'secret'>;

/** An agent's socket that remembers its frames and how it was closed. */
export class AgentSocket extends RecordedSocket {
  /** Resolves once the socket is open. Rejects with the status of an upgrade that is refused. */
  static async open(url: string, options: { autoPong?: boolean } = {}): Promise<AgentSocket> {
    const { autoPong = true } = options;
    const socket = new WebSocket(url, { autoPong, perMessageDeflate: true, maxPayload: 64 * 1024 * 1024 });
    const opened = new AgentSocket(socket);
    await inTime(once(socket, 'open'), `${url} to open`);
    return opened;
  }

  /** The extensions that the server agreed to, such as compression; empty if there are none. */
  get extensions(): string {
    return this.socket.extensions;
  }

  /** Frames that are events, in the order in which they came. */
  get events(): ReceivedFrame[] {
    return this.frames.items.filter((frame) => !NO_EVENTS.has(frame.type));
  }

  /** Texts of the user messages that came, in order. */
  get texts(): unknown[] {
    return this.frames.items.filter(isUserMessage).map((frame) => frame['text']);
  }

  /** Sends one message in several fragments (RFC 6455, section 5.4), or the beginning of one. */
  sendFragments(fragments: string[], { isWhole = true } = {}): void {
    fragments.forEach((fragment, index) =>
      this.socket.send(fragment, { fin: isWhole && index === fragments.length - 1, binary: false }),
    );
  }

  /** Sends the auth frame and resolves with `auth_ok`. Rejects if the socket is closed instead. */
  async authenticate({ agentId, secret }: AgentAccess, options: AuthOptions = {}): Promise<AuthOkFrame> {
    this.send({ type: 'auth', agent_id: agentId, secret, ...options });
    const refused = this.ended.then(({ code, reason }) => {
      throw new Error(`The socket was closed with ${code} (${reason}) before auth_ok`);
    });
    return (await Promise.race([this.frame({ type: 'auth_ok' }), refused])) as unknown as AuthOkFrame;
  }

  /** Sends a message frame under a `ref` of its own and resolves with the answer. */
  async ask(message: Record<string, unknown>): Promise<MessageAckFrame | ErrorFrame> {
    const ref = `ref-${Math.random()}`;
    this.send({ type: 'message', ref, ...message });
    return (await this.answerTo(ref)) as unknown as MessageAckFrame | ErrorFrame;
  }

  /** Begins a message that is sent in pieces. */
  start(ref: string, conversation_id?: string, more: Record<string, unknown> = {}): void {
    this.send({ type: 'message_start', ref, conversation_id, ...more });
  }

  grow(ref: string, ...texts: string[]): void {
    for (const text of texts) this.send({ type: 'message_delta', ref, text });
  }

  /** Ends such a message, and resolves with the next answer. */
  async end(ref: string, rest: Record<string, unknown> = {}): Promise<ReceivedFrame> {
    const answers = () => this.frames.items.filter((frame) => frame['ref'] === ref);
    const before = answers().length;
    this.send({ type: 'message_end', ref, ...rest });
    await this.frames.until(() => answers().length > before, `an answer to the end of ${ref}`);
    return answers()[before] as ReceivedFrame;
  }

  /** Resolves with the user message of this text, which may have come before. */
  userMessage = async (text: string) =>
    (await this.frame({ type: 'user_message', text })) as unknown as UserMessageEvent;

  /** The same with the task that came due. */
  taskDue = async (taskId: string) =>
    (await this.frame({ type: 'task_due', task_id: taskId })) as unknown as TaskDueEvent;

  /** The same with the trigger of a run. */
  taskTrigger = async (runId: string) =>
    (await this.frame({ type: 'task_trigger', run_id: runId })) as unknown as TaskTriggerEvent;

  /** The same with the answer to a question. */
  decisionResolved = (decisionId: string) =>
    this.frame({ type: 'decision_resolved', decision_id: decisionId });

  /** The first answer that carries the `ref`; it may have come before. */
  answerTo = (ref: string) => this.frame({ ref });

  async close(): Promise<void> {
    this.socket.close();
    await this.closed();
  }
}

const NO_EVENTS = new Set(['auth_ok', 'message_ack', 'error']);

function isUserMessage(frame: ReceivedFrame): boolean {
  return frame.type === 'user_message';
}
