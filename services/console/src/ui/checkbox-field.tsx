import { Check } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Checkbox } from 'react-aria-components';
import styles from './checkbox-field.module.css';

interface CheckboxFieldProps {
  children: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  /** Stands below while there is no error. */
  hint?: ReactNode;
  /** What is wrong, as a sentence. Shown and announced. */
  error?: string | undefined;
}

export function CheckboxField({ children, isSelected, onChange, hint, error }: CheckboxFieldProps) {
  const textId = useId();
  const text = error ?? hint;
  return (
    <>
      <Checkbox
        className={styles.field}
        isSelected={isSelected}
        onChange={onChange}
        {...(text !== undefined && { 'aria-describedby': textId })}
        {...(error !== undefined && { isInvalid: true })}
      >
        <span className={styles.box} aria-hidden>
          <Check size={14} strokeWidth={3} />
        </span>
        <span>{children}</span>
      </Checkbox>
      {text !== undefined && (
        <p id={textId} className={error === undefined ? styles.hint : styles.error}>
          {text}
        </p>
      )}
    </>
  );
}
