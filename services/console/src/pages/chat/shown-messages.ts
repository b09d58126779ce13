import type { Agent } from '../../api/agents.ts';
import type { Message } from '../../api/conversations.ts';
import type { GrowingMessage } from '../../live/growing-store.ts';

/** A message of the history, or one that is being written. */
export interface ShownMessage {
  message: Message;
  /** How far it is, until the history has it. */
  growing?: GrowingMessage['state'];
}

/**
 * The history, and behind it what the agent is writing, as messages of the same ids. So the page goes on with what it shows when a message
 * is stored.
 */
export function shownMessages(
  agent: Agent,
  messages: readonly Message[],
  growing: readonly GrowingMessage[],
): readonly ShownMessage[] {
  return [
    ...messages.map((message) => ({ message })),
    // Before its first word there is nothing to show.
    ...growing
      .filter(({ text, state }) => text !== '' || state === 'cut')
      .map((one) => ({ message: asMessage(agent, one), growing: one.state })),
  ];
}

function asMessage(agent: Agent, { messageId, conversationId, text, startedAt }: GrowingMessage): Message {
  return {
    ...{ id: messageId, conversation_id: conversationId, text, created_at: startedAt },
    ...{ sender: 'agent', sender_name: agent.agent_name, kind: 'text' },
    ...{ image_urls: [], audio_url: null, report_title: null, report_description: null },
    ...{ task_run_id: null, decision_id: null },
  };
}
