import { useState } from 'react';
import type { RefObject } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { AnswerSchema, AnswerValues, Decision } from '../../api/decisions.ts';
import { firstDraft, own, prefilled, readDraft } from './answer-draft.ts';
import type { AnswerDraft } from './answer-draft.ts';

/** The form of a request while a person fills it in. */
export interface AnswerForm {
  schema: AnswerSchema;
  draft: AnswerDraft;
  change: (name: string, value: string | boolean) => void;
  /** The sentence beside a field; none before the first try to approve. */
  errorOf: (name: string) => string | undefined;
  /** An approval may become a rule: the agent has proposed all of it, and nobody has changed it. */
  isAsProposed: boolean;
  isEdited: boolean;
  /** The answer; `null` if something is wrong, which is then shown, and the first such field takes the focus. */
  take: () => AnswerValues | null;
}

const NO_FIELDS: AnswerSchema = { type: 'object', properties: {} };

/**
 * @param error the refusal of the last answer.
 * @returns `null` for a request without a form.
 */
export function useAnswerForm(
  { answer_schema: schema, proposed = null }: Decision,
  { card, error }: { card: RefObject<HTMLElement | null>; error: Error | null },
): AnswerForm | null {
  const [before] = useState(() => prefilled(schema ?? NO_FIELDS, proposed));
  const [draft, setDraft] = useState(() => firstDraft(schema ?? NO_FIELDS, before));
  const [isTried, setTried] = useState(false);
  if (schema === undefined) return null;
  const { answer, errors, isEdited } = readDraft(schema, draft, before);
  return {
    schema,
    draft,
    change: (name, value) => setDraft((former) => ({ ...former, [name]: value })),
    errorOf: (name) =>
      (isTried ? own(errors, name) : undefined) ??
      (error instanceof ApiError ? error.messageFor(`answer.${name}`) : undefined),
    isAsProposed: proposed !== null && !isEdited && Object.keys(errors).length === 0,
    isEdited,
    take() {
      const [wrong] = Object.keys(errors);
      if (wrong === undefined) return answer;
      setTried(true);
      card.current
        ?.querySelector<HTMLElement>(`[data-field="${wrong}"] :is(input, textarea, button)`)
        ?.focus();
      return null;
    },
  };
}
