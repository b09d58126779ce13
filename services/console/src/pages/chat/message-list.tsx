import { Fragment } from 'react';
import type { Agent } from '../../api/agents.ts';
import type { Message } from '../../api/conversations.ts';
import type { AgentEvent } from '../../api/events.ts';
import { dayLabel, startsDay, startsGroup } from './message-grouping.ts';
import { MessageItem } from './message-item.tsx';
import styles from './message-item.module.css';

export interface MessageListProps {
  agent: Agent;
  /** Oldest first. */
  messages: readonly Message[];
  /** The newest `user_message` events. */
  events: readonly AgentEvent[];
}

/** Messages with a line for each day. */
export function MessageList({ agent, messages, events }: MessageListProps) {
  const eventOf = new Map(events.map((event) => [event.message_id, event]));
  return (
    <ol className={styles.list}>
      {messages.map((message, index) => {
        const previous = messages[index - 1];
        const isNewDay = startsDay(message, previous);
        return (
          <Fragment key={message.id}>
            {isNewDay && <li className={styles.day}>{dayLabel(new Date(message.created_at), new Date())}</li>}
            <MessageItem
              agent={agent}
              message={message}
              event={message.sender === 'human' ? eventOf.get(message.id) : undefined}
              isFirstOfGroup={isNewDay || startsGroup(message, previous)}
            />
          </Fragment>
        );
      })}
    </ol>
  );
}
