import { useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { fieldError } from '../../api/api-error.ts';
import type { AnswerField, AnswerSchema, AnswerValues, Decision } from '../../api/decisions.ts';
import { CheckboxField, Field, SelectField } from '../../ui/fields.tsx';
import { OutsideText, said } from '../../ui/outside-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { firstDraft, own, prefilled, readDraft, titleOf } from './answer-draft.ts';
import type { AnswerDraft } from './answer-draft.ts';

/** Texts that may be longer than this get more than one line. */
const LINE_LENGTH_MAX = 200;
const LINES = 4;

export function AnswerFields({ form }: { form: AnswerForm }) {
  const { title, description, properties } = form.schema;
  return (
    <div
      role="group"
      aria-label={visibleText(title ?? 'Your answer')}
      className="stack gap-3 bordered rounded-sm pad-3"
    >
      {title !== undefined && <OutsideText as="h4" className="anywhere" text={title} />}
      {description !== undefined && description !== '' && (
        <OutsideText as="p" className="muted small anywhere preserved" text={description} isProse />
      )}
      {Object.entries(properties).map(([name, field]) => (
        <div key={name} data-field={name}>
          <AnswerInput name={name} field={field} form={form} />
        </div>
      ))}
    </div>
  );
}

function AnswerInput({ name, field, form }: { name: string; field: AnswerField; form: AnswerForm }) {
  const { schema, draft, change, errorOf } = form;
  const value = draft[name] ?? '';
  const isRequired = schema.required?.includes(name) === true;
  const label =
    isRequired || field.type === 'boolean' ? titleOf(name, field) : `${titleOf(name, field)} (optional)`;
  const isLong = (field.maxLength ?? 0) > LINE_LENGTH_MAX || String(value).includes('\n');
  const hint = hintOf(field, { value: String(value), isProse: isLong });
  const error = errorOf(name);
  if (typeof value === 'boolean') {
    return (
      <CheckboxField isSelected={value} hint={hint} error={error} onChange={(next) => change(name, next)}>
        <OutsideText text={label} />
      </CheckboxField>
    );
  }
  const common = { label, error, ...(hint !== undefined && { hint }) };
  if (field.enum !== undefined) {
    const choices = field.enum.map((choice) => ({ id: choice, label: choice }));
    const none = value === '' || !isRequired ? [{ id: '', label: isRequired ? 'Choose …' : 'None' }] : [];
    return (
      <SelectField
        {...common}
        options={[...none, ...choices]}
        value={value}
        onChange={(next) => change(name, next)}
      />
    );
  }
  return (
    <Field
      {...common}
      {...inputOf(field)}
      isRequired={isRequired}
      lines={isLong ? LINES : 1}
      value={value}
      onChange={(next) => change(name, next)}
    />
  );
}

/** An input shows its value as it is, so what a person would not see of it is drawn here. */
function hintOf(
  { description }: AnswerField,
  { value, isProse }: { value: string; isProse: boolean },
): ReactNode {
  if (visibleText(value, { isProse }) !== value)
    return said`It says: ${<OutsideText text={value} isProse={isProse} />}`;
  return description === undefined || description === '' ? undefined : (
    <OutsideText text={description} isProse />
  );
}

/** Numbers are text, so that what was typed stays there to be corrected. */
function inputOf({ type, format }: AnswerField) {
  if (type === 'number') return { inputMode: 'decimal' as const };
  if (type === 'integer') return { inputMode: 'numeric' as const };
  if (format === 'date') return { type: 'date' };
  if (format === 'date-time') return { type: 'datetime-local' };
  return {};
}

interface AnswerForm {
  schema: AnswerSchema;
  draft: AnswerDraft;
  change: (name: string, value: string | boolean) => void;
  /** The sentence beside a field; none before the first try to approve. */
  errorOf: (name: string) => string | undefined;
  /** An approval may become a rule: the agent has proposed all of it, and the person has not changed it. */
  isAsProposed: boolean;
  isEdited: boolean;
  /** `null` if something is wrong, which is then shown, and the first such field takes the focus. */
  take: () => AnswerValues | null;
}

const NO_FIELDS: AnswerSchema = { type: 'object', properties: {} };

/** @param error the refusal of the last answer. @returns `null` for a request without a form. */
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
    errorOf: (name) => (isTried ? own(errors, name) : undefined) ?? fieldError(error, `answer.${name}`),
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
