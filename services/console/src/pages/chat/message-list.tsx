import { Fragment } from 'react';
import type { Agent } from '../../api/agents.ts';
import type { Message } from '../../api/conversations.ts';
import type { AgentEvent } from '../../api/events.ts';
import type { GrowingMessage } from '../../live/growing-messages.ts';
import { Contained } from '../../ui/lists.tsx';
import { dayLabel, startsDay, startsGroup } from './message-grouping.ts';
import styles from './message-item.module.css';
import { MessageItem } from './message-item.tsx';
import { openReplies } from './open-replies.ts';

interface MessageListProps {
  agent: Agent;
  /** Oldest first. */
  messages: readonly Message[];
  growing: readonly GrowingMessage[];
  events: readonly AgentEvent[];
}

export function MessageList({ agent, messages, growing, events }: MessageListProps) {
  const open = openReplies(messages);
  const eventOf = new Map(events.map((event) => [event.message_id, event]));
  const shown = shownMessages(agent, messages, growing);
  return (
    <ol className="stack gap-6px">
      {shown.map(({ message, growing: state }, index) => {
        const previous = shown[index - 1]?.message;
        const isNewDay = startsDay(message, previous);
        return (
          <Fragment key={message.id}>
            {isNewDay && <li className={styles.day}>{dayLabel(new Date(message.created_at), new Date())}</li>}
            <Contained>
              <MessageItem
                agent={agent}
                message={message}
                growing={state}
                event={message.sender === 'human' ? eventOf.get(message.id) : undefined}
                hasOpenReplies={message === open}
                isFirstOfGroup={isNewDay || startsGroup(message, previous)}
              />
            </Contained>
          </Fragment>
        );
      })}
    </ol>
  );
}

interface ShownMessage {
  message: Message;
  /** How far it is, until the history has it. */
  growing?: GrowingMessage['state'];
}

/** What is being written keeps its id when it is stored, so the page goes on with what it shows. */
function shownMessages(
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
