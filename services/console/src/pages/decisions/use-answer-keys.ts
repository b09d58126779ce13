import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';
import type { DecisionResolution } from '../../api/decisions.ts';

export type AnswerStatus = DecisionResolution['status'];

export const ANSWER_KEYS: Readonly<Record<AnswerStatus, string>> = {
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
export function useAnswerKeys({ card, isOn, isSettling, onAnswer, onNote }: AnswerKeysOptions) {
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
    element.addEventListener('keydown', listener);
    element.addEventListener('focusout', onLeave);
    return () => {
      element.removeEventListener('keydown', listener);
      element.removeEventListener('focusout', onLeave);
    };
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
