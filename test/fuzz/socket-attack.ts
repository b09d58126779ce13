import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { inTime } from '@svc/testkit';
import { WebSocket } from 'ws';
import type { Cast } from './cast.js';
import { withIdsOf } from './cast.js';
import type { SocketPlan } from './socket-plans.js';

/** docs/errors.md, "Sockets", and the codes of the protocol itself (RFC 6455, section 7.4.1). */
const CLOSE_CODES = new Set([1000, 1002, 1003, 1005, 1007, 1008, 1009, 4001, 4003, 4004, 4008, 4010, 4011]);
/** Of an upgrade: headers too large, another site, no such path, no room. */
const REFUSALS = new Set([400, 403, 404, 431, 503]);
const FRAME_TYPES = new Set([
  ...['auth_ok', 'message_ack', 'error', 'user_message', 'task_due', 'task_trigger', 'decision_resolved'],
  // What the client app hears of.
  ...['run_cancelled', 'message', 'run', 'decision', 'agent', 'event', 'typing', 'stream'],
]);

/** Longer than the hub waits for a first frame, in milliseconds. */
const ANSWER_MS_MAX = 20_000;
/** For a hub to close what is no WebSocket any more; some bytes begin a good frame. In milliseconds. */
const CLOSE_MS_MAX = 500;

/**
 * Uses a socket as planned.
 *
 * @throws if a frame or a closing comes back that the product may not send.
 */
export async function attackBySocket(baseUrl: string, plan: SocketPlan, cast: Cast): Promise<void> {
  const headers = { 'x-forwarded-for': '203.0.113.251', ...plan.headers };
  const socket = new WebSocket(baseUrl.replace(/^http/, 'ws') + pathOf(plan, cast), { headers });
  // The close code, or the refusal, reports what happened.
  socket.on('error', () => {});
  const closed = once(socket, 'close') as Promise<[code: number]>;
  let connection: Duplex | undefined;
  socket.on('upgrade', (response: IncomingMessage) => (connection = response.socket));
  const refused = once(socket, 'unexpected-response') as Promise<[ClientRequest, IncomingMessage]>;
  const problems: string[] = [];
  socket.on('message', (data: Buffer) => {
    if (!isKnown(data)) problems.push(`sent ${data.toString().slice(0, 300)}`);
  });
  try {
    const answered = Promise.race([once(socket, 'open'), closed]).then(() => null);
    const refusal = await inTime(Promise.race([answered, refused]), 'the upgrade', ANSWER_MS_MAX);
    if (refusal !== null) {
      const [asked, { statusCode = 0 }] = refusal;
      if (!REFUSALS.has(statusCode)) problems.push(`refused with ${statusCode}`);
      asked.destroy();
    } else {
      if (socket.readyState === WebSocket.OPEN) await talk(socket, closed, plan, cast);
      if (plan.bytes !== null && socket.readyState === WebSocket.OPEN) {
        connection?.write(plan.bytes);
        // A closing would be read as a part of the frame that they begin.
        await inTime(closed, 'the end', CLOSE_MS_MAX).catch(() => socket.terminate());
      }
      if (socket.readyState === WebSocket.OPEN) socket.close();
      const [code] = await inTime(closed, 'the end', ANSWER_MS_MAX);
      // Whoever breaks the protocol may be cut off.
      if (!CLOSE_CODES.has(code) && plan.bytes === null) problems.push(`closed with ${code}`);
    }
  } catch (error) {
    problems.push(String(error));
  } finally {
    socket.terminate();
  }
  if (problems.length > 0) throw new Error(`${shown(plan)}\n    ${problems.join('\n    ')}`);
}

async function talk(
  socket: WebSocket,
  closed: Promise<unknown>,
  plan: SocketPlan,
  cast: Cast,
): Promise<void> {
  const answered = once(socket, 'message');
  const { bytes, isBinary } = plan.first ?? { bytes: rightFirst(plan, cast), isBinary: false };
  socket.send(bytes, { binary: isBinary });
  await inTime(Promise.race([answered, closed]), 'an answer to the first frame', ANSWER_MS_MAX);
  for (const frame of plan.frames)
    socket.send(withIdsOf(cast, frame.bytes), { binary: frame.isBinary }, ignoreFailure);
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.ping('', true, ignoreFailure);
  await inTime(Promise.race([once(socket, 'pong'), closed]), 'a pong or the end', ANSWER_MS_MAX);
}

function pathOf({ kind, path }: SocketPlan, { agent }: Cast): string {
  if (kind === 'client socket') return '/ws/client';
  return `/ws/agent/${typeof path === 'string' ? agent.agentId : path.text}`;
}

/** The hub may close a socket while it is written to. */
function ignoreFailure(): void {}

function rightFirst({ kind }: SocketPlan, { agent, person }: Cast): Buffer {
  const frame =
    kind === 'agent socket'
      ? { type: 'auth', agent_id: agent.agentId, secret: agent.secret }
      : { type: 'auth', token: person.token };
  return Buffer.from(JSON.stringify(frame));
}

function isKnown(data: Buffer): boolean {
  try {
    const { type, detail } = JSON.parse(data.toString('utf8')) as Record<string, unknown>;
    return FRAME_TYPES.has(String(type)) && (type !== 'error' || typeof detail === 'string');
  } catch {
    return false;
  }
}

function shown({ kind, path, headers, first, frames, bytes }: SocketPlan): string {
  const frame = (each: Buffer | undefined) => JSON.stringify(each?.toString('utf8'))?.slice(0, 200);
  const sent = frames.map((each) => frame(each.bytes)).join(', ');
  return `${kind} ${JSON.stringify({ path, headers })}, first ${frame(first?.bytes)}, then ${sent}, ${bytes?.toString('hex') ?? ''}`;
}
