import type { AuthOkFrame, ErrorFrame } from '@svc/proto-events';
import type { AcceptedHandshake } from './handshake.js';
import type { HubStore } from './ports.js';

/** Where a session begins in the log of its agent. */
export interface LogPosition {
  after: number | null;
  /** The number of the agent's newest event; `null` if it did not ask. */
  lastSeq: number | null;
  isReplayed: boolean;
  /** The position of that event in the order of pushes. */
  pushNo: number;
}

/** Where an agent goes on in its log. A number beyond the newest is of another log, so nothing of this one is sent again. */
export async function logPosition(
  { channels }: Pick<HubStore, 'channels'>,
  agentId: string,
  after: number | null,
): Promise<LogPosition> {
  if (after === null) return { after, lastSeq: null, isReplayed: false, pushNo: 0 };
  const { lastSeq, pushNo } = await channels.websocket.positionOf(agentId, after);
  return { after, lastSeq, isReplayed: after <= lastSeq, pushNo };
}

/** The first frames of a session. */
export function greeting(
  { sessionId, agent, asksForKeys, features, waitsForAcks }: AcceptedHandshake,
  { after, lastSeq, isReplayed }: LogPosition,
): string[] {
  const authOk: AuthOkFrame = {
    ...{ type: 'auth_ok', session_id: sessionId, agent_name: agent.agentName },
    ...(asksForKeys && { message_keys: true }),
    ...(features !== null && { features: [...features] }),
    ...(waitsForAcks && { ack: 'program' }),
  };
  if (after === null || lastSeq === null) return [JSON.stringify(authOk)];
  const numbered = JSON.stringify({ ...authOk, last_seq: lastSeq } satisfies AuthOkFrame);
  if (isReplayed) return [numbered];
  const detail = `after must not be beyond the number of the newest event, which is ${lastSeq}`;
  return [numbered, JSON.stringify({ type: 'error', detail } satisfies ErrorFrame)];
}
