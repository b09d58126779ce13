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

/** What the fields below show themselves when it is refused. */
const FIELDS = [
  ...['name', 'prompt', 'schedule', 'timezone', 'run_at'],
  ...['timeout_seconds', 'retry.max', 'retry.backoff_seconds'],
];

export function TaskDialog({ agentId, task, onSaved, onClose }: TaskDialogProps) {
  const queries = useQueryClient();
  const name = useInput(task?.name ?? '');
  const prompt = useInput(task?.prompt ?? '');
  const [draft, setDraft] = useState<ScheduleDraft>(() => draftOf(task));
  const [limits, setLimits] = useState(() => limitsDraftOf(task));
  const saving = useMutation({
    mutationFn: () => {
      const said = { name: name.value.trim(), prompt: prompt.value.trim() };
      const body = { ...said, ...scheduleOf(draft), ...limitsOf(limits, task) };
      if (task !== undefined) return changeTask(task.id, body);
      return call('post', '/api/client/agents/{agent_id}/tasks', { path: { agent_id: agentId }, body });
    },
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
  const limit = (key: keyof LimitsDraft, field: string) => ({
    inputMode: 'numeric' as const,
    maxLength: 6,
    value: limits[key],
    onChange: (text: string) => setLimits({ ...limits, [key]: text }),
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
          {...limit('timeoutSeconds', 'timeout_seconds')}
        />
        <Field
          label="Retries"
          hint="How often a run is tried again when its agent stops responding or it takes too long: at most 10."
          {...limit('retries', 'retry.max')}
        />
        {limits.retries.trim() !== '' && (
          <Field
            label="First delay, in seconds"
            hint="Each further delay is twice as long."
            {...limit('backoffSeconds', 'retry.backoff_seconds')}
          />
        )}
      </div>
    </FormDialog>
  );
}

/** Numbers as they are typed, empty for none. */
interface LimitsDraft {
  timeoutSeconds: string;
  retries: string;
  backoffSeconds: string;
}

const BACKOFF_SECONDS_AT_FIRST = '30';

function limitsDraftOf(task: Task | undefined): LimitsDraft {
  const { timeout_seconds: timeout, retry } = task ?? {};
  return {
    timeoutSeconds: timeout === undefined ? '' : String(timeout),
    retries: retry === undefined ? '' : String(retry.max),
    backoffSeconds: retry === undefined ? BACKOFF_SECONDS_AT_FIRST : String(retry.backoff_seconds),
  };
}

/** Of a new task nothing is said that was left empty. */
function limitsOf(draft: LimitsDraft, task: Task | undefined): Pick<NewTask, 'timeout_seconds' | 'retry'> {
  const timeout = draft.timeoutSeconds.trim();
  const retries = draft.retries.trim();
  const nothing = task === undefined ? undefined : null;
  return {
    timeout_seconds: timeout === '' ? nothing : numberOf(timeout),
    retry:
      retries === ''
        ? nothing
        : { max: numberOf(retries), backoff_seconds: numberOf(draft.backoffSeconds.trim()) },
  };
}

/** What is no number is sent as one that the service refuses at its field. */
function numberOf(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : -1;
}
