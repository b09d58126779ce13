import { on } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { CliError } from '../errors.js';

/** A frame of the service. Nothing in it is certain but its type. */
export type Frame = { type: string } & Record<string, unknown>;

export interface SocketOptions {
  /** Of the service, without a slash at its end. */
  url: string;
  path: string;
  auth: object;
  /** By close codes after which another try would end in the same way (docs/errors.md): why. */
  refusals: Record<number, string>;
  hint?: string;
  signal: AbortSignal;
}

const PAUSE_MS = { first: 500, most: 15_000 };
const FRAME_BYTES_MAX = 8 * 1024 * 1024;
/** What was hinted just before a socket opened can be read by then: growing texts are kept once a second. */
const KEPT_MS = 2_000;
const LOOK_AGAIN = JSON.stringify({ type: 'look_again' });
/** The service pings a silent socket every 30 s. */
const SILENCE_MS_MAX = 75_000;

/**
 * Connects again whenever it is cut off. Each time `auth_ok` comes first, so that its reader looks at all
 * anew, and then `{type: 'look_again'}` when what was still on its way has been kept.
 *
 * @throws CliError `not_signed_in` if the service refuses it for good.
 */
export async function* socketFrames(options: SocketOptions): AsyncGenerator<Frame> {
  for (let failures = 0; ; failures += 1) {
    for await (const frame of connection(options)) {
      failures = 0;
      yield frame;
    }
    const pauseMs = Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** failures) * (0.5 + Math.random() / 2);
    await sleep(pauseMs, undefined, { signal: options.signal });
  }
}

async function* connection(options: SocketOptions): AsyncGenerator<Frame> {
  const { url, path, auth, refusals, hint, signal } = options;
  const socket = new WebSocket(url.replace(/^http/, 'ws') + path, { maxPayload: FRAME_BYTES_MAX });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  let silence: NodeJS.Timeout | undefined;
  let kept: NodeJS.Timeout | undefined;
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => socket.terminate(), SILENCE_MS_MAX);
  };
  const abort = (): void => socket.terminate();
  signal.addEventListener('abort', abort, { once: true });
  socket.on('open', () => socket.send(JSON.stringify(auth)));
  socket.on('error', () => {});
  for (const sign of ['ping', 'message']) socket.on(sign, heard);
  heard();
  try {
    const messages = on(socket, 'message', { close: ['close'] }) as AsyncIterable<[Buffer]>;
    for await (const [data] of messages) {
      const frame = frameIn(data.toString('utf8'));
      if (frame?.type === 'auth_ok') kept ??= setTimeout(() => socket.emit('message', LOOK_AGAIN), KEPT_MS);
      if (frame !== null) yield frame;
    }
  } catch {
    // An error of the socket, whose close follows.
  } finally {
    clearTimeout(silence);
    clearTimeout(kept);
    signal.removeEventListener('abort', abort);
    socket.terminate();
  }
  signal.throwIfAborted();
  const why = refusals[await closed];
  if (why !== undefined) throw new CliError('not_signed_in', why, { hint });
}

function frameIn(text: string): Frame | null {
  try {
    const frame = JSON.parse(text) as Frame | null;
    return typeof frame?.type === 'string' ? frame : null;
  } catch {
    return null;
  }
}
