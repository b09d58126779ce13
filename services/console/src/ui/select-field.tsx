import { Check, ChevronDown } from 'lucide-react';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import {
  Button,
  Collection,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Text,
} from 'react-aria-components';
import { classNames } from './class-names.ts';
import { EditContext } from './form.tsx';
import menu from './menu.module.css';
import { OutsideText } from './outside-text.tsx';
import styles from './select-field.module.css';
import { visibleText } from './visible-text.ts';

interface SelectFieldProps<Id extends string> {
  label: string;
  options: readonly { id: Id; label: string }[];
  value: Id;
  onChange: (id: Id) => void;
  /** For a filter whose purpose is clear from its place; screen readers still hear the label. */
  isLabelHidden?: boolean;
  /** Stands below while there is no error. */
  hint?: ReactNode;
  /** What is wrong, as a sentence. Shown and announced; the field counts as invalid. */
  error?: string | undefined;
}

export function SelectField<Id extends string>(props: SelectFieldProps<Id>) {
  const { label, options, value, onChange, isLabelHidden = false, hint, error } = props;
  const edited = useContext(EditContext);
  return (
    <Select
      className={styles.field}
      value={value}
      validationBehavior="aria"
      {...(error !== undefined && { isInvalid: true })}
      onChange={(key) => {
        edited();
        onChange(String(key) as Id);
      }}
    >
      <Label className={isLabelHidden ? 'visually-hidden' : 'small strong anywhere'}>
        <OutsideText text={label} />
      </Label>
      <Button className={styles.button}>
        <SelectValue className="ellipsis">{({ selectedText }) => <bdi>{selectedText}</bdi>}</SelectValue>
        <ChevronDown aria-hidden size={16} />
      </Button>
      {hint !== undefined && error === undefined && (
        <Text slot="description" className="muted small anywhere">
          {hint}
        </Text>
      )}
      <FieldError className="small bad">{error}</FieldError>
      <Popover className={classNames(menu.popover, styles.popover)} offset={4}>
        <ListBox className={menu.menu ?? ''}>
          <Collection items={options}>
            {(option) => (
              <ListBoxItem className={menu.item ?? ''} textValue={visibleText(option.label)}>
                {({ isSelected }) => (
                  <>
                    <span className={menu.mark}>{isSelected && <Check aria-hidden size={16} />}</span>
                    <OutsideText text={option.label} />
                  </>
                )}
              </ListBoxItem>
            )}
          </Collection>
        </ListBox>
      </Popover>
    </Select>
  );
}
