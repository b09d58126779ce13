import { parseLiveFrame } from './live-frame.ts';
import type { ChangeFrame, StreamFrame } from './live-frame.ts';

/** `connecting` only before the first connection; `reconnecting` whenever there was one and it is gone. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'stopped';

export interface LiveSocket {
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  close(): void;
}

interface LiveConnectionOptions {
  openSocket: () => LiveSocket;
  onFrame: (frame: ChangeFrame | StreamFrame) => void;
  /** The service refuses this session, or has ended it. */
  onRefused: () => void;
  /** Called after every connection, because hints from before it were not sent to this page. */
  onConnected: () => void;
  onState: (state: LiveState) => void;
}

/** Close codes after which the person has to sign in (docs/errors.md). */
const REFUSED_CODES: ReadonlySet<number> = new Set([4001, 4003, 4010]);
/** Too many sockets of one person: to connect again would close another page's (RFC 6455, section 7.4.1). */
const TOO_MANY_CODE = 1008;

/** In milliseconds. On a network that drops packets a socket would otherwise wait for minutes. */
const OPEN_MS_MAX = 10_000;

export class LiveConnection {
  readonly #options: LiveConnectionOptions;
  #socket: LiveSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #state: LiveState = 'connecting';

  constructor(options: LiveConnectionOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#state === 'stopped' || this.#socket !== null) return;
    clearTimeout(this.#timer);
    const socket = this.#options.openSocket();
    this.#socket = socket;
    this.#timer = setTimeout(() => this.#lose(socket), OPEN_MS_MAX);
    socket.onmessage = ({ data }) => {
      const frame = parseLiveFrame(data);
      if (frame?.type === 'auth_ok') this.#connected();
      else if (frame !== null) this.#options.onFrame(frame);
    };
    socket.onclose = ({ code }) => {
      if (REFUSED_CODES.has(code)) this.#options.onRefused();
      this.#lose(socket, { comesBack: code !== TOO_MANY_CODE });
    };
  }

  /** If the connection is missing, tries at once instead of waiting: the network or the person came back. */
  hurry(): void {
    if (this.#state === 'live' || this.#socket !== null) return;
    this.#attempt = 0;
    this.start();
  }

  #connected(): void {
    clearTimeout(this.#timer);
    this.#attempt = 0;
    this.#change('live');
    this.#options.onConnected();
  }

  /** Gives the connection up and makes a new one, because the network under it has changed. */
  renew(): void {
    if (this.#socket !== null) this.#lose(this.#socket);
  }

  stop(): void {
    this.#change('stopped');
    clearTimeout(this.#timer);
    this.#forget()?.close();
  }

  #lose(socket: LiveSocket, { comesBack } = { comesBack: true }): void {
    if (socket !== this.#socket || this.#state === 'stopped') return;
    this.#forget()?.close();
    clearTimeout(this.#timer);
    // The first try may fail without a notice, for example because the page is faster than the service.
    if (this.#state === 'live' || this.#attempt > 0) this.#change('reconnecting');
    if (!comesBack) return;
    this.#timer = setTimeout(() => this.start(), backoffMs(this.#attempt));
    this.#attempt += 1;
  }

  /** The socket without its handlers, so that a late close has no effect. */
  #forget(): LiveSocket | null {
    const socket = this.#socket;
    this.#socket = null;
    if (socket !== null) Object.assign(socket, { onmessage: null, onclose: null });
    return socket;
  }

  #change(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState(state);
  }
}

const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/** Before try number `attempt` (from 0): doubling, half of it random, so that pages do not return at once. */
export function backoffMs(attempt: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return full / 2 + (full / 2) * Math.random();
}
