import { on } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { CliError } from '../errors.js';
import type { Service } from '../settings/service.js';
import type { ActingAgent } from '../shell.js';

/** A frame of the service. Nothing in it is certain but its type. */
export type Frame = { type: string } & Record<string, unknown>;

interface SocketOptions {
  /** Of the service, without a slash at its end. */
  url: string;
  path: string;
  auth: object;
  signal: AbortSignal;
}

const PAUSE_MS = { first: 500, most: 15_000 };
const FRAME_BYTES_MAX = 8 * 1024 * 1024;
/** The service pings a silent socket every 30 s. */
const SILENCE_MS_MAX = 75_000;
/** A proxy that swallows upgrades never answers. In milliseconds. */
const HANDSHAKE_MS_MAX = 10_000;
/** A connection that was never open is given up after so many tries. */
const TRIES_MAX = 2;
const NO_EVENTS = new Set(['auth_ok', 'error', 'message_ack', 'gap']);
/** After these close codes another try would end in the same way (docs/errors.md). */
const REFUSALS: Record<number, string> = {
  4001: 'The service does not understand this version of svc.',
  4003: 'The key or secret is not valid, or may not read.',
  4004: 'There is no agent of this id.',
  4010: 'The key or secret has ended.',
  4011: 'The key of the agent does not have the scope `events`.',
};

/** What a console hears: that something is new, and growing text. @throws CliError `not_signed_in`. */
export function hintsOf({ url, key }: Service, signal: AbortSignal): AsyncGenerator<Frame> {
  return socketFrames({ url, path: '/ws/client', auth: { type: 'auth', token: key ?? '' }, signal });
}

/** The service counts these events as delivered: no other client gets them. A webhook would get the same. */
export async function* agentFrames(
  { url, agentId, secret }: ActingAgent,
  signal: AbortSignal,
): AsyncGenerator<{ eventId: string; event: Frame }> {
  const auth = { type: 'auth', agent_id: agentId, secret, resume: true, features: ['event_meta'] };
  for await (const frame of socketFrames({ url, path: `/ws/agent/${agentId}`, auth, signal })) {
    if (NO_EVENTS.has(frame.type)) continue;
    const { event_id, seq: _, created_at: __, ...event } = frame;
    yield {
      eventId: String(event_id),
      event: frame.type === 'run_cancelled' ? { ...event, event_id } : event,
    };
  }
}

/** Connects again whenever it is cut off; then `auth_ok` comes first, so that its reader looks at all anew. */
async function* socketFrames(options: SocketOptions): AsyncGenerator<Frame> {
  let wasOpen = false;
  for (let failures = 0; ; failures += 1) {
    for await (const frame of connection(options)) {
      failures = 0;
      wasOpen = true;
      yield frame;
    }
    if (!wasOpen && failures >= TRIES_MAX - 1)
      throw new CliError('unreachable', 'A WebSocket to the service does not open.');
    const pauseMs = Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** failures) * (0.5 + Math.random() / 2);
    await sleep(pauseMs, undefined, { signal: options.signal });
  }
}

async function* connection({ url, path, auth, signal }: SocketOptions): AsyncGenerator<Frame> {
  signal.throwIfAborted();
  const socket = new WebSocket(url.replace(/^http/, 'ws') + path, {
    ...{ maxPayload: FRAME_BYTES_MAX, handshakeTimeout: HANDSHAKE_MS_MAX },
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  const end = (): void => socket.terminate();
  const silence = setTimeout(end, SILENCE_MS_MAX);
  signal.addEventListener('abort', end, { once: true });
  socket.on('open', () => socket.send(JSON.stringify(auth)));
  socket.on('error', () => {});
  for (const sign of ['ping', 'message']) socket.on(sign, () => silence.refresh());
  try {
    const messages = on(socket, 'message', { close: ['close'] }) as AsyncIterable<[Buffer]>;
    for await (const [data] of messages) {
      const frame = frameIn(data.toString('utf8'));
      if (frame !== null) yield frame;
    }
  } catch {
    // An error of the socket, whose close follows.
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', end);
    socket.terminate();
  }
  signal.throwIfAborted();
  const why = REFUSALS[await closed];
  if (why !== undefined)
    throw new CliError('not_signed_in', why, { hint: 'Run `svc login`, or look at AGENT_SECRET.' });
}

function frameIn(text: string): Frame | null {
  try {
    const frame = JSON.parse(text) as Frame | null;
    return typeof frame?.type === 'string' ? frame : null;
  } catch {
    return null;
  }
}
