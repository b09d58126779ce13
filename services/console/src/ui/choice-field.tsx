import { Label, Radio, RadioGroup } from 'react-aria-components';
import styles from './choice-field.module.css';

interface ChoiceFieldProps<Id extends string> {
  label: string;
  choices: readonly { id: Id; name: string; text: string }[];
  value: Id;
  onChange: (id: Id) => void;
}

export function ChoiceField<Id extends string>({ label, choices, value, onChange }: ChoiceFieldProps<Id>) {
  return (
    <RadioGroup className={styles.choices} value={value} onChange={(id) => onChange(id as Id)}>
      <Label className={styles.label}>{label}</Label>
      {choices.map(({ id, name, text }) => (
        <Radio key={id} value={id} className={styles.choice}>
          <span className="strong">{name}</span>
          <span className="muted small">{text}</span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
