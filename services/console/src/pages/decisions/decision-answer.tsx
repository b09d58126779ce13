import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RefObject } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { decisionQuery, rulePreviewQuery } from '../../api/decisions.ts';
import type { AnswerValues, Decision, DecisionResolution } from '../../api/decisions.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice, toast } from '../../ui/feedback.tsx';
import { CheckboxField, Field } from '../../ui/fields.tsx';
import { AnswerFields, useAnswerForm } from './answer-fields.tsx';
import styles from './decision-card.module.css';
import { BroadRuleDialog, RulePattern } from './rule-pattern.tsx';
import { ANSWER_KEYS, useAnswerKeys } from './use-answer-keys.ts';
import type { AnswerStatus } from './use-answer-keys.ts';

export interface CardKeys {
  /** Whether the list has just changed, so that a key may be meant for the former card. */
  isSettling: () => boolean;
  onAnswered: (decision: Decision) => void;
}

interface DecisionAnswerProps {
  decision: Decision;
  card: RefObject<HTMLElement | null>;
  keys: CardKeys | undefined;
}

export function DecisionAnswer({ decision, card, keys }: DecisionAnswerProps) {
  const { action } = decision;
  const [note, setNote] = useState('');
  const [hasNote, setHasNote] = useState(false);
  const [wantsAlways, setAlways] = useState(false);
  // What the agent suggests is not the default: a person would then allow it without a look.
  const [pattern, setPattern] = useState(() => (action === null ? '' : exactPattern(action)));
  const resolution = useResolution(decision.decision_id, keys?.onAnswered);

  const form = useAnswerForm(decision, { card, error: resolution.error });
  // A rule approves what the agent proposes, so an answer that was changed cannot become one.
  const mayBeAlways = action !== null && (form === null || form.isAsProposed);
  const isAlways = wantsAlways && mayBeAlways;
  const resolutionOf = (status: AnswerStatus, filledIn: AnswerValues | null) => ({
    status,
    ...(filledIn !== null && { answer: filledIn }),
    ...(hasNote && note.trim() !== '' && { note: note.trim() }),
    ...(status === 'approved' && isAlways && { always_allow: true, always_allow_pattern: pattern }),
  });
  const queries = useQueryClient();
  const [isBroad, setBroad] = useState(false);
  const check = useMutation({
    mutationFn: (_filledIn: AnswerValues | null) =>
      queries.fetchQuery(rulePreviewQuery(decision.agent_id, pattern)),
    onSuccess: (preview, filledIn) =>
      preview.is_broad ? setBroad(true) : resolution.mutate(resolutionOf('approved', filledIn)),
  });
  const answer = (status: AnswerStatus): void => {
    if (status !== 'approved') return resolution.mutate(resolutionOf(status, null));
    const filledIn = form === null ? null : form.take();
    if (form !== null && filledIn === null) return;
    if (isAlways) check.mutate(filledIn);
    else resolution.mutate(resolutionOf('approved', filledIn));
  };
  const isPending = resolution.isPending || check.isPending;
  const canApprove = !isAlways || pattern !== '';
  const armed = useAnswerKeys({
    card,
    isOn: keys !== undefined,
    isSettling: () => isPending || keys?.isSettling() === true,
    onAnswer: (status) => (status !== 'approved' || canApprove) && answer(status),
    onNote: () => (hasNote ? card.current?.querySelector('textarea')?.focus() : setHasNote(true)),
  });
  const pendingStatus = resolution.isPending
    ? resolution.variables.status
    : check.isPending
      ? 'approved'
      : null;
  const error = resolution.error ?? check.error;
  return (
    <div className={styles.answer}>
      {form !== null && <AnswerFields form={form} />}
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
      {action !== null && form?.isEdited === true && (
        <p className="muted small">You changed the form, so this answer applies only this time.</p>
      )}
      {mayBeAlways && (
        <CheckboxField isSelected={isAlways} onChange={setAlways}>
          Always allow requests like this one
        </CheckboxField>
      )}
      {isAlways && <RulePattern decision={decision} pattern={pattern} onChange={setPattern} />}
      {error !== null && <ErrorNotice error={error} />}
      <div className="actions">
        <Button
          variant="primary"
          isPending={pendingStatus === 'approved'}
          // Not disabled while it is pending: it would lose the focus, to which the dialog returns.
          isDisabled={(isPending && pendingStatus !== 'approved') || !canApprove}
          onPress={() => answer('approved')}
        >
          {isAlways ? 'Approve always' : 'Approve'}
        </Button>
        <Button
          isPending={pendingStatus === 'rejected'}
          isDisabled={isPending}
          onPress={() => answer('rejected')}
        >
          Reject
        </Button>
        <Button
          variant="quiet"
          isPending={pendingStatus === 'dismissed'}
          isDisabled={isPending}
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
      {keys !== undefined && <AnswerHint armed={armed} />}
      <BroadRuleDialog
        agentId={decision.agent_id}
        pattern={pattern}
        isOpen={isBroad}
        onClose={() => setBroad(false)}
        onConfirm={() => {
          setBroad(false);
          resolution.mutate({ ...resolutionOf('approved', form?.take() ?? null), confirm_broad: true });
        }}
      />
    </div>
  );
}

/** The pattern that matches exactly this action; stars and backslashes are escaped. */
function exactPattern(action: string): string {
  return action.replace(/[\\*]/g, '\\$&');
}

const VERBS: Readonly<Record<AnswerStatus, string>> = {
  approved: 'approve',
  rejected: 'reject',
  dismissed: 'dismiss',
};

/** The element is always there, so that screen readers announce its text when it appears. */
function AnswerHint({ armed }: { armed: AnswerStatus | null }) {
  return (
    <p role="status" className={styles.hint}>
      {armed !== null && (
        <>
          Press <kbd>{ANSWER_KEYS[armed].toUpperCase()}</kbd> again to {VERBS[armed]}, <kbd>Esc</kbd> to
          cancel.
        </>
      )}
    </p>
  );
}

function useResolution(decisionId: string, onAnswered?: (decision: Decision) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: DecisionResolution) =>
      call('post', '/api/client/decisions/{decision_id}/resolve', {
        path: { decision_id: decisionId },
        body,
      }),
    onSuccess: (decision) => {
      queries.setQueryData(decisionQuery(decisionId).queryKey, decision);
      onAnswered?.(decision);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409)
        toast({ text: 'This was already answered. The page now shows the answer.' });
    },
    meta: { stale: [['decisions'], ['decision', decisionId]] },
  });
}
