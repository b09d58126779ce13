import { useSyncExternalStore } from 'react';
import type { Agent } from '../../api/agents.ts';
import type { GrowingMessage } from '../../live/growing-store.ts';
import { typingStore } from '../../live/typing-store.ts';
import { OutsideText } from '../../ui/outside-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './typing-line.module.css';

/**
 * Says that the agent is writing in this conversation, or that its message broke off. Screen readers hear it once, when it begins. They do not hear
 * the text while it grows, but the whole message when it is there.
 */
export function TypingLine({
  agent,
  conversationId,
  growing,
}: {
  agent: Agent;
  conversationId: string | null;
  growing: readonly GrowingMessage[];
}) {
  const isTyping = useSyncExternalStore(typingStore.subscribe, () =>
    typingStore.isWriting(agent.agent_id, conversationId),
  );
  const isWriting = isTyping || growing.some(({ state }) => state === 'writing');
  const isCut = growing.some(({ state }) => state === 'cut');
  return (
    <div aria-live="polite">
      {isWriting && (
        <p className={styles.line}>
          <OutsideText text={agent.agent_name} /> is typing…
        </p>
      )}
      {isCut && (
        <p className="visually-hidden">The message of {visibleText(agent.agent_name)} was cut off.</p>
      )}
    </div>
  );
}
