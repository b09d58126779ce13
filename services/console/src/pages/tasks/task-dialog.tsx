import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { changeTask } from '../../api/tasks.ts';
import type { NewTask, Task } from '../../api/tasks.ts';
import { Field, useInput } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { draftOf, ScheduleField, scheduleOf } from './schedule.tsx';
import type { ScheduleDraft } from './schedule.tsx';

interface TaskDialogProps {
  agentId: string;
  /** The task to change; without it a new one is made. */
  task?: Task;
  onSaved?: (task: Task) => void;
  onClose: () => void;
}

const LIMITS = ['timeout_seconds', 'retry.max', 'retry.backoff_seconds'] as const;
/** What the fields below show themselves when it is refused. */
const FIELDS = ['name', 'prompt', 'schedule', 'timezone', 'run_at', ...LIMITS];

/** Numbers as they are typed, empty for none. */
type LimitsDraft = Readonly<Record<(typeof LIMITS)[number], string>>;

export function TaskDialog({ agentId, task, onSaved, onClose }: TaskDialogProps) {
  const queries = useQueryClient();
  const name = useInput(task?.name ?? '');
  const prompt = useInput(task?.prompt ?? '');
  const [draft, setDraft] = useState<ScheduleDraft>(() => draftOf(task));
  const [limits, setLimits] = useState(() => limitsDraftOf(task));
  const said = { name: name.value.trim(), prompt: prompt.value.trim() };
  const body: NewTask = { ...said, ...scheduleOf(draft), ...limitsOf(limits, task) };
  const [opened] = useState(body);
  const saving = useMutation({
    mutationFn: () =>
      task === undefined
        ? call('post', '/api/client/agents/{agent_id}/tasks', { path: { agent_id: agentId }, body })
        : changeTask(task.id, changesOf(opened, body)),
    onSuccess: (saved) => {
      queries.setQueryData(['task', saved.id], saved);
      onClose();
      onSaved?.(saved);
    },
    meta: {
      done: task === undefined ? 'The task is created.' : 'The task is saved.',
      stale: [['tasks', agentId]],
    },
  });
  const errorOf = (field: string): string | undefined => fieldError(saving.error, field);
  const limit = (field: keyof LimitsDraft) => ({
    inputMode: 'numeric' as const,
    maxLength: 6,
    value: limits[field],
    onChange: (text: string) => setLimits({ ...limits, [field]: text }),
    error: errorOf(field),
  });
  return (
    <FormDialog
      title={task === undefined ? 'New task' : 'Edit task'}
      shape="wide"
      action={task === undefined ? 'Create task' : 'Save'}
      sending={saving}
      fields={FIELDS}
      isDisabled={name.value.trim() === '' || prompt.value.trim() === ''}
      onClose={onClose}
      onSubmit={() => saving.mutate()}
    >
      <Field
        label="Name"
        placeholder="Morning mail"
        isRequired
        autoFocus
        maxLength={200}
        error={errorOf('name')}
        {...name}
      />
      <Field
        label="Instructions"
        placeholder="Read the new mail, answer what is simple, and report the rest."
        hint="The agent gets this with each run."
        isRequired
        lines={5}
        maxLength={32_768}
        error={errorOf('prompt')}
        {...prompt}
      />
      <ScheduleField draft={draft} onChange={setDraft} errorOf={errorOf} />
      <div className="columns">
        <Field
          label="Time limit, in seconds"
          hint="A run that takes longer fails. Leave empty for no limit."
          {...limit('timeout_seconds')}
        />
        <Field
          label="Retries"
          hint="How often a run is tried again when its agent stops responding or it takes too long: at most 10."
          {...limit('retry.max')}
        />
        {limits['retry.max'].trim() !== '' && (
          <Field
            label="First delay, in seconds"
            hint="Each further delay is twice as long."
            {...limit('retry.backoff_seconds')}
          />
        )}
      </div>
    </FormDialog>
  );
}

const BACKOFF_SECONDS_AT_FIRST = 30;

function limitsDraftOf(task: Task | undefined): LimitsDraft {
  const { timeout_seconds: timeout, retry } = task ?? {};
  return {
    timeout_seconds: String(timeout ?? ''),
    'retry.max': String(retry?.max ?? ''),
    'retry.backoff_seconds': String(retry?.backoff_seconds ?? BACKOFF_SECONDS_AT_FIRST),
  };
}

/** Only what was touched: a time may have seconds, or be one that the clock of the form shows twice. */
function changesOf(opened: NewTask, body: NewTask): Partial<NewTask> {
  const fields = Object.entries(body) as [keyof NewTask, unknown][];
  return Object.fromEntries(
    fields.filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(opened[field])),
  );
}

/** Of a new task nothing is said that was left empty. */
function limitsOf(draft: LimitsDraft, task: Task | undefined): Pick<NewTask, 'timeout_seconds' | 'retry'> {
  const [timeout, max, backoff] = LIMITS.map((field) => draft[field].trim());
  const nothing = task === undefined ? undefined : null;
  return {
    timeout_seconds: timeout === '' ? nothing : numberOf(timeout),
    retry: max === '' ? nothing : { max: numberOf(max), backoff_seconds: numberOf(backoff) },
  };
}

/** What is no number is sent as one that the service refuses at its field. */
function numberOf(text: string | undefined): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : -1;
}
