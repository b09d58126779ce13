import type { ReactNode } from 'react';
import type { AnswerField } from '../../api/decisions.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Field } from '../../ui/field.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { titleOf } from './answer-draft.ts';
import type { AnswerForm } from './use-answer-form.ts';
import styles from './answer-fields.module.css';

/** Texts that may be longer than this get more than one line. */
const LINE_LENGTH_MAX = 200;
const LINES = 4;

/** The inputs of a form, in the agent's order. */
export function AnswerFields({ form }: { form: AnswerForm }) {
  const { title, description, properties } = form.schema;
  return (
    <div role="group" aria-label={visibleText(title ?? 'Your answer')} className={styles.fields}>
      {title !== undefined && (
        <h4 className={styles.title}>
          <OutsideText text={title} />
        </h4>
      )}
      {description !== undefined && description !== '' && (
        <p className={styles.text}>
          <OutsideText text={description} isProse />
        </p>
      )}
      {Object.entries(properties).map(([name, field]) => (
        <div key={name} data-field={name}>
          <AnswerInput name={name} field={field} form={form} />
        </div>
      ))}
    </div>
  );
}

interface AnswerInputProps {
  name: string;
  field: AnswerField;
  form: AnswerForm;
}

function AnswerInput({ name, field, form }: AnswerInputProps) {
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

/** What the agent says of a field. An input shows its value as it is, so what nobody would see of it is drawn here. */
function hintOf(
  { description }: AnswerField,
  { value, isProse }: { value: string; isProse: boolean },
): ReactNode {
  if (visibleText(value, { isProse }) !== value)
    return (
      <>
        It says: <OutsideText text={value} isProse={isProse} />
      </>
    );
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
