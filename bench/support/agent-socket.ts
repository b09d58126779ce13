// Programs that are measured use this, so it loads nothing else.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ClientOptions } from 'ws';

/** An open socket of an agent that the hub has let in. */
export async function connectAgent(
  hubUrl: string,
  { agentId, secret }: { agentId: string; secret: string },
  options: ClientOptions = {},
): Promise<WebSocket> {
  const socket = new WebSocket(`${hubUrl.replace(/^http/, 'ws')}/ws/agent/${agentId}`, options);
  await once(socket, 'open');
  const answered = once(socket, 'message') as Promise<[Buffer]>;
  socket.send(JSON.stringify({ type: 'auth', agent_id: agentId, secret }));
  const [answer] = await answered;
  if (!answer.toString().includes('"auth_ok"')) throw new Error(`Not let in: ${answer.toString()}`);
  return socket;
}
