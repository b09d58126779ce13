import { Check, ChevronDown } from 'lucide-react';
import { createContext, useContext, useId, useState } from 'react';
import type { ReactNode } from 'react';
import {
  Button,
  Checkbox,
  Collection,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Radio,
  RadioGroup,
  Select,
  SelectValue,
  Switch,
  Text,
  TextArea,
  TextField,
} from 'react-aria-components';
import type { TextFieldProps } from 'react-aria-components';
import { classNames } from './class-names.ts';
import styles from './fields.module.css';
import menu from './menu.module.css';
import { OutsideText } from './outside-text.tsx';
import { visibleText } from './visible-text.ts';

/** What stands in a field, as the field takes it. */
export function useInput<Value = string>(first: Value | (() => Value)) {
  const [value, onChange] = useState(first);
  return { value, onChange };
}

interface Described {
  label: string;
  /** Stands below while there is no error. */
  hint?: ReactNode;
  /** What is wrong with the value, as a sentence. Shown and announced; the field counts as invalid. */
  error?: string | undefined;
}

interface FieldProps extends Omit<TextFieldProps, 'className' | 'style' | 'children'>, Described {
  placeholder?: string;
  /** With more than one line the input is a text area of that height. */
  lines?: number;
  isMonospace?: boolean;
  /** Offered while a person types; anything else may be typed as well. */
  suggestions?: readonly string[];
  className?: string;
}

export function Field(props: FieldProps) {
  const { label, hint, error, placeholder, lines = 1, isMonospace, suggestions, className, ...rest } = props;
  const listId = useId();
  const input = classNames(styles.input, isMonospace && styles.monospace);
  return (
    <TextField
      validationBehavior="aria"
      {...rest}
      {...(error !== undefined && { isInvalid: true })}
      className={classNames('stack gap-6px', className)}
    >
      <FieldLabel label={label} />
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
      <Description hint={hint} error={error} />
    </TextField>
  );
}

function FieldLabel({ label, isHidden = false }: { label: string; isHidden?: boolean }) {
  return (
    <Label className={isHidden ? 'visually-hidden' : 'small strong anywhere'}>
      <OutsideText text={label} />
    </Label>
  );
}

function Description({ hint, error }: Omit<Described, 'label'>) {
  return (
    <>
      {hint !== undefined && error === undefined && (
        <Text slot="description" className="muted small anywhere">
          {hint}
        </Text>
      )}
      <FieldError className="small bad">{error}</FieldError>
    </>
  );
}

/** Told of an edit by a field that has no input of the browser. */
export const EditContext = createContext(() => {});

interface SelectFieldProps<Id extends string> extends Described {
  options: readonly { id: Id; label: string }[];
  value: Id;
  onChange: (id: Id) => void;
  /** For a filter whose purpose is clear from its place; screen readers still hear the label. */
  isLabelHidden?: boolean;
}

export function SelectField<Id extends string>(props: SelectFieldProps<Id>) {
  const { label, options, value, onChange, isLabelHidden, hint, error } = props;
  const edited = useContext(EditContext);
  return (
    <Select
      className="stack gap-6px narrowable"
      value={value}
      validationBehavior="aria"
      {...(error !== undefined && { isInvalid: true })}
      onChange={(key) => {
        edited();
        onChange(String(key) as Id);
      }}
    >
      <FieldLabel label={label} isHidden={isLabelHidden} />
      <Button className={styles.select}>
        <SelectValue className="ellipsis">{({ selectedText }) => <bdi>{selectedText}</bdi>}</SelectValue>
        <ChevronDown aria-hidden size={16} />
      </Button>
      <Description hint={hint} error={error} />
      <Popover className={classNames(menu.popover, styles.options)} offset={4}>
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

interface FilterFieldProps<Id extends string> {
  label: string;
  /** What it says while nothing is chosen. */
  all: string;
  words: Readonly<Record<Id, string>>;
  value: Id | undefined;
  onChange: (id: Id | undefined) => void;
  isLabelHidden?: boolean;
}

const ALL = '';

/** One of some, or all of them. */
export function FilterField<Id extends string>(props: FilterFieldProps<Id>) {
  const { all, words, value, onChange, isLabelHidden = true, label } = props;
  const options = Object.entries<string>(words).map(([id, word]) => ({ id, label: word }));
  return (
    <SelectField
      {...{ label, isLabelHidden }}
      options={[{ id: ALL, label: all }, ...options]}
      value={value ?? ALL}
      onChange={(id) => onChange(id === ALL ? undefined : (id as Id))}
    />
  );
}

interface CheckboxFieldProps extends Omit<Described, 'label'> {
  children: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
}

export function CheckboxField({ children, isSelected, onChange, hint, error }: CheckboxFieldProps) {
  const textId = useId();
  const text = error ?? hint;
  return (
    <>
      <Checkbox
        className={styles.checkbox}
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
        <p id={textId} className={classNames(styles.besideBox, error === undefined ? 'muted' : 'bad')}>
          {text}
        </p>
      )}
    </>
  );
}

interface SwitchFieldProps extends Omit<Described, 'error'> {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  isLabelHidden?: boolean;
}

export function SwitchField({ label, hint, isLabelHidden = false, ...state }: SwitchFieldProps) {
  return (
    <Switch {...state} className={styles.switch}>
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

interface ChoiceFieldProps<Id extends string> {
  label: string;
  choices: readonly { id: Id; name: string; text: string }[];
  value: Id;
  onChange: (id: Id) => void;
}

export function ChoiceField<Id extends string>({ label, choices, value, onChange }: ChoiceFieldProps<Id>) {
  return (
    <RadioGroup className={styles.choices} value={value} onChange={(id) => onChange(id as Id)}>
      <FieldLabel label={label} />
      {choices.map(({ id, name, text }) => (
        <Radio key={id} value={id} className={styles.choice}>
          <span className="strong">{name}</span>
          <span className="muted small">{text}</span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
