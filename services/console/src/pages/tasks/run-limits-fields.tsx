import { Field } from '../../ui/field.tsx';
import type { LimitsDraft } from './run-limits.ts';
import styles from './run-limits-fields.module.css';

export interface RunLimitsFieldsProps {
  draft: LimitsDraft;
  onChange: (draft: LimitsDraft) => void;
  errors: Record<keyof LimitsDraft, string | undefined>;
}

/** How long a run may take, and whether one that was lost or took too long is offered again. */
export function RunLimitsFields({ draft, onChange, errors }: RunLimitsFieldsProps) {
  const field = (name: keyof LimitsDraft) => ({
    inputMode: 'numeric' as const,
    maxLength: 6,
    value: draft[name],
    onChange: (text: string) => onChange({ ...draft, [name]: text }),
    error: errors[name],
  });
  return (
    <div className={styles.fields}>
      <Field
        label="Time of a run, in seconds"
        hint="A run that takes longer has failed. Leave it empty for no limit."
        {...field('timeoutSeconds')}
      />
      <Field
        label="Retries"
        hint="How often a run is offered again whose agent was lost, or that took too long: at most 10."
        {...field('retries')}
      />
      {draft.retries.trim() !== '' && (
        <Field
          label="First wait, in seconds"
          hint="Each further wait is twice as long."
          {...field('backoffSeconds')}
        />
      )}
    </div>
  );
}
