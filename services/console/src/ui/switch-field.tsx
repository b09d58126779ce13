import type { ReactNode } from 'react';
import { Switch } from 'react-aria-components';
import styles from './switch-field.module.css';

interface SwitchFieldProps {
  label: string;
  hint?: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  /** For a switch whose purpose is clear from its place; screen readers still hear the label. */
  isLabelHidden?: boolean;
}

export function SwitchField(props: SwitchFieldProps) {
  const { label, hint, isSelected, onChange, isDisabled = false, isLabelHidden = false } = props;
  return (
    <Switch className={styles.field} isSelected={isSelected} onChange={onChange} isDisabled={isDisabled}>
      <span className={styles.track} aria-hidden>
        <span className={styles.thumb} />
      </span>
      <span className={isLabelHidden ? 'visually-hidden' : 'grid'}>
        <span className={styles.label}>{label}</span>
        {hint !== undefined && <span className="muted small">{hint}</span>}
      </span>
    </Switch>
  );
}
