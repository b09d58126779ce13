import { Fragment } from 'react';
import type { Agent } from '../../api/agents.ts';
import type { Message } from '../../api/conversations.ts';
import type { AgentEvent } from '../../api/events.ts';
import type { GrowingMessage } from '../../live/growing-store.ts';
import { Contained } from '../../ui/contained.tsx';
import { dayLabel, startsDay, startsGroup } from './message-grouping.ts';
import { shownMessages } from './shown-messages.ts';
import { openReplies } from './open-replies.ts';
import { MessageItem } from './message-item.tsx';
import styles from './message-item.module.css';

export interface MessageListProps {
  agent: Agent;
  /** Oldest first. */
  messages: readonly Message[];
  /** What the agent is writing. */
  growing: readonly GrowingMessage[];
  /** The newest `user_message` events. */
  events: readonly AgentEvent[];
}

/** Messages with a line for each day. */
export function MessageList({ agent, messages, growing, events }: MessageListProps) {
  const open = openReplies(messages);
  const eventOf = new Map(events.map((event) => [event.message_id, event]));
  const shown = shownMessages(agent, messages, growing);
  return (
    <ol className={styles.list}>
      {shown.map(({ message, growing: state }, index) => {
        const previous = shown[index - 1]?.message;
        const isNewDay = startsDay(message, previous);
        return (
          <Fragment key={message.id}>
            {isNewDay && <li className={styles.day}>{dayLabel(new Date(message.created_at), new Date())}</li>}
            <Contained isItem>
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
