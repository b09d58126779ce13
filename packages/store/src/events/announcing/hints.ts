import type { Broker } from '@svc/broker';
import { afterCommit } from '../../database/unit-of-work.js';
import { toClients } from '@svc/proto-events';
import type { ClientHint, StreamsHint } from '@svc/proto-events';
import { HintCoalescing, realTiming } from './hint-coalescing.js';
import type { Timing } from './hint-coalescing.js';
import type { Publishing } from './publishing.js';
import { StreamHints } from './stream-hints.js';

/** Whose consoles are told, and about which agent. */
export interface Concerned {
  agentId: string;
  /** The agent's owner. */
  userId: string;
}

/** A message that an agent is writing. */
export interface Streamed extends Concerned {
  conversationId: string;
  messageId: string;
}

/**
 * Tells hubs and open consoles what changed. No caller waits for a hint, and it may be lost. Many hints of one kind become one
 * ({@link HintCoalescing}), so that they may be given wherever something changes, however often.
 */
export interface Hints {
  /** Settings or status changed, or the agent came online or went. */
  agentChanged(agentId: string, userId: string): void;
  /** An event was written, or its delivery went on. */
  eventChanged(eventId: string, agentId: string, userId: string): void;
  /** The agent is writing in this conversation. Nothing has changed yet. */
  agentTyping(typing: Concerned & { conversationId: string }): void;
  /** Text of a message that the agent is writing. It is told some times a second, and may be dropped. */
  streamGrew(piece: Streamed & { at: number; text: string }): void;
  /** No more text of it comes. */
  streamEnded(ended: Streamed & { end: 'stored' | 'cut' | 'aborted' }): void;
  /** Without a message: any of the conversation. */
  messageChanged(change: Concerned & { conversationId: string; messageId?: string }): void;
  /** Its title, its place in the lists, or how much of it is read. */
  conversationChanged(change: Concerned & { conversationId: string }): void;
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
  publishing: Pick<Publishing, 'start' | 'beforeDrain' | 'track' | 'warn'>,
  timing: Timing = realTiming,
): Hints {
  const publishNow = (hint: Exclude<ClientHint, StreamsHint>): void =>
    publishing.start(() => broker.publish(toClients(), hint), subjectOf(hint));
  const coalescing = new HintCoalescing({ send: publishNow, timing });
  publishing.beforeDrain(() => coalescing.close());
  const streams = new StreamHints({
    publish: (hint) => publishing.track(broker.publish(toClients(), hint)),
    onDropped: ({ texts, cause }) =>
      publishing.warn({ texts, err: cause }, 'text that grows was not told to consoles'),
    timing,
  });
  publishing.beforeDrain(() => streams.close());
  // A console that gets a hint looks at once.
  const publish = (hint: Exclude<ClientHint, StreamsHint>): void => afterCommit(() => publishNow(hint));
  const send: HintCoalescing['offer'] = (hint) => afterCommit(() => coalescing.offer(hint));
  return {
    agentChanged: (agentId, userId) => send({ type: 'agent', agent_id: agentId, user_id: userId }),
    eventChanged: (eventId, agentId, userId) =>
      send({ type: 'event', agent_id: agentId, user_id: userId, event_id: eventId }),
    agentTyping: ({ agentId, userId, conversationId }) =>
      send({ type: 'typing', agent_id: agentId, user_id: userId, conversation_id: conversationId }),
    streamGrew: ({ at, text, ...streamed }) => streams.grew({ ...namesOf(streamed), at, text }),
    streamEnded: ({ end, ...streamed }) => afterCommit(() => streams.ended({ ...namesOf(streamed), end })),
    messageChanged: ({ agentId, userId, conversationId, messageId }) =>
      send({
        type: 'message',
        agent_id: agentId,
        user_id: userId,
        conversation_id: conversationId,
        ...(messageId !== undefined && { message_id: messageId }),
      }),
    conversationChanged: ({ agentId, userId, conversationId }) =>
      send({ type: 'conversation', agent_id: agentId, user_id: userId, conversation_id: conversationId }),
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

function namesOf({ agentId, userId, conversationId, messageId }: Streamed) {
  return { user_id: userId, agent_id: agentId, conversation_id: conversationId, message_id: messageId };
}

/** What the log says of a hint that could not be published. */
function subjectOf(hint: Exclude<ClientHint, StreamsHint>): Record<string, string> {
  return hint.type === 'sessions'
    ? { hint: hint.type, user_id: hint.user_id }
    : { hint: hint.type, agent_id: hint.agent_id };
}
