import type { ActingAgent } from '../settings/acting-agent.js';
import { socketFrames } from './socket-frames.js';
import type { Frame } from './socket-frames.js';

const NO_EVENTS = new Set(['auth_ok', 'error', 'message_ack', 'gap', 'look_again']);
const REFUSALS: Record<number, string> = {
  4001: 'The service does not understand this version of svc.',
  4003: 'AGENT_SECRET is wrong.',
  4004: 'There is no agent of this id.',
  4010: 'The secret or key has ended.',
  4011: 'The key of the agent does not have the scope `events`.',
};

/**
 * The service counts these events as delivered: no other client gets them. A frame carries no id of its
 * event, so it gets that of what it tells of, which is the same in each repetition.
 */
export async function* agentFrames(
  { url, agentId, secret }: ActingAgent,
  signal: AbortSignal,
): AsyncGenerator<{ eventId: string; event: Frame }> {
  const auth = { type: 'auth', agent_id: agentId, secret, resume: true };
  const path = `/ws/agent/${agentId}`;
  for await (const event of socketFrames({ url, path, auth, refusals: REFUSALS, signal }))
    if (!NO_EVENTS.has(event.type)) yield { eventId: idOf(event), event };
}

function idOf({ message_id, decision_id, run_id, type }: Frame): string {
  return [message_id, decision_id, run_id].find((each) => typeof each === 'string') ?? type;
}
