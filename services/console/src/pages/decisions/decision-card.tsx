import { useState } from 'react';
import type { Decision } from '../../api/decisions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { DecisionOutcome } from './decision-outcome.tsx';
import { exactPattern } from './action-pattern.ts';
import { RulePreview } from './rule-preview.tsx';
import { useResolution } from './use-resolution.ts';
import styles from './decision-card.module.css';

/** What an agent asks for: open with everything to answer it, answered with what became of it. */
export function DecisionCard({ decision, agentName }: { decision: Decision; agentName?: string }) {
  const titleId = `decision-${decision.decision_id}`;
  return (
    <article className={styles.card} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h3 id={titleId} className={styles.title}>
          {decision.title}
        </h3>
        {decision.status === 'pending' && <Badge tone="accent">Needs you</Badge>}
      </header>
      <p className={styles.meta}>
        {agentName !== undefined && <>{agentName} · </>}
        asked <RelativeTime at={decision.created_at} />
        {decision.status === 'pending' && decision.expires_at !== null && (
          <>
            {' '}
            · expires <RelativeTime at={decision.expires_at} />
          </>
        )}
      </p>
      {decision.description !== null && decision.description !== '' && (
        <Markdown text={decision.description} />
      )}
      {decision.action !== null && <code className={styles.action}>{decision.action}</code>}
      {decision.status === 'pending' ? (
        <Answer decision={decision} />
      ) : (
        <DecisionOutcome decision={decision} />
      )}
    </article>
  );
}

function Answer({ decision }: { decision: Decision }) {
  const { action, agent_id: agentId, suggested_pattern: suggested } = decision;
  const [note, setNote] = useState('');
  const [hasNote, setHasNote] = useState(false);
  const [isAlways, setAlways] = useState(false);
  const [pattern, setPattern] = useState(() => suggested ?? (action === null ? '' : exactPattern(action)));
  const resolution = useResolution(decision.decision_id);

  const answer = (status: 'approved' | 'rejected' | 'dismissed'): void =>
    resolution.mutate({
      status,
      ...(hasNote && note.trim() !== '' && { note: note.trim() }),
      ...(status === 'approved' && isAlways && { always_allow: true, always_allow_pattern: pattern }),
    });
  const pendingStatus = resolution.isPending ? resolution.variables.status : null;
  return (
    <div className={styles.answer}>
      {hasNote && (
        <Field
          label="Note for the agent"
          lines={2}
          autoFocus
          maxLength={2000}
          value={note}
          onChange={setNote}
        />
      )}
      {action !== null && (
        <CheckboxField isSelected={isAlways} onChange={setAlways}>
          Always allow requests like this one
        </CheckboxField>
      )}
      {isAlways && (
        <div className={styles.rule}>
          <Field
            label="Pattern"
            hint="A star stands for any run of characters."
            isMonospace
            maxLength={1000}
            value={pattern}
            onChange={setPattern}
          />
          <RulePreview agentId={agentId} pattern={pattern} />
        </div>
      )}
      {resolution.isError && <ErrorNotice error={resolution.error} />}
      <div className={styles.buttons}>
        <Button
          variant="primary"
          isPending={pendingStatus === 'approved'}
          isDisabled={resolution.isPending || (isAlways && pattern === '')}
          onPress={() => answer('approved')}
        >
          {isAlways ? 'Approve always' : 'Approve'}
        </Button>
        <Button
          isPending={pendingStatus === 'rejected'}
          isDisabled={resolution.isPending}
          onPress={() => answer('rejected')}
        >
          Reject
        </Button>
        <Button
          variant="quiet"
          isPending={pendingStatus === 'dismissed'}
          isDisabled={resolution.isPending}
          onPress={() => answer('dismissed')}
        >
          Dismiss
        </Button>
        {!hasNote && (
          <Button variant="quiet" onPress={() => setHasNote(true)}>
            Add a note
          </Button>
        )}
      </div>
    </div>
  );
}
