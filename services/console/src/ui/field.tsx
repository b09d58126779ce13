import { useId } from 'react';
import type { ReactNode } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField } from 'react-aria-components';
import type { TextFieldProps } from 'react-aria-components';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { OutsideText } from './outside-text.tsx';

interface FieldProps extends Omit<TextFieldProps, 'className' | 'style' | 'children'> {
  label: string;
  /** Stands below the input while there is no error. */
  hint?: ReactNode;
  /** What is wrong with the value, as a sentence. Shown and announced; the field counts as invalid. */
  error?: string | undefined;
  placeholder?: string;
  /** With more than one line the input is a text area of that height. */
  lines?: number;
  isMonospace?: boolean;
  /** Offered while a person types; anything else may be typed as well. */
  suggestions?: readonly string[];
  className?: string;
}

export function Field(props: FieldProps) {
  const {
    label,
    hint,
    error,
    placeholder,
    lines = 1,
    isMonospace = false,
    suggestions,
    className,
    ...rest
  } = props;
  const listId = useId();
  const input = classNames(styles.input, isMonospace && styles.monospace);
  return (
    <TextField
      {...rest}
      {...(error !== undefined && { isInvalid: true })}
      validationBehavior={rest.validationBehavior ?? 'aria'}
      className={classNames('stack-6px', className)}
    >
      <Label className="small strong anywhere">
        <OutsideText text={label} />
      </Label>
      {lines > 1 ? (
        <TextArea className={input} rows={lines} placeholder={placeholder} />
      ) : (
        <Input className={input} placeholder={placeholder} list={suggestions && listId} />
      )}
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
      {hint !== undefined && error === undefined && (
        <Text slot="description" className="muted small anywhere">
          {hint}
        </Text>
      )}
      <FieldError className="small bad">{error}</FieldError>
    </TextField>
  );
}
