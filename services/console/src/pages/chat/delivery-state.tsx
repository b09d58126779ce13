import { Link } from '@tanstack/react-router';
import { Check, CircleAlert, Clock, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AgentEvent } from '../../api/events.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './delivery-state.module.css';
import { deliveryWords } from './delivery-words.ts';
import type { DeliveryWords } from './delivery-words.ts';

const ICONS: Record<DeliveryWords['tone'], ReactNode> = {
  good: <Check aria-hidden size={13} />,
  quiet: <Clock aria-hidden size={13} />,
  warn: <Hourglass aria-hidden size={13} />,
  bad: <CircleAlert aria-hidden size={13} />,
};

/** The delivery state beside a message. If the delivery failed, it links to the event log. */
export function DeliveryState({ agentId, event }: { agentId: string; event: AgentEvent }) {
  const words = deliveryWords(event);
  const content = (
    <>
      {ICONS[words.tone]} {words.short}
    </>
  );
  const className = classNames(styles.state, styles[words.tone]);
  if (words.tone === 'good' || words.tone === 'quiet') {
    return (
      <span className={className} title={words.long}>
        {content}
      </span>
    );
  }
  return (
    <Link to="/agents/$agentId/deliveries" params={{ agentId }} className={className} title={words.long}>
      {content}
    </Link>
  );
}
