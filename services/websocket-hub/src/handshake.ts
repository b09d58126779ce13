import { checkSecret, newId, secretHash } from '@svc/domain';
import type { CloseReason } from '@svc/domain';
import { validateAuthFrame } from '@svc/proto-events';
import type { AuthFrame } from '@svc/proto-events';
import type { AgentIdentity } from '@svc/store';
import type { HubStore } from './ports.js';

export type HandshakeResult =
  | { accepted: false; reason: CloseReason }
  | {
      accepted: true;
      sessionId: string;
      agent: AgentIdentity;
      /** Every waiting event is pushed, also those that are otherwise left for polls. */
      resume: boolean;
      /** When the credentials end, or `null`. */
      revokeAt: Date | null;
      /** The hash of the secret that opened the session. */
      secretHash: Uint8Array;
    };

/** No other text can be an id, and the database would not even accept some texts. */
const POSSIBLE_ID = /^[\w-]+$/;

/**
 * Judges a socket's first frame (specification, "Authentication", WebSocket). 4001: it is no valid auth frame. 4003: path and frame name
 * different agents, or the secret is wrong. 4004: the agent is unknown.
 */
export async function judgeFirstFrame(
  first: { pathAgentId: string; data: Buffer; isBinary: boolean },
  agents: HubStore['agents'],
  nowMs: number,
): Promise<HandshakeResult> {
  const frame = first.isBinary ? null : parseAuthFrame(first.data);
  if (frame === null) return { accepted: false, reason: 'notAuthenticated' };
  if (frame.agent_id !== first.pathAgentId) return { accepted: false, reason: 'invalidSecret' };
  const agent = POSSIBLE_ID.test(frame.agent_id) ? await agents.identify(frame.agent_id) : null;
  if (agent === null) return { accepted: false, reason: 'agentNotFound' };
  const check = checkSecret(frame.secret, agent, nowMs);
  if (!check.valid) return { accepted: false, reason: 'invalidSecret' };
  return {
    accepted: true,
    sessionId: newId('session'),
    agent,
    resume: frame.resume === true,
    revokeAt: check.validUntil,
    secretHash: secretHash(frame.secret),
  };
}

function parseAuthFrame(data: Buffer): AuthFrame | null {
  try {
    const frame: unknown = JSON.parse(data.toString('utf8'));
    return validateAuthFrame(frame) ? frame : null;
  } catch {
    return null;
  }
}
