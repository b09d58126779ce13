import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';
import { ApiError, fieldError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import type { Decision, DecisionResolution } from '../../api/decisions.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice, toast } from '../../ui/feedback.tsx';
import { CheckboxField, Field, SelectField, useInput } from '../../ui/fields.tsx';
import { AnswerFields, useAnswerForm } from './answer-fields.tsx';
import styles from './decision-card.module.css';
import { BroadRuleDialog, RulePattern } from './rule-pattern.tsx';

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
  const stands = useInput<RuleTime>('0');
  const { decision_id } = decision;
  const resolution = useMutation({
    mutationFn: (body: DecisionResolution) =>
      call('post', '/api/client/decisions/{decision_id}/resolve', { path: { decision_id }, body }),
    onSuccess: (answered) => keys?.onAnswered(answered),
    onError: (refusal) => {
      if (refusal instanceof ApiError && refusal.status === 409)
        toast({ text: 'This was already answered. The page now shows the answer.' });
    },
    meta: { stale: [['decisions'], ['decision', decision_id]], answers: ['decision', decision_id] },
  });

  const form = useAnswerForm(decision, { card, error: resolution.error });
  // A rule approves what the agent proposes, so an answer that was changed cannot become one.
  const mayBeAlways = action !== null && (form === null || form.isAsProposed);
  const isAlways = wantsAlways && mayBeAlways;
  const rule = {
    ...{ always_allow: true, always_allow_pattern: pattern },
    always_allow_expires_in_seconds: Number(stands.value) || undefined,
  };
  const answer = (status: AnswerStatus, isConfirmed = false): void => {
    const isApproval = status === 'approved';
    const filledIn = isApproval && form !== null ? form.take() : undefined;
    if (filledIn === null) return;
    resolution.mutate({
      status,
      answer: filledIn,
      note: (hasNote && note.trim()) || undefined,
      ...(isApproval && isAlways && rule),
      ...(isConfirmed && { confirm_broad: true }),
    });
  };
  const { isPending, error } = resolution;
  const isBroad = fieldError(error, 'confirm_broad') !== undefined;
  const canApprove = !isAlways || pattern !== '';
  const armed = useAnswerKeys({
    card,
    isOn: keys !== undefined,
    isSettling: () => isPending || keys?.isSettling() === true,
    onAnswer: (status) => (status !== 'approved' || canApprove) && answer(status),
    onNote: () => (hasNote ? card.current?.querySelector('textarea')?.focus() : setHasNote(true)),
  });
  const pendingStatus = isPending ? resolution.variables.status : null;
  return (
    <div className="grid gap-3 below">
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
      {isAlways && (
        <RulePattern decision={decision} pattern={pattern} onChange={setPattern}>
          <SelectField label="For" options={RULE_TIMES} {...stands} />
        </RulePattern>
      )}
      {!isBroad && <ErrorNotice error={error} />}
      <div className="actions">
        {ANSWERS.map(({ status, verb, variant }) => (
          <Button
            key={status}
            variant={variant}
            isPending={pendingStatus === status}
            // Not disabled while it is pending: it would lose the focus, to which the dialog returns.
            isDisabled={(isPending && pendingStatus !== status) || (status === 'approved' && !canApprove)}
            onPress={() => answer(status)}
          >
            {status === 'approved' && isAlways ? 'Approve always' : verb}
          </Button>
        ))}
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
        onClose={() => resolution.reset()}
        onConfirm={() => answer('approved', true)}
      />
    </div>
  );
}

/** In seconds; the first is without an end. */
const RULE_TIMES = [
  { id: '0', label: 'Ever' },
  { id: '86400', label: 'A day' },
  { id: '604800', label: 'A week' },
  { id: '2592000', label: 'A month' },
] as const;

type RuleTime = (typeof RULE_TIMES)[number]['id'];

/** The pattern that matches exactly this action; stars and backslashes are escaped. */
function exactPattern(action: string): string {
  return action.replace(/[\\*]/g, '\\$&');
}

const ANSWERS = [
  { status: 'approved', verb: 'Approve', variant: 'primary' },
  { status: 'rejected', verb: 'Reject', variant: 'secondary' },
  { status: 'dismissed', verb: 'Dismiss', variant: 'quiet' },
] as const;

/** The element is always there, so that screen readers announce its text when it appears. */
function AnswerHint({ armed }: { armed: AnswerStatus | null }) {
  return (
    <p role="status" className={styles.hint}>
      {armed !== null && (
        <>
          Press <kbd>{ANSWER_KEYS[armed].toUpperCase()}</kbd> again to{' '}
          {ANSWERS.find(({ status }) => status === armed)?.verb.toLowerCase()}, <kbd>Esc</kbd> to cancel.
        </>
      )}
    </p>
  );
}

type AnswerStatus = DecisionResolution['status'];

const ANSWER_KEYS: Readonly<Record<AnswerStatus, string>> = {
  approved: 'a',
  rejected: 'r',
  dismissed: 'd',
};

/** How long a key waits for its second press, in milliseconds. */
const ARMED_MS = 5_000;

interface AnswerKeysOptions {
  card: RefObject<HTMLElement | null>;
  isOn: boolean;
  /** Whether a press is ignored now, because the list has just changed. */
  isSettling: () => boolean;
  onAnswer: (status: AnswerStatus) => void;
  onNote: () => void;
}

/** An answer cannot be undone: a press prepares it, a second answers. @returns what waits for the second. */
function useAnswerKeys({ card, isOn, isSettling, onAnswer, onNote }: AnswerKeysOptions) {
  const [armed, setArmed] = useState<AnswerStatus | null>(null);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setArmed(null);
      // Leaves the note or the pattern, and returns to the card, where the keys work.
      if (!isShortcut(event)) card.current?.focus();
      return;
    }
    if (!isShortcut(event) || isSettling()) return;
    const key = event.key.toLowerCase();
    const status = (Object.keys(ANSWER_KEYS) as AnswerStatus[]).find((one) => ANSWER_KEYS[one] === key);
    if (status === undefined && key !== 'n') return;
    event.preventDefault();
    setArmed(status === undefined || status === armed ? null : status);
    if (status === undefined) onNote();
    else if (status === armed) onAnswer(status);
  });

  useEffect(() => {
    const element = card.current;
    if (element === null || !isOn) return;
    const onLeave = ({ relatedTarget }: FocusEvent): void => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setArmed(null);
    };
    const listener = (event: KeyboardEvent): void => onKey(event);
    const leaving = new AbortController();
    element.addEventListener('keydown', listener, leaving);
    element.addEventListener('focusout', onLeave, leaving);
    return () => leaving.abort();
  }, [card, isOn]);

  useEffect(() => {
    if (armed === null) return;
    const timer = setTimeout(() => setArmed(null), ARMED_MS);
    return () => clearTimeout(timer);
  }, [armed]);

  return armed;
}

/** Inputs in which letters are text, or choose from a list. */
const TYPED_INTO =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [aria-haspopup=listbox]';

/** Whether a key is meant for the page: pressed once, without a modifier, and not typed into a field. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return false;
  return !(event.target instanceof Element && event.target.closest(TYPED_INTO) !== null);
}
