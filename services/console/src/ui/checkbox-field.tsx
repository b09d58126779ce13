import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox } from 'react-aria-components';
import styles from './checkbox-field.module.css';

export interface CheckboxFieldProps {
  children: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
}

/** A checkbox whose value is sent with the form around it. */
export function CheckboxField({ children, isSelected, onChange }: CheckboxFieldProps) {
  return (
    <Checkbox className={styles.field} isSelected={isSelected} onChange={onChange}>
      <span className={styles.box} aria-hidden>
        <Check size={14} strokeWidth={3} />
      </span>
      <span>{children}</span>
    </Checkbox>
  );
}
