import type { Broker } from '@svc/broker';
import { toClients } from '@svc/proto-events';
import type { ClientHint } from '@svc/proto-events';
import { HintCoalescing } from './hint-coalescing.js';
import type { Timing } from './hint-coalescing.js';
import type { Publishing } from './publishing.js';

/** Whose consoles are told, and about which agent. */
export interface Concerned {
  agentId: string;
  /** The agent's owner. */
  userId: string;
}

/**
 * Tells hubs and open consoles what changed. Nobody waits for a hint, and it may be lost. Many hints of one kind become one
 * ({@link HintCoalescing}), so that they may be given wherever something changes, however often.
 */
export interface Hints {
  /** Settings or status changed, or the agent came online or went. */
  agentChanged(agentId: string, userId: string): void;
  /** An event was written, or its delivery went on. */
  eventChanged(eventId: string, agentId: string, userId: string): void;
  /** Without a message: any of the conversation. */
  messageChanged(change: Concerned & { conversationId: string; messageId?: string }): void;
  /** A run began, ended or was cancelled, or its task changed. Without ids: any of the agent's. */
  runChanged(change: Concerned & { taskId?: string; runId?: string }): void;
  decisionChanged(change: Concerned & { decisionId: string }): void;
  /** Hubs look at the agent's sockets again and close those whose credentials have ended. */
  credentialsChanged(agentId: string): void;
  /** Hubs look at the sockets of the user's consoles again and close those whose session has ended. */
  sessionsEnded(userId: string): void;
}

/** @param timing when hints that were held back are sent. Default: the system's time. */
export function createHints(
  broker: Pick<Broker, 'publish'>,
  publishing: Pick<Publishing, 'start' | 'beforeDrain'>,
  timing?: Timing,
): Hints {
  const publish = (hint: ClientHint): void =>
    publishing.start(() => broker.publish(toClients(), hint), subjectOf(hint));
  const coalescing = new HintCoalescing({ send: publish, ...(timing !== undefined && { timing }) });
  publishing.beforeDrain(() => coalescing.close());
  const send = coalescing.offer.bind(coalescing);
  return {
    agentChanged: (agentId, userId) => send({ type: 'agent', agent_id: agentId, user_id: userId }),
    eventChanged: (eventId, agentId, userId) =>
      send({ type: 'event', agent_id: agentId, user_id: userId, event_id: eventId }),
    messageChanged: ({ agentId, userId, conversationId, messageId }) =>
      send({
        type: 'message',
        agent_id: agentId,
        user_id: userId,
        conversation_id: conversationId,
        ...(messageId !== undefined && { message_id: messageId }),
      }),
    runChanged: ({ agentId, userId, taskId, runId }) =>
      send({
        type: 'run',
        agent_id: agentId,
        user_id: userId,
        ...(taskId !== undefined && { task_id: taskId }),
        ...(runId !== undefined && { run_id: runId }),
      }),
    decisionChanged: ({ agentId, userId, decisionId }) =>
      send({ type: 'decision', agent_id: agentId, user_id: userId, decision_id: decisionId }),
    // Hubs close sockets on it, which may not wait.
    credentialsChanged: (agentId) => publish({ type: 'credentials', agent_id: agentId }),
    sessionsEnded: (userId) => publish({ type: 'sessions', user_id: userId }),
  };
}

/** What the log says of a hint that could not be published. */
function subjectOf(hint: ClientHint): Record<string, string> {
  return hint.type === 'sessions'
    ? { hint: hint.type, user_id: hint.user_id }
    : { hint: hint.type, agent_id: hint.agent_id };
}
