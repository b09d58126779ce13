import { Check, ChevronDown } from 'lucide-react';
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';
import styles from './select-field.module.css';

export interface SelectOption<Id extends string> {
  id: Id;
  label: string;
}

export interface SelectFieldProps<Id extends string> {
  label: string;
  options: readonly SelectOption<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** For a filter whose purpose is clear from its place; screen readers still hear the label. */
  isLabelHidden?: boolean;
}

/** One of a few values. */
export function SelectField<Id extends string>(props: SelectFieldProps<Id>) {
  const { label, options, value, onChange, isLabelHidden = false } = props;
  return (
    <Select className={styles.field} value={value} onChange={(key) => onChange(String(key) as Id)}>
      <Label className={isLabelHidden ? 'visually-hidden' : (styles.label ?? '')}>{label}</Label>
      <Button className={styles.button}>
        <SelectValue className={styles.value}>{({ selectedText }) => selectedText}</SelectValue>
        <ChevronDown aria-hidden size={16} />
      </Button>
      <Popover className={styles.popover} offset={4}>
        <ListBox className={styles.list} items={options}>
          {(option) => (
            <ListBoxItem className={styles.option} textValue={option.label}>
              {({ isSelected }) => (
                <>
                  <span className={styles.check}>{isSelected && <Check aria-hidden size={16} />}</span>
                  {option.label}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
