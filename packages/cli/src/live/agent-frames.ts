import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { CliError } from '../errors.js';
import type { ActingAgent } from '../settings/acting-agent.js';

type Frame = { type: string } & Record<string, unknown>;

/** Frames of a socket that are no events. */
const NO_EVENTS = new Set(['auth_ok', 'error', 'message_ack', 'gap']);
/** Close codes after which another try would end in the same way, see docs/errors.md. */
const FINAL_CODES: Record<number, string> = {
  4001: 'The service does not understand this version of svc.',
  4003: 'AGENT_SECRET is wrong.',
  4004: 'There is no agent of this id.',
  4010: 'The secret or key has ended.',
  4011: 'The key of the agent does not have the scope `events`.',
};
const FRAME_BYTES_MAX = 8 * 1024 * 1024;
const PAUSE_MS = { first: 500, most: 15_000 };

/**
 * The events of an agent by a socket of its own, for as long as they are iterated. The service counts them as delivered, so nobody else gets them.
 *
 * A frame does not carry the id of its event, so it gets that of what it tells of, which is the same in each repetition.
 */
export async function* agentFrames(
  agent: ActingAgent,
  signal: AbortSignal,
): AsyncGenerator<{ eventId: string; event: Frame }> {
  for (let failures = 0; ; failures += 1) {
    for await (const frame of connection(agent, signal)) {
      failures = 0;
      if (!NO_EVENTS.has(frame.type)) yield { eventId: idOf(frame), event: frame };
    }
    const pauseMs = Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** failures) * (0.5 + Math.random() / 2);
    await sleep(pauseMs, undefined, { signal });
  }
}

async function* connection(
  { url, agentId, secret }: ActingAgent,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws/agent/${agentId}`, {
    maxPayload: FRAME_BYTES_MAX,
  });
  const closing = new Promise<number>((resolve) => socket.on('close', resolve));
  const abort = (): void => socket.terminate();
  signal.addEventListener('abort', abort, { once: true });
  try {
    socket.on('error', () => {});
    socket.on('open', () =>
      socket.send(JSON.stringify({ type: 'auth', agent_id: agentId, secret, resume: true })),
    );
    yield* framesOf(socket, closing);
    signal.throwIfAborted();
    const why = FINAL_CODES[await closing];
    if (why !== undefined) throw new CliError('not_signed_in', why);
  } finally {
    signal.removeEventListener('abort', abort);
    socket.terminate();
  }
}

async function* framesOf(socket: WebSocket, closing: Promise<number>): AsyncGenerator<Frame> {
  const waiting: Frame[] = [];
  let isOver = false;
  let wake = (): void => {};
  socket.on('message', (data) => {
    waiting.push(JSON.parse((data as Buffer).toString('utf8')) as Frame);
    wake();
  });
  void closing.then(() => {
    isOver = true;
    wake();
  });
  for (;;) {
    const next = waiting.shift();
    if (next !== undefined) yield next;
    else if (isOver) return;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
}

function idOf({ message_id, decision_id, run_id, type }: Frame): string {
  return [message_id, decision_id, run_id].find((each) => typeof each === 'string') ?? type;
}
