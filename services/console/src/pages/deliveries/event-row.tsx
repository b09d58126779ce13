import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { redeliver } from '../../api/events.ts';
import type { AgentEvent } from '../../api/events.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { AttemptList } from './attempt-list.tsx';
import { outcomeOf, STATE_WORDS, TYPE_WORDS } from './event-words.ts';
import styles from './event-row.module.css';

/** An event in a line; opened, with every attempt to deliver it. */
export function EventRow({ event }: { event: AgentEvent }) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const { text, tone } = STATE_WORDS[event.state];
  return (
    <li className={styles.row}>
      <AriaButton
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onPress={() => setOpen(!isOpen)}
      >
        <ChevronRight aria-hidden size={16} className={classNames(styles.chevron, isOpen && styles.turned)} />
        <span className={styles.type}>{TYPE_WORDS[event.type]}</span>
        <Badge tone={tone}>{text}</Badge>
        <span className={styles.outcome}>{outcomeOf(event)}</span>
        <RelativeTime at={event.created_at} className={styles.time} />
      </AriaButton>
      <div id={detailsId} hidden={!isOpen} className={styles.details}>
        {isOpen && <EventDetails event={event} />}
      </div>
    </li>
  );
}

function EventDetails({ event }: { event: AgentEvent }) {
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => redeliver(event.event_id),
    onSuccess: () => toast({ tone: 'good', text: 'The event is on its way again.' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['events'] }),
  });
  return (
    <>
      <dl className={styles.facts}>
        <dt>Event id</dt>
        <dd>
          <code>{event.event_id}</code> <CopyButton text={event.event_id} what="event id" />
        </dd>
        {event.delivered_at !== null && (
          <>
            <dt>Received</dt>
            <dd>
              <RelativeTime at={event.delivered_at} />
            </dd>
          </>
        )}
        {event.next_attempt_at !== null && (
          <>
            <dt>Next attempt</dt>
            <dd>
              <RelativeTime at={event.next_attempt_at} />
            </dd>
          </>
        )}
      </dl>
      {event.attempts.length > 0 && <AttemptList attempts={event.attempts} />}
      {again.isError && <ErrorNotice error={again.error} />}
      <div>
        <Button size="small" isPending={again.isPending} onPress={() => again.mutate()}>
          {event.state === 'delivered' ? 'Deliver again' : 'Try again now'}
        </Button>
      </div>
    </>
  );
}
