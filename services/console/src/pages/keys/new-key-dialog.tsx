import { useMutation } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ApiKeyScope } from '../../api/account.ts';
import { fieldError } from '../../api/api-error.ts';
import { CheckboxField, Field, SelectField, useInput } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form.tsx';
import styles from './keys.module.css';

const NEVER = { id: 'never', label: 'Never' } as const;

type End = KeyEnd | typeof NEVER.id;

interface KeyDraft<Scope> {
  name: string;
  scopes: Scope[];
  /** `null` for a key that does not end. */
  expiresInSeconds: number | null;
}

/** What a key may do. */
export interface KeyScope<Scope> {
  id: Scope;
  name: string;
  hint: string;
}

export interface NewKeyDialogProps<Scope extends string, Made> {
  scopes: readonly KeyScope<Scope>[];
  mayLastForever: boolean;
  namePlaceholder: string;
  make: (draft: KeyDraft<Scope>) => Promise<Made>;
  stale: readonly QueryKey[];
  shown: (made: Made) => ReactNode;
  onClose: () => void;
}

export function NewKeyDialog<Scope extends string, Made>(props: NewKeyDialogProps<Scope, Made>) {
  const { scopes: choices, mayLastForever, onClose } = props;
  const name = useInput('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const end = useInput<End>('90');
  const making = useMutation({
    mutationFn: () =>
      props.make({
        name: name.value.trim(),
        scopes: [...scopes],
        expiresInSeconds: end.value === 'never' ? null : secondsUntil(end.value),
      }),
    meta: { stale: props.stale },
  });
  return (
    <FormDialog
      title="New key"
      action="Create key"
      sending={making}
      fields={['name']}
      isDisabled={name.value.trim() === '' || scopes.length === 0}
      made={making.data === undefined ? null : props.shown(making.data)}
      onClose={onClose}
      onSubmit={() => making.mutate()}
    >
      <Field
        label="Name"
        placeholder={props.namePlaceholder}
        hint="To tell your keys apart."
        isRequired
        autoFocus
        maxLength={100}
        error={fieldError(making.error, 'name')}
        {...name}
      />
      <ScopeChoices choices={choices} value={scopes} onChange={setScopes} />
      <SelectField label="Expires" options={mayLastForever ? [...KEY_ENDS, NEVER] : KEY_ENDS} {...end} />
    </FormDialog>
  );
}

interface ScopeChoicesProps<Scope> {
  choices: readonly KeyScope<Scope>[];
  value: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
}

export function ScopeChoices<Scope extends string>(props: ScopeChoicesProps<Scope>) {
  const { choices, value, onChange } = props;
  return (
    <fieldset className={styles.choices}>
      <legend>It may</legend>
      {choices.map(({ id, name, hint }) => (
        <CheckboxField
          key={id}
          isSelected={value.includes(id)}
          onChange={(isOn) => onChange(isOn ? [...value, id] : value.filter((other) => other !== id))}
        >
          {name}: {hint}
        </CheckboxField>
      ))}
    </fieldset>
  );
}

const DAY_SECONDS = 86_400;

export const KEY_ENDS = [
  { id: '1', label: 'After a day' },
  { id: '30', label: 'After 30 days' },
  { id: '90', label: 'After 90 days' },
  { id: '365', label: 'After a year' },
] as const;

type KeyEnd = (typeof KEY_ENDS)[number]['id'];

export function secondsUntil(end: KeyEnd): number {
  return Number(end) * DAY_SECONDS;
}

/** The longest end that is no later than what was asked for, or else the first. */
export function endWithin(seconds: number): KeyEnd {
  return KEY_ENDS.findLast(({ id }) => secondsUntil(id) <= seconds)?.id ?? '1';
}

export const API_KEY_SCOPES: readonly KeyScope<ApiKeyScope>[] = [
  { id: 'read', name: 'Reading', hint: 'see everything in your account, and change nothing' },
  { id: 'write', name: 'Writing', hint: 'send messages, change agents and tasks, start and cancel runs' },
  { id: 'decisions', name: 'Decisions', hint: 'answer requests of your agents for you' },
  {
    id: 'agents',
    name: 'Agents',
    hint: 'create agents and new secrets of agents, which keep working after the key expires',
  },
];
