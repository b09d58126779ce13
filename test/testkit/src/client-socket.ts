import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { ClientChangeFrame } from '@svc/proto-events';
import { WebSocket } from 'ws';
import { RecordedSocket } from './recorded-socket.js';
import type { ReceivedFrame } from './recorded-socket.js';
import { inTime } from './signal.js';

/** What the `Retry-After` of a hub asks for that has lost its database for a moment, as on a busy machine. */
const AGAIN_MS = 2_000;

/** A socket of the client app that remembers its frames and how it was closed. */
export class ClientSocket extends RecordedSocket {
  /** Resolves once the socket is open. Headers are a browser's: its cookies and its page's origin. */
  static async open(baseUrl: string, headers: Record<string, string> = {}): Promise<ClientSocket> {
    const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/ws/client`, { headers });
    const opened = new ClientSocket(socket);
    try {
      await inTime(once(socket, 'open'), 'the socket of the client app to open');
      return opened;
    } catch (error) {
      if (!String(error).includes('503')) throw error;
      await setTimeout(AGAIN_MS);
      return ClientSocket.open(baseUrl, headers);
    }
  }

  /** Frames that tell of changes, in the order in which they came. */
  get changes(): ReceivedFrame[] {
    return this.frames.items.filter(({ type }) => !['auth_ok', 'error', 'stream'].includes(type));
  }

  /** Text of messages in this conversation that grow, and their ends, in the order in which they came. */
  streamsIn(conversationId: string): ReceivedFrame[] {
    return this.frames.items.filter(
      ({ type, conversation_id }) => type === 'stream' && conversation_id === conversationId,
    );
  }

  /** Resolves with the id of the only message that grows there, once it has this text and this end. */
  async grown(conversationId: string, text: string, end?: string): Promise<string> {
    const isAsWanted = () => {
      const parts = this.streamsIn(conversationId);
      const isEnded = end === undefined || parts.some((part) => part['end'] === end);
      return parts.length > 0 && parts.map(textOf).join('') === text && isEnded;
    };
    await this.frames.until(isAsWanted, `the text "${text}" and the end ${end ?? '(any)'}`);
    return String(this.streamsIn(conversationId)[0]?.['message_id']);
  }

  /** Resolves when the server has let the socket in. */
  async letIn(): Promise<void> {
    await this.frame({ type: 'auth_ok' });
  }

  async authenticate(token: string): Promise<void> {
    this.send({ type: 'auth', token });
    await this.letIn();
  }

  /** Resolves with the first frame of this type that names these ids; it may have come before. */
  change(type: ClientChangeFrame['type'], ids: Omit<ClientChangeFrame, 'type'>): Promise<ReceivedFrame> {
    return this.frame({ type, ...ids });
  }
}

/** The text of a frame, empty where it has none. */
export function textOf({ text }: ReceivedFrame): string {
  return typeof text === 'string' ? text : '';
}
