import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { CliError } from '../errors.js';

/** What the service says of a change, or of the text of a message that grows. Nothing in it is certain but its type. */
export type Hint = { type: string } & Record<string, unknown>;

interface LiveUpdatesOptions {
  url: string;
  /** An API key that may read. */
  token: string;
  signal: AbortSignal;
}

/** Close codes after which another try would end in the same way, see docs/errors.md. */
const FINAL_CODES: Record<number, string> = {
  4001: 'The service does not understand this version of svc.',
  4003: 'The key is not valid, or may not read.',
  4010: 'The key has ended.',
};
const PAUSE_MS = { first: 500, most: 15_000 };
const FRAME_BYTES_MAX = 1024 * 1024;
/** Hints that wait to be read. What is lost then is read again all the same: after a hint the log is read, not the hint. */
const WAITING_MAX = 10_000;
/** What the service hinted just before a socket was open can be read by then: it keeps the text of messages that grow once a second. */
const KEPT_MS = 2_000;
/** The service pings a silent socket every 30 s. */
const SILENCE_MS_MAX = 75_000;

/**
 * The hints of the client app's socket, for as long as they are iterated. After each (re)connect comes `{type: 'auth_ok'}`, so that its reader looks at everything anew, and
 * `{type: 'look_again'}` when what was still on its way then has been kept.
 *
 * @throws CliError `not_signed_in` if the service refuses the key.
 */
export class LiveUpdates {
  readonly #options: LiveUpdatesOptions;

  constructor(options: LiveUpdatesOptions) {
    this.#options = options;
  }

  async *hints(): AsyncGenerator<Hint> {
    const { signal } = this.#options;
    for (let failures = 0; ; failures += 1) {
      for await (const hint of this.#connection()) {
        failures = 0;
        yield hint;
      }
      const pauseMs = Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** failures) * (0.5 + Math.random() / 2);
      await sleep(pauseMs, undefined, { signal });
    }
  }

  async *#connection(): AsyncGenerator<Hint> {
    const { url, token, signal } = this.#options;
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws/client`, { maxPayload: FRAME_BYTES_MAX });
    const waiting: Hint[] = [];
    let end: number | null = null;
    let wake = (): void => {};
    let silence: NodeJS.Timeout | undefined;
    let kept: NodeJS.Timeout | undefined;
    const take = (hint: Hint | null): void => {
      if (hint !== null && waiting.length < WAITING_MAX) waiting.push(hint);
      wake();
    };
    const heard = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => socket.terminate(), SILENCE_MS_MAX);
    };
    const abort = (): void => socket.terminate();
    signal.addEventListener('abort', abort, { once: true });
    socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', token })));
    socket.on('ping', heard);
    socket.on('message', (data) => {
      heard();
      const hint = hintIn((data as Buffer).toString('utf8'));
      take(hint);
      if (hint?.type === 'auth_ok') kept ??= setTimeout(() => take({ type: 'look_again' }), KEPT_MS);
    });
    // A close follows.
    socket.on('error', () => {});
    socket.on('close', (code) => {
      end = code;
      wake();
    });
    heard();
    try {
      for (;;) {
        const next = waiting.shift();
        if (next !== undefined) yield next;
        else if (end !== null) break;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
      signal.throwIfAborted();
      const why = FINAL_CODES[end];
      if (why !== undefined) throw new CliError('not_signed_in', why, { hint: 'Run `svc login`.' });
    } finally {
      clearTimeout(silence);
      clearTimeout(kept);
      signal.removeEventListener('abort', abort);
      socket.terminate();
    }
  }
}

function hintIn(text: string): Hint | null {
  try {
    const value: unknown = JSON.parse(text);
    const type = (value as { type?: unknown } | null)?.type;
    return typeof type === 'string' ? (value as Hint) : null;
  } catch {
    return null;
  }
}
